import type { PublishStore } from '../../intake/index.js';
import { remember } from './inbound-seen.js';
import { surfacing } from './intake-faults.js';
import { logTransaction } from './intake-log.js';
import type { JournalWriter } from './journal.js';
import type { Pool } from './pool.js';
import { asDataFault } from './rejected.js';
import { inTransaction } from './transaction.js';

const OWNERS = {
  name: 'publish-owners',
  text: `SELECT account_number AS number, organisation FROM importer.account_numbers
         WHERE account_number = ANY ($1::text[])`,
};

/** What publishing needs of Postgres. */
export function publishStore(pool: Pool, journal: JournalWriter): PublishStore {
  return {
    publishing: (work) =>
      surfacing(async () => {
        try {
          return await inTransaction(pool, (client) =>
            work({
              ...logTransaction(client, journal),
              async ownersOf(accountNumbers) {
                const { rows } = await client.query<{ number: string; organisation: string }>({
                  ...OWNERS,
                  // What PostgreSQL's text cannot hold is no account of ours.
                  values: [accountNumbers.filter((number) => !number.includes('\0'))],
                });
                return new Map(rows.map(({ number, organisation }) => [number, organisation]));
              },
              remember: (identities) => remember(client, identities),
            }),
          );
        } catch (error) {
          throw asDataFault(error);
        }
      }),
  };
}
