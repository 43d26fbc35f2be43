import { createReadModels } from '../../adapters/postgres/query.js';
import { findSupplier, type ReadModels, type Row } from '../../query/index.js';
import { type HouseFlags, withDatabase } from '../house.js';
import { InputError } from '../input-error.js';

const PAGE = 500;

/** Reads as an operator: whoever may connect to the database as its owner sees all. */
export function withReadModels(
  flags: HouseFlags,
  work: (readModels: ReadModels) => Promise<void>,
): Promise<void> {
  return withDatabase(flags, async (database) => {
    const pool = database.pool('cli');
    const { rows } = await pool.query(
      "SELECT FROM projector.live_versions WHERE projection = 'import-progress'",
    );
    if (rows.length === 0)
      throw new InputError('there is no read model of imports yet: the service makes it');
    await work(createReadModels(pool));
  });
}

/** Every import supplier, of one organisation or of all. */
export async function allSuppliers(
  readModels: ReadModels,
  organisation: string | null,
): Promise<readonly Row[]> {
  const request = { list: 'import-suppliers', organisation, filters: new Map(), limit: PAGE } as const;
  const rows: Row[] = [];
  for (let after: Parameters<ReadModels['list']>[0]['after']; ; ) {
    const { rows: page, next } = (await readModels.list({ ...request, after })).value;
    rows.push(...page);
    if (next === undefined) return rows;
    after = next;
  }
}

/** @throws InputError where there is none, as far as the read model knows */
export async function readSupplier(readModels: ReadModels, organisation: string, name: string) {
  const { row, lagSeconds } = await findSupplier(readModels, organisation, name);
  if (row) return { row, lagSeconds };
  const yet = lagSeconds > 0 ? ` yet: the read model is ${lagSeconds.toFixed(1)} s behind` : '';
  throw new InputError(`there is no import supplier ${name} of ${organisation}${yet}`);
}
