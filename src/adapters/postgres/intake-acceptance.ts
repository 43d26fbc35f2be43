import type { AcceptanceTransaction, ProcessKey, ProcessState, SupplierStatus } from '../../intake/index.js';
import { attemptsJson } from './intake-attempts.js';
import { holdKeys, storeKeys } from './intake-keys.js';
import { logTransaction } from './intake-log.js';
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
  // Sorted, so that two transactions that insert the same keys wait for one another in one direction only. Accounts
  // come before orders wherever both are locked: the importer, holding accounts, locks orders that wait for them.
  text: `INSERT INTO intake.import_processes
           (organisation, resource_type, external_identifier, import_supplier, attempt, payload, payload_sha256,
            accepted_event_id, correlation_id, traceparent, expiry_window_end,
            supplier_revision)
         SELECT a.organisation, a.resource_type, a.external_identifier, a.import_supplier, a.attempt, a.payload,
           decode(a.payload_sha256, 'hex'), a.accepted_event_id, a.correlation_id, a.traceparent,
           now() + s.expiry_window_days * interval '24 hours', s.revision
         FROM jsonb_to_recordset($1::jsonb) AS a (${ATTEMPT_COLUMNS})
         JOIN intake.import_suppliers s USING (organisation, import_supplier)
         ORDER BY a.resource_type, a.organisation, a.external_identifier
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
         ORDER BY p.resource_type, p.organisation, p.external_identifier
         FOR UPDATE OF p`,
};

const REPLACE = {
  name: 'intake-replace-attempts',
  text: `WITH a AS MATERIALIZED (
           SELECT a.*, s.expiry_window_days, s.revision FROM jsonb_to_recordset($1::jsonb) AS a (${ATTEMPT_COLUMNS})
           JOIN intake.import_suppliers s USING (organisation, import_supplier)
         ), kept AS (
           INSERT INTO intake.past_attempts
             (organisation, resource_type, external_identifier, attempt, import_supplier, state, accepted_at,
              finished_at, expiry_window_end, cancelled_because, error_code, error_detail, errors, supplier_revision)
           SELECT p.organisation, p.resource_type, p.external_identifier, p.attempt, p.import_supplier, p.state,
             p.accepted_at, p.finished_at, p.expiry_window_end, p.cancelled_because, p.error_code, p.error_detail,
             p.errors, p.supplier_revision
           FROM intake.import_processes p JOIN a USING (organisation, resource_type, external_identifier)
         )
         UPDATE intake.import_processes p
         SET import_supplier = a.import_supplier, attempt = a.attempt, state = 'waiting', payload = a.payload,
           payload_sha256 = decode(a.payload_sha256, 'hex'), accepted_order = DEFAULT,
           accepted_event_id = a.accepted_event_id, correlation_id = a.correlation_id, traceparent = a.traceparent,
           accepted_at = now(), finished_at = NULL, account_number = NULL, error_code = NULL, error_detail = NULL,
           errors = NULL, cancelled_because = NULL, next_look_at = now(), supplier_revision = a.revision,
           expiry_window_end = now() + a.expiry_window_days * interval '24 hours'
         FROM a
         WHERE (p.organisation, p.resource_type, p.external_identifier)
             = (a.organisation, a.resource_type, a.external_identifier)`,
};

/** One open transaction in which imports are accepted. */
export function acceptanceTransaction(client: PoolClient, journal: JournalWriter): AcceptanceTransaction {
  return {
    ...logTransaction(client, journal),

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
      const { rows } = await client.query<ProcessKey>({ ...INSERT, values: [attemptsJson(attempts)] });
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
      const { rowCount } = await client.query({ ...REPLACE, values: [attemptsJson(attempts)] });
      if (rowCount !== attempts.length)
        throw new Error(`${rowCount} of ${attempts.length} attempts were replaced`);
    },
  };
}
