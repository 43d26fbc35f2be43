import { createIntakeStore } from '../../adapters/postgres/intake.js';
import { RequestError } from '../../errors.js';
import { type OperatorDesk, operatorDesk } from '../../intake/index.js';
import { openShared } from '../../start/shared.js';
import { type HouseFlags, withHouse } from '../house.js';
import { InputError } from '../input-error.js';

/** Results asked for at once. */
const PAGE = 500;

/**
 * What the operator's API does, without a key: whoever may read the database may do it. Running services forget what they
 * remember of tokens by Redis at once, else within 30 seconds.
 *
 * @param what the thing that is meant, for people
 */
export function withDesk<T>(
  flags: HouseFlags,
  what: string,
  work: (desk: OperatorDesk) => Promise<T>,
): Promise<T> {
  return withHouse(flags, async (house) => {
    const store = createIntakeStore(house.database.pool('cli'), house.database.journal);
    const { tokens } = openShared(house);
    const forget = async (secrets: readonly Buffer[]) => {
      await tokens?.forget(secrets.map((secret) => secret.toString('base64')));
    };
    try {
      return await work(operatorDesk({ store, encoder: house.catalogue, forget }));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.code === 'not_found') throw new InputError(`there is no ${what}`);
      if (error.code === 'already_exists') throw new InputError(`there is already: ${what}`);
      throw error;
    }
  });
}

/** All results, page by page. */
export async function allPages<Item>(
  list: (page: { limit: number; after: string | undefined }) => Promise<readonly Item[]>,
  nameOf: (item: Item) => string,
): Promise<readonly Item[]> {
  const all: Item[] = [];
  for (let after: string | undefined; ; ) {
    const page = await list({ limit: PAGE, after });
    all.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return all;
    after = nameOf(last);
  }
}
