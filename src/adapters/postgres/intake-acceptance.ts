import type {
  AcceptanceTransaction,
  NewAttempt,
  ProcessKey,
  ProcessState,
  SupplierStatus,
} from '../../intake/index.js';
import { holdKeys, storeKeys } from './intake-keys.js';
import type { JournalWriter } from './journal.js';
import type { PoolClient } from './pool.js';

const STATUSES = {
  name: 'intake-supplier-statuses',
  // FOR SHARE: whoever pauses a supplier waits for imports that found it ongoing, so none is told after the pause.
  text: `SELECT s.organisation, s.import_supplier AS "importSupplier", s.status
         FROM intake.import_suppliers s
         JOIN unnest($1::text[], $2::text[]) AS wanted (organisation, import_supplier)
           USING (organisation, import_supplier)
         ORDER BY s.organisation, s.import_supplier
         FOR SHARE OF s`,
};

// Rows travel as one JSON text, their payloads inside it as they are: Postgres reads each payload once.
const ATTEMPT_COLUMNS = `organisation text, resource_type text, external_identifier text, import_supplier text,
  attempt int, payload jsonb, payload_sha256 text, accepted_event_id text, correlation_id text, traceparent text`;

const INSERT = {
  name: 'intake-insert-attempts',
  // Sorted, so that two transactions that insert the same keys wait for one another in one direction only.
  text: `INSERT INTO intake.import_processes
           (organisation, resource_type, external_identifier, import_supplier, attempt, payload, payload_sha256,
            accepted_event_id, correlation_id, traceparent)
         SELECT organisation, resource_type, external_identifier, import_supplier, attempt, payload,
           decode(payload_sha256, 'hex'), accepted_event_id, correlation_id, traceparent
         FROM jsonb_to_recordset($1::jsonb) AS attempts (${ATTEMPT_COLUMNS})
         ORDER BY organisation, resource_type, external_identifier
         ON CONFLICT DO NOTHING
         RETURNING organisation, resource_type AS "resourceType", external_identifier AS "externalIdentifier"`,
};

const LOCK = {
  name: 'intake-lock-attempts',
  text: `SELECT p.organisation, p.resource_type AS "resourceType", p.external_identifier AS "externalIdentifier",
           p.state, p.attempt, p.payload_sha256 AS "payloadSha256"
         FROM intake.import_processes p
         JOIN unnest($1::text[], $2::text[], $3::text[]) AS wanted (organisation, resource_type, external_identifier)
           USING (organisation, resource_type, external_identifier)
         ORDER BY p.organisation, p.resource_type, p.external_identifier
         FOR UPDATE OF p`,
};

const REPLACE = {
  name: 'intake-replace-attempts',
  text: `UPDATE intake.import_processes p
         SET import_supplier = a.import_supplier, attempt = a.attempt, state = 'waiting', payload = a.payload,
           payload_sha256 = decode(a.payload_sha256, 'hex'), accepted_order = DEFAULT,
           accepted_event_id = a.accepted_event_id, correlation_id = a.correlation_id, traceparent = a.traceparent,
           accepted_at = now(), finished_at = NULL, account_number = NULL, error_code = NULL, error_detail = NULL,
           errors = NULL
         FROM jsonb_to_recordset($1::jsonb) AS a (${ATTEMPT_COLUMNS})
         WHERE (p.organisation, p.resource_type, p.external_identifier)
             = (a.organisation, a.resource_type, a.external_identifier)`,
};

const HEADS = {
  name: 'intake-head-positions',
  text: `SELECT partition, last_sequence AS sequence FROM journal.partitions
         WHERE partition = ANY($1::smallint[]) AND last_sequence > 0`,
};

/** One open transaction in which imports are accepted. */
export function acceptanceTransaction(client: PoolClient, journal: JournalWriter): AcceptanceTransaction {
  return {
    partitionCount: journal.partitionCount,

    holdKeys: (keys) => holdKeys(client, keys),
    storeKeys: (answered) => storeKeys(client, answered),

    async supplierStatuses(suppliers) {
      const { rows } = await client.query<{
        organisation: string;
        importSupplier: string;
        status: SupplierStatus;
      }>({
        ...STATUSES,
        values: [suppliers.map((s) => s.organisation), suppliers.map((s) => s.importSupplier)],
      });
      return rows;
    },

    async insertAttempts(attempts) {
      if (attempts.length === 0) return [];
      const { rows } = await client.query<ProcessKey>({ ...INSERT, values: [asJson(attempts)] });
      return rows;
    },

    async lockAttempts(keys) {
      const { rows } = await client.query<
        ProcessKey & { state: ProcessState; attempt: number; payloadSha256: Buffer }
      >({
        ...LOCK,
        values: [
          keys.map((key) => key.organisation),
          keys.map((key) => key.resourceType),
          keys.map((key) => key.externalIdentifier),
        ],
      });
      return rows;
    },

    async replaceAttempts(attempts) {
      const { rowCount } = await client.query({ ...REPLACE, values: [asJson(attempts)] });
      if (rowCount !== attempts.length)
        throw new Error(`${rowCount} of ${attempts.length} attempts were replaced`);
    },

    async headPositions(partitions) {
      const { rows } = await client.query<{ partition: number; sequence: number }>({
        ...HEADS,
        values: [partitions],
      });
      return rows;
    },

    append: (events) => journal.commitWith(client, events),
  };
}

function asJson(attempts: readonly NewAttempt[]): string {
  const rows = attempts.map(({ payload, ...attempt }) => {
    const columns = JSON.stringify({
      organisation: attempt.organisation,
      resource_type: attempt.resourceType,
      external_identifier: attempt.externalIdentifier,
      import_supplier: attempt.importSupplier,
      attempt: attempt.attempt,
      payload_sha256: attempt.payloadSha256.toString('hex'),
      accepted_event_id: attempt.acceptedEventId,
      correlation_id: attempt.correlationId,
      traceparent: attempt.traceparent,
    });
    return `${columns.slice(0, -1)},"payload":${payload}}`;
  });
  return `[${rows.join(',')}]`;
}
