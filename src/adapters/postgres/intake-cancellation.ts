import type { CancellableProcess, CancellationTransaction, ProcessKey } from '../../intake/index.js';
import { logTransaction } from './intake-log.js';
import type { JournalWriter } from './journal.js';
import type { PoolClient } from './pool.js';

const LOCK = {
  name: 'intake-lock-processes',
  // Waits for whoever runs one of them, and then sees how it ended. In the order in which everybody locks them.
  text: `SELECT p.organisation, p.resource_type AS "resourceType", p.external_identifier AS "externalIdentifier",
           p.import_supplier AS "importSupplier", p.state, p.attempt, p.accepted_event_id AS "acceptedEventId",
           p.expiry_window_end AS "expiryWindowEnd"
         FROM intake.import_processes p
         JOIN unnest($1::text[], $2::text[], $3::text[]) AS wanted (organisation, resource_type, external_identifier)
           USING (organisation, resource_type, external_identifier)
         ORDER BY p.resource_type, p.organisation, p.external_identifier
         FOR UPDATE OF p`,
};

const CANCEL = {
  name: 'intake-cancel-processes',
  text: `UPDATE intake.import_processes p
         SET state = 'cancelled', finished_at = clock_timestamp(), cancelled_because = 'requested'
         FROM unnest($1::text[], $2::text[], $3::text[]) AS c (organisation, resource_type, external_identifier)
         WHERE (p.organisation, p.resource_type, p.external_identifier)
             = (c.organisation, c.resource_type, c.external_identifier) AND p.state = 'waiting'`,
};

/** One open transaction in which processes are cancelled. */
export function cancellationTransaction(client: PoolClient, journal: JournalWriter): CancellationTransaction {
  return {
    ...logTransaction(client, journal),

    async lockProcesses(keys) {
      const { rows } = await client.query<
        Omit<CancellableProcess, 'expiryWindowEnd'> & { expiryWindowEnd: Date }
      >({ ...LOCK, values: columnsOf(keys) });
      return rows.map((row) => ({ ...row, expiryWindowEnd: row.expiryWindowEnd.toISOString() }));
    },

    async cancel(keys) {
      const { rowCount } = await client.query({ ...CANCEL, values: columnsOf(keys) });
      if (rowCount !== keys.length) throw new Error(`${rowCount} of ${keys.length} processes were cancelled`);
    },
  };
}

function columnsOf(keys: readonly ProcessKey[]): string[][] {
  return [
    keys.map((key) => key.organisation),
    keys.map((key) => key.resourceType),
    keys.map((key) => key.externalIdentifier),
  ];
}
