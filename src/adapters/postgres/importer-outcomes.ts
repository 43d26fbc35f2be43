import type { PoolClient } from 'pg';
import type { ClaimedImport, ClaimedOrder, FinishedImport, FinishedOrder } from '../../importer/index.js';
import { expectRows } from './importer-rows.js';

const FINISH = {
  name: 'importer-finish',
  text: `UPDATE intake.import_processes process
         SET state = f.state, finished_at = clock_timestamp(), account_number = f.account_number,
           process_number = f.process_number, error_code = f.error_code, error_detail = f.error_detail,
           supplier_revision = coalesce(f.supplier_revision, process.supplier_revision),
           errors = f.errors::jsonb, cancelled_because = CASE WHEN f.state = 'cancelled' THEN 'expired' END
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
             $9::text[], $10::integer[])
           AS f (organisation, resource_type, external_identifier, state, account_number, process_number, error_code,
             error_detail, errors, supplier_revision)
         WHERE process.organisation = f.organisation AND process.resource_type = f.resource_type
           AND process.external_identifier = f.external_identifier AND process.state = 'waiting'`,
};

/**
 * Ends processes that this transaction has claimed.
 *
 * @param revisions of the supplier's configuration that each ran with; those left out keep the one they were accepted with
 */
export async function storeOutcomes(
  client: PoolClient,
  finished: readonly (FinishedImport | FinishedOrder)[],
  revisions: ReadonlyMap<ClaimedImport | ClaimedOrder, number> = new Map(),
): Promise<void> {
  if (finished.length === 0) return;
  const rows = finished.map(({ claimed, result }) => ({
    ...claimed,
    state: result.state,
    accountNumber: result.state === 'complete' ? result.accountNumber : null,
    processNumber: 'processNumber' in result ? result.processNumber : null,
    failure: result.state === 'error' ? result : undefined,
    supplierRevision: revisions.get(claimed) ?? null,
  }));
  const updated = await client.query({
    ...FINISH,
    values: [
      rows.map((row) => row.organisation),
      rows.map((row) => row.resourceType),
      rows.map((row) => row.externalIdentifier),
      rows.map((row) => row.state),
      rows.map((row) => row.accountNumber),
      rows.map((row) => row.processNumber),
      rows.map(({ failure }) => failure?.code ?? null),
      rows.map(({ failure }) => failure?.detail ?? null),
      rows.map(({ failure }) => (failure ? JSON.stringify(failure.errors) : null)),
      rows.map((row) => row.supplierRevision),
    ],
  });
  expectRows(updated, finished.length, 'import processes finished');
}
