import type { FailedSelection } from '../../query/index.js';
import { surfacing } from './intake-faults.js';
import type { Pool } from './pool.js';
import { inSnapshot } from './reading.js';

// About a megabyte of payloads.
const PAGE = 500;

const FIND = {
  name: 'dashboard-failed-payloads',
  text: `SELECT external_identifier, payload::text AS payload FROM intake.import_processes
         WHERE organisation = $1 AND import_supplier = $2 AND resource_type = $3 AND state = 'error'
           AND external_identifier > $4 AND payload IS NOT NULL AND ($5::text IS NULL
             OR errors @> jsonb_build_array(jsonb_build_object('code', $5::text, 'attr', $6::text))
             OR error_code = $5 AND $6 = '' AND coalesce(jsonb_array_length(errors), 0) = 0)
         ORDER BY external_identifier LIMIT ${PAGE}`,
};

/** Payloads of failed processes, page by page: each page is of one moment, the whole is not. */
export async function* failedPayloads(
  pool: Pool,
  { organisation, importSupplier, resourceType, fault }: FailedSelection,
): AsyncGenerator<readonly string[]> {
  const selection = [organisation, importSupplier, resourceType];
  const matching = [fault?.code ?? null, fault?.attr ?? null];
  for (let after = ''; ; ) {
    const values = [...selection, after, ...matching];
    const { rows } = await surfacing(() =>
      inSnapshot(pool, organisation, (client) =>
        client.query<{ external_identifier: string; payload: string }>({ ...FIND, values }),
      ),
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ payload }) => payload);
    if (rows.length < PAGE) return;
    after = last.external_identifier;
  }
}
