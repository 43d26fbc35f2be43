import Table from 'cli-table3';

export interface JsonFlag {
  readonly json?: true;
}

/** One JSON document, or what people read. */
export function print({ json }: JsonFlag, result: unknown, text: string): void {
  console.log(json ? JSON.stringify(result, undefined, 2) : text);
}

/** A table without colours: it is read in logs as often as on screens. */
export function tableText(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const table = new Table({ head: [...head], style: { head: [], border: [] } });
  for (const row of rows) table.push([...row]);
  return table.toString();
}
