import { DatabaseError } from 'pg';
import {
  Fenced,
  type InboundCommit,
  type InboundPlace,
  type InboundStore,
} from '../../intake/inbound/port.js';
import { parking } from './inbound-parked.js';
import { forgetSeen, remember } from './inbound-seen.js';
import type { JournalWriter } from './journal.js';
import type { Pool, PoolClient } from './pool.js';
import { asDataFault } from './rejected.js';
import { inTransaction } from './transaction.js';

const FENCED = 'HRF01';

/** Longest silence of ours in a transaction: a process that is stopped in one must not hold up who takes over. */
const SILENCE = "SET LOCAL idle_in_transaction_session_timeout = '10s'";

/** What taking the topic in needs of Postgres. */
export function createInboundStore(pool: Pool, journal: JournalWriter): InboundStore {
  return {
    async place(topic, partition) {
      await pool.query(
        'INSERT INTO inbound.positions (topic, partition) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [topic, partition],
      );
      const { rows } = await pool.query<InboundPlace>(
        `SELECT next_offset AS "nextOffset", revision FROM inbound.positions WHERE topic = $1 AND partition = $2`,
        [topic, partition],
      );
      if (!rows[0]) throw new Error(`${topic}, partition ${partition}: has no position`);
      return rows[0];
    },

    async taking(work) {
      try {
        return await inTransaction(pool, (client) => {
          // Not awaited: it travels with the first query of the work, which fails where this does.
          client.query(SILENCE).catch(() => {});
          return work({
            remember: (identities) => remember(client, identities),
            commit: (commit) => send(client, journal, commit),
          });
        });
      } catch (error) {
        if (error instanceof DatabaseError && error.code === FENCED) throw new Fenced(error.message);
        throw asDataFault(error);
      }
    },

    forgetSeen: (olderThanMs, limit) => forgetSeen(pool, olderThanMs, limit),
  };
}

/** Everything at once: where the position has moved, the server refuses what is behind it, and the commit rolls back. */
async function send(client: PoolClient, journal: JournalWriter, commit: InboundCommit): Promise<void> {
  const { topic, partition, from, nextOffset, events, duplicates, parked } = commit;
  const advance = {
    name: 'inbound-advance',
    text: 'SELECT inbound.advance($1, $2, $3, $4, $5, $6, $7)',
    values: [topic, partition, from.revision, nextOffset, events.length, duplicates, parked.length],
  };
  const statements = parked.length > 0 ? [advance, parking(parked)] : [advance];
  await Promise.all([
    ...statements.map((statement) => client.query(statement)),
    events.length > 0 ? journal.commitWith(client, events) : client.query('COMMIT'),
  ]);
}
