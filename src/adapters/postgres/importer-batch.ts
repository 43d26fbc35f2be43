import type { PoolClient } from 'pg';
import type { AccountPayload, ClaimedImport, FinishedImport, ImportBatch } from '../../importer/index.js';
import { drawIdentifiers, reserveNumbers, takenNumbers } from './importer-identifiers.js';
import { storeOutcomes } from './importer-outcomes.js';
import { type ClaimedProcessRow, claimedProcess, expectRows } from './importer-rows.js';
import type { JournalWriter } from './journal.js';

interface ClaimedRow extends ClaimedProcessRow<AccountPayload> {
  supplier_mpids: Record<string, string>;
  customer_emails: boolean;
  supplier_revision: number;
}

// Claims before it joins: the limit then stops the walk along the index of waiting processes.
const CLAIM = {
  name: 'importer-claim',
  text: `WITH claimed AS MATERIALIZED (
           SELECT organisation, resource_type, external_identifier, import_supplier, attempt, payload,
             accepted_event_id, correlation_id, traceparent, expiry_window_end, accepted_order
           FROM intake.import_processes
           WHERE state = 'waiting' AND resource_type = 'account'
           ORDER BY accepted_order LIMIT $1 FOR UPDATE SKIP LOCKED
         )
         SELECT claimed.*, supplier.supplier_mpids, supplier.customer_emails, supplier.revision AS supplier_revision
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
      await makeOrdersDue(client, finished);
      await journal.commitWith(
        client,
        finished.flatMap((one) => one.events),
      );
    },
  };
}

function claimedImport(row: ClaimedRow): ClaimedImport {
  return {
    ...claimedProcess(row),
    supplierMpids: row.supplier_mpids,
    customerEmails: row.customer_emails,
  };
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

const MAKE_DUE = {
  name: 'importer-make-orders-due',
  // Each account asks the index by itself (OFFSET 0 keeps it so): of orders that wait there may be very many, and
  // statistics of them very old. Locked in the one order in which everybody locks processes, so that nobody waits in
  // a circle.
  text: `WITH made AS (
           SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
             AS made (organisation, external_identifier, account_number)
         ), waiting AS (
           SELECT made.organisation, o.external_identifier FROM made CROSS JOIN LATERAL (
             SELECT external_identifier FROM intake.import_processes
             WHERE state = 'waiting' AND resource_type = 'order' AND organisation = made.organisation
               AND payload -> 'account' ->> 'external_identifier' = made.external_identifier
             OFFSET 0) o
           UNION
           SELECT made.organisation, o.external_identifier FROM made CROSS JOIN LATERAL (
             SELECT external_identifier FROM intake.import_processes
             WHERE state = 'waiting' AND resource_type = 'order' AND organisation = made.organisation
               AND payload -> 'account' ->> 'number' = made.account_number
             OFFSET 0) o
         ), locked AS (
           SELECT p.organisation, p.external_identifier FROM intake.import_processes p
           JOIN waiting USING (organisation, external_identifier)
           WHERE p.resource_type = 'order' AND p.state = 'waiting'
           ORDER BY p.organisation, p.external_identifier FOR UPDATE OF p
         )
         UPDATE intake.import_processes p SET next_look_at = p.accepted_at FROM locked
         WHERE p.organisation = locked.organisation AND p.resource_type = 'order'
           AND p.external_identifier = locked.external_identifier`,
};

/** Orders that waited for one of these accounts need wait no longer: they are looked at next. */
async function makeOrdersDue(client: PoolClient, finished: readonly FinishedImport[]): Promise<void> {
  const made = finished.flatMap(({ claimed: { organisation, externalIdentifier }, result }) =>
    result.state === 'complete' ? [{ organisation, externalIdentifier, number: result.accountNumber }] : [],
  );
  if (made.length === 0) return;
  await client.query({
    ...MAKE_DUE,
    values: [
      made.map((one) => one.organisation),
      made.map((one) => one.externalIdentifier),
      made.map((one) => one.number),
    ],
  });
}
