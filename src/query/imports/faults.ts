import { countOf, rowsOf, textOf } from '../fields.js';
import type { ReadModels, Row } from '../port.js';

/** Processes in error and refusals, among which examples of faults are found. */
export interface Samples {
  readonly failed: readonly Row[];
  readonly refused: readonly Row[];
}

/** Looked through for examples. */
const SAMPLES = 200;
const SHOWN = 3;

export async function readSamples(
  readModels: ReadModels,
  organisation: string,
  supplier: string,
): Promise<Samples> {
  const ofSupplier: readonly [string, string] = ['import_supplier', supplier];
  const request = { organisation, after: undefined, limit: SAMPLES };
  const [failed, refused] = await Promise.all([
    readModels.list({
      ...request,
      list: 'import-processes',
      filters: new Map([ofSupplier, ['state', 'error']]),
    }),
    readModels.list({ ...request, list: 'import-refusals', filters: new Map([ofSupplier]) }),
  ]);
  return { failed: failed.value.rows, refused: refused.value.rows };
}

/** Rows of `import-errors`, the most frequent first. */
export const mostFrequentFirst = (faults: readonly Row[]): readonly Row[] =>
  faults.toSorted((one, other) => weight(other) - weight(one));

const weight = (fault: Row) => countOf(fault, 'processes') + countOf(fault, 'refusals');

/** A few that have the fault, those that failed first: they can be looked at. */
export function examplesOf(fault: Row, { failed, refused }: Samples): readonly Row[] {
  const found = [...failed, ...refused].filter((sample) => hasFault(sample, fault));
  return found.slice(0, SHOWN);
}

/** A failure that names no faults has one, of its own code and no place. */
function hasFault(sample: Row, fault: Row): boolean {
  if (sample['resource_type'] !== fault['resource_type']) return false;
  const faults = rowsOf(sample, 'errors');
  if (faults.length === 0) return fault['attr'] === '' && textOf(sample, 'error_code') === fault['code'];
  return faults.some(({ code, attr }) => code === fault['code'] && attr === fault['attr']);
}
