/** One thing wrong with a route file. */
export interface RouteFault {
  /** e.g. `routes/crm.json`. */
  readonly file: string;
  /** Dotted path with zero-based indexes, e.g. `match.types.0`; empty for the file as a whole. */
  readonly path: string;
  readonly detail: string;
}

/** Route files that cannot be used: one line for each fault, all of them. Nothing can start from them. */
export class RouteError extends Error {
  override readonly name = 'RouteError';
  readonly faults: readonly RouteFault[];

  constructor(faults: readonly RouteFault[]) {
    super(`Some routes cannot be used:\n${faults.map((fault) => `  ${describeFault(fault)}`).join('\n')}`);
    this.faults = faults;
  }
}

function describeFault({ file, path, detail }: RouteFault): string {
  return path === '' ? `${file}: ${detail}` : `${file}: ${path}: ${detail}`;
}

/** Another router has taken over: what this one believes is void. */
export class RouterFenced extends Error {
  override readonly name = 'RouterFenced';
}
