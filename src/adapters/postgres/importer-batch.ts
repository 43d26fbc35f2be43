import type { PoolClient } from 'pg';
import type { AccountPayload, ClaimedImport, FinishedImport, ImportBatch } from '../../importer/index.js';
import { drawIdentifiers, reserveNumbers, takenNumbers } from './importer-identifiers.js';
import { expectRows } from './importer-rows.js';
import type { JournalWriter } from './journal.js';

interface ClaimedRow {
  organisation: string;
  resource_type: string;
  external_identifier: string;
  import_supplier: string;
  attempt: number;
  payload: AccountPayload;
  accepted_event_id: string;
  correlation_id: string;
  traceparent: string | null;
  supplier_mpids: Record<string, string>;
  supplier_revision: number;
}

// Claims before it joins: the limit then stops the walk along the index of waiting processes.
const CLAIM = {
  name: 'importer-claim',
  text: `WITH claimed AS MATERIALIZED (
           SELECT organisation, resource_type, external_identifier, import_supplier, attempt, payload,
             accepted_event_id, correlation_id, traceparent, accepted_order
           FROM intake.import_processes
           WHERE state = 'waiting' AND resource_type = 'account'
           ORDER BY accepted_order LIMIT $1 FOR UPDATE SKIP LOCKED
         )
         SELECT claimed.*, supplier.supplier_mpids, supplier.revision AS supplier_revision
         FROM claimed JOIN intake.import_suppliers supplier USING (organisation, import_supplier)
         ORDER BY accepted_order`,
};

/** Claims waiting imports in `client`'s transaction: they are free again as soon as it ends without a commit. */
export async function createImportBatch(
  client: PoolClient,
  journal: JournalWriter,
  limit: number,
): Promise<ImportBatch> {
  const { rows } = await client.query<ClaimedRow>({ ...CLAIM, values: [limit] });
  const claimed = new Map(rows.map((row) => [claimedImport(row), row.supplier_revision]));
  return {
    imports: [...claimed.keys()],
    draw: (needs) => drawIdentifiers(client, needs),
    reserve: (wanted) => reserveNumbers(client, wanted),
    taken: (accountNumbers) => takenNumbers(client, accountNumbers),
    async finish(finished) {
      await storeOutcomes(client, finished, claimed);
      await planTasks(client, finished);
      await journal.commitWith(
        client,
        finished.flatMap((one) => one.events),
      );
    },
  };
}

function claimedImport(row: ClaimedRow): ClaimedImport {
  return {
    organisation: row.organisation,
    resourceType: row.resource_type,
    externalIdentifier: row.external_identifier,
    importSupplier: row.import_supplier,
    attempt: row.attempt,
    payload: row.payload,
    causationId: row.accepted_event_id,
    correlationId: row.correlation_id,
    traceparent: row.traceparent,
    supplierMpids: row.supplier_mpids,
  };
}

const FINISH = {
  name: 'importer-finish',
  text: `UPDATE intake.import_processes process
         SET state = f.state, finished_at = clock_timestamp(), account_number = f.account_number,
           error_code = f.error_code, error_detail = f.error_detail, errors = f.errors::jsonb,
           supplier_revision = f.supplier_revision
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
             $9::integer[])
           AS f (organisation, resource_type, external_identifier, state, account_number, error_code, error_detail,
             errors, supplier_revision)
         WHERE process.organisation = f.organisation AND process.resource_type = f.resource_type
           AND process.external_identifier = f.external_identifier AND process.state = 'waiting'`,
};

async function storeOutcomes(
  client: PoolClient,
  finished: readonly FinishedImport[],
  supplierRevisions: ReadonlyMap<ClaimedImport, number>,
): Promise<void> {
  const failure = ({ result }: FinishedImport) => (result.state === 'error' ? result : undefined);
  const updated = await client.query({
    ...FINISH,
    values: [
      finished.map((one) => one.claimed.organisation),
      finished.map((one) => one.claimed.resourceType),
      finished.map((one) => one.claimed.externalIdentifier),
      finished.map((one) => one.result.state),
      finished.map(({ result }) => (result.state === 'complete' ? result.accountNumber : null)),
      finished.map((one) => failure(one)?.code ?? null),
      finished.map((one) => failure(one)?.detail ?? null),
      finished.map((one) => {
        const errors = failure(one)?.errors;
        return errors ? JSON.stringify(errors) : null;
      }),
      finished.map((one) => supplierRevisions.get(one.claimed) ?? null),
    ],
  });
  expectRows(updated, finished.length, 'import processes finished');
}

const PLAN = {
  name: 'importer-plan-tasks',
  text: `INSERT INTO importer.post_import_tasks
           (organisation, resource_type, external_identifier, import_supplier, account_number, correlation_id,
            traceparent, task, input, causation_id)
         SELECT p.organisation, p.resource_type, p.external_identifier, p.import_supplier, p.account_number,
           p.correlation_id, p.traceparent, p.task, p.input::jsonb, p.causation_id
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
             $9::text[], $10::text[])
           AS p (organisation, resource_type, external_identifier, import_supplier, account_number, correlation_id,
             traceparent, task, input, causation_id)`,
};

async function planTasks(client: PoolClient, finished: readonly FinishedImport[]): Promise<void> {
  const planned = finished.flatMap(({ claimed, result }) =>
    result.state === 'complete'
      ? result.tasks.map((task) => ({ claimed, task, accountNumber: result.accountNumber }))
      : [],
  );
  if (planned.length === 0) return;
  const inserted = await client.query({
    ...PLAN,
    values: [
      planned.map((one) => one.claimed.organisation),
      planned.map((one) => one.claimed.resourceType),
      planned.map((one) => one.claimed.externalIdentifier),
      planned.map((one) => one.claimed.importSupplier),
      planned.map((one) => one.accountNumber),
      planned.map((one) => one.claimed.correlationId),
      planned.map((one) => one.claimed.traceparent),
      planned.map((one) => one.task.task),
      planned.map((one) => JSON.stringify(one.task.input)),
      planned.map((one) => one.task.causationId),
    ],
  });
  expectRows(inserted, planned.length, 'post-import tasks planned');
}
