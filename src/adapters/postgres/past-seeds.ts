import type { PoolClient } from 'pg';
import { processKey } from '../../event/index.js';
import type { PastItem, Row } from '../../query/index.js';
import type { Seeds } from './past-events.js';

type Known = Readonly<Record<string, string>>;

const NOTHING: Seeds = { accounts: [], names: [], keys: [], followsAccounts: false };

/** Where to look for the events of an item that is known by these fields. */
export const seedsOf: Readonly<
  Record<PastItem, (client: PoolClient, known: Known, organisation: string | null) => Promise<Seeds>>
> = {
  accounts: async (_, { account_number }) => ({ ...NOTHING, accounts: [account_number ?? ''] }),

  'import-processes': async (client, { resource_type, external_identifier, organisation: given }, own) => {
    const organisations = own ?? given;
    const { rows } = await client.query<{ organisation: string }>(
      `SELECT $1::text AS organisation WHERE $1 IS NOT NULL UNION
       SELECT organisation FROM read_model.import_processes
       WHERE $1 IS NULL AND resource_type = $2 AND external_identifier = $3`,
      [organisations ?? null, resource_type, external_identifier],
    );
    const keys = rows.map(({ organisation }) =>
      processKey(organisation, resource_type ?? '', external_identifier ?? ''),
    );
    return { ...NOTHING, keys };
  },

  // Also by its account, because some of its events are told by an id that only the others tell with the number.
  'supplier-lifecycles': async (client, { process = '', known_by }) => {
    const { rows } = await client.query<Row>(
      `SELECT process_number, account_number FROM read_model.supplier_lifecycles
       WHERE process = $1 AND known_by = $2`,
      [process, known_by],
    );
    const numbers = [...rows.map(({ process_number }) => process_number), known_by === 'number' && process];
    return {
      accounts: [...new Set(rows.map(({ account_number }) => account_number).filter(isText))],
      names: [
        ...[...new Set(numbers.filter(isText))].flatMap((number) =>
          ['join_process', 'leave_process', 'lifecycle_process'].map((kind) => `${kind}/${number}`),
        ),
        ...(known_by === 'id' ? [`leave_process_id/${process}`] : []),
      ],
      keys: [],
      followsAccounts: true,
    };
  },
};

const isText = (value: unknown): value is string => typeof value === 'string';
