import type { RedriveStore } from '../../intake/inbound/index.js';
import { recordOf, safeDetail } from './inbound-parked.js';
import { remember } from './inbound-seen.js';
import type { JournalWriter } from './journal.js';
import type { Pool } from './pool.js';
import { asDataFault } from './rejected.js';
import { inTransaction } from './transaction.js';

const OPEN = `SELECT parked_id AS "parkedId", topic, partition, "offset", written_at, key, headers, value
              FROM inbound.parked_records
              WHERE state = 'parked' AND parked_id > $1 AND ($2::bigint[] IS NULL OR parked_id = ANY ($2))
              ORDER BY parked_id LIMIT $3 FOR UPDATE SKIP LOCKED`;

const CLOSE = `UPDATE inbound.parked_records SET state = $1, closed_at = now() WHERE parked_id = ANY ($2::bigint[])`;

const EXPLAIN = `UPDATE inbound.parked_records p SET reason = e.reason, detail = e.detail
                 FROM unnest($1::bigint[], $2::text[], $3::text[]) AS e (parked_id, reason, detail)
                 WHERE p.parked_id = e.parked_id`;

/** Parked records that are read again. */
export function createRedriveStore(pool: Pool, journal: JournalWriter): RedriveStore {
  return {
    async redriving(work) {
      try {
        return await inTransaction(pool, (client) =>
          work({
            async open({ ids, afterId, limit }) {
              const { rows } = await client.query<Parameters<typeof recordOf>[0] & { parkedId: number }>(
                OPEN,
                [afterId, ids, limit],
              );
              return rows.map(({ parkedId, ...row }) => ({ parkedId, record: recordOf(row) }));
            },
            remember: (identities) => remember(client, identities),
            async close({ events, journaled, duplicates, parked }) {
              await client.query(CLOSE, ['journaled', journaled]);
              await client.query(CLOSE, ['duplicate', duplicates]);
              await client.query(EXPLAIN, [
                parked.map(({ parkedId }) => parkedId),
                parked.map(({ reason }) => reason),
                parked.map(({ detail }) => safeDetail(detail)),
              ]);
              await journal.commitWith(client, events);
            },
          }),
        );
      } catch (error) {
        throw asDataFault(error);
      }
    },
  };
}
