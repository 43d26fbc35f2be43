import { withPool } from './keys.js';
import { schemaNames } from './schemas.js';

/** The organisation of nearly everything: the one that the benches' client belongs to. */
const LARGE = 'demo';
/** One of every {@link TINY_EACH}th account. Prime, as the next: each organisation has things of every kind. */
export const TINY = 'tiny';
export const TINY_EACH = 10_007;
/** One of every {@link MIDDLING_EACH}th account that is not of the tiny one. */
export const MIDDLING = 'middling';
export const MIDDLING_EACH = 101;
/** Each organisation has ten import suppliers of its own, as it would: they are numbered from here on. */
export const SUPPLIERS_FROM = { large: 0, middling: 10, tiny: 20, operator: 0 } as const;

export interface Size {
  readonly accounts: number;
  /** Rows of the event history. */
  readonly history: number;
}

const BATCH = 100_000;

/** Unless they are filled already, with which they must be of that size. */
export async function fillOnce(url: string, size: Size): Promise<void> {
  const found = await withPool(url, async (pool) => {
    const { accounts, history } = await schemaNames(pool);
    // What the service has told of itself meanwhile is not counted.
    const { rows } = await pool.query<{ accounts: number; history: number }>(
      `SELECT (SELECT count(*)::int FROM ${accounts}.accounts) AS accounts, (SELECT count(*)::int FROM ${history}.events WHERE starts_with(event_id, 'event-')) AS history`,
    );
    return rows[0];
  });
  if (!found?.accounts) await fillReadModels(url, size);
  else if (found.accounts !== size.accounts || found.history !== size.history)
    throw new Error(
      `there are ${found.accounts} accounts and ${found.history} rows of history: ask for so many, or another folder`,
    );
}

/**
 * Fills the read models as if so many accounts had been imported: straight into their tables, in batches, so that a
 * transaction stays small.
 */
function fillReadModels(url: string, { accounts, history }: Size): Promise<void> {
  return withPool(url, async (pool) => {
    const schemas = await schemaNames(pool);
    await pool.query('SET synchronous_commit = off');
    for (const [rows, statements] of [
      [accounts, accountStatements(schemas)],
      [history, historyStatements(schemas, accounts)],
    ] as const) {
      for (let from = 1; from <= rows; from += BATCH) {
        const to = Math.min(rows, from + BATCH - 1);
        for (const text of statements)
          await pool.query(text.replaceAll('$ROWS', `generate_series(${from}, ${to}) n`));
      }
    }
    await pool.query(counts(schemas));
    await pool.query('VACUUM (ANALYZE)');
  });
}

type Schemas = Awaited<ReturnType<typeof schemaNames>>;

const ownerOf = (account: string) =>
  `CASE WHEN ${account} % ${TINY_EACH} = 0 THEN '${TINY}' WHEN ${account} % ${MIDDLING_EACH} = 0 THEN '${MIDDLING}' ELSE '${LARGE}' END`;
const OWNER = ownerOf('n');
/** Of every third thing only others told: it goes with its account. */
const STATED_OWNER = `CASE WHEN n % 3 > 0 THEN ${OWNER} END`;
const supplierOf = (account: string) =>
  `'supplier-' || ${account} % 10 + CASE WHEN ${account} % ${TINY_EACH} = 0 THEN ${SUPPLIERS_FROM.tiny} WHEN ${account} % ${MIDDLING_EACH} = 0 THEN ${SUPPLIERS_FROM.middling} ELSE ${SUPPLIERS_FROM.large} END`;
const SUPPLIER = supplierOf('n');
const STATE = `CASE WHEN n % 50 = 0 THEN 'error' WHEN n % 1000 = 1 THEN 'waiting' WHEN n % 1000 = 2 THEN 'cancelled' ELSE 'complete' END`;
const TIME = "'2026-01-01'::timestamptz + n * interval '1 second'";

const accountStatements = ({ imports, accounts, lifecycles }: Schemas): readonly string[] => [
  `INSERT INTO ${imports}.processes (organisation, resource_type, external_identifier, accepted, import_supplier, state, attempt,
     account_number, first_accepted_at, accepted_at, error_code)
   SELECT ${OWNER}, CASE WHEN n % 500 = 0 THEN 'order' ELSE 'account' END, 'crm-' || n, true, ${SUPPLIER}, ${STATE}, 1,
     CASE WHEN n % 50 <> 0 THEN 'A-' || n END, ${TIME}, ${TIME}, CASE WHEN n % 50 = 0 THEN 'code-' || n % 7 END FROM $ROWS`,
  `INSERT INTO ${imports}.post_imports (organisation, resource_type, external_identifier, task, import_supplier, state)
   SELECT ${OWNER}, 'account', 'crm-' || n, 'opening_balance', ${SUPPLIER}, CASE WHEN n % 100 = 0 THEN 'error' ELSE 'complete' END
   FROM $ROWS`,
  `INSERT INTO ${imports}.refusals (event_id, organisation, import_supplier, resource_type, external_identifier, code, errors, refused_at)
   SELECT 'refused-' || n, ${OWNER}, ${SUPPLIER}, 'account', 'crm-' || n, 'code-' || n % 7, '[]', ${TIME} FROM $ROWS WHERE n % 20 = 0`,
  `INSERT INTO ${accounts}.accounts (account_number, import_supplier, created_at, is_imported, imported_by, first_told_at, last_told_at)
   SELECT 'A-' || n, ${SUPPLIER}, ${TIME}, true, ${OWNER}, ${TIME}, ${TIME} FROM $ROWS`,
  `INSERT INTO ${accounts}.account_users (user_id, user_number, user_email, linked_accounts_stamp, is_present, imported_by)
   SELECT n, 'U-' || n, 'ann@example.com', 's', true, ${OWNER} FROM $ROWS`,
  `INSERT INTO ${accounts}.account_user_links (user_id, account_number, named, named_stamp) SELECT n, 'A-' || n, true, 's' FROM $ROWS`,
  `INSERT INTO ${accounts}.account_metadata (account_number, key, value, is_present, imported_by)
   SELECT 'A-' || n, 'k', 'v', true, ${OWNER} FROM $ROWS`,
  `INSERT INTO ${accounts}.agreements (agreement_id, account_number, product_code, created_at, imported_by)
   SELECT n, 'A-' || n, 'product-' || n % 1001, ${TIME}, ${STATED_OWNER} FROM $ROWS`,
  `INSERT INTO ${accounts}.conversations (conversation_relay_id, account_number, state, first_told_at, imported_by)
   SELECT 'conversation-' || n, 'A-' || n, CASE WHEN n % 1000 IN (0, 10) THEN 'snoozed' WHEN n % 4 = 0 THEN 'open' ELSE 'closed' END, ${TIME}, ${STATED_OWNER}
   FROM $ROWS WHERE n % 10 = 0`,
  `INSERT INTO ${accounts}.ledgers (account_number, ledger_number, imported_by) SELECT 'A-' || n, 'L-1', ${OWNER} FROM $ROWS`,
  `INSERT INTO ${accounts}.supply_registrations (fuel, meter_point, account_number, gain_requested_at, imported_by)
   SELECT 'electricity', 'M-' || n, 'A-' || n, ${TIME}, ${OWNER} FROM $ROWS`,
  `INSERT INTO ${lifecycles}.accounts (account_number, import_supplier, imported_by)
   SELECT 'A-' || n, ${SUPPLIER}, ${OWNER} FROM $ROWS WHERE n % 10 = 0`,
  `INSERT INTO ${lifecycles}.processes (kind, known_by, reference, account_number_least, account_number_greatest, subtype,
     requested_at, completed_at)
   SELECT CASE WHEN n % 40 = 0 THEN 'leave' ELSE 'join' END, 'number', 'N-' || n, 'A-' || n, 'A-' || n, 'subtype-' || n % 5, ${TIME},
     CASE WHEN n % 1000 NOT IN (0, 10) THEN ${TIME} END FROM $ROWS WHERE n % 10 = 0`,
  `INSERT INTO ${lifecycles}.supply_points (kind, known_by, reference, market_name, external_identifier, requested_at)
   SELECT CASE WHEN n % 40 = 0 THEN 'leave' ELSE 'join' END, 'number', 'N-' || n, 'ELEC', 'M-' || n, ${TIME} FROM $ROWS WHERE n % 10 = 0`,
];

/** Each account has about as many events; a tenth tells of its agreement alone. */
const historyStatements = ({ history }: Schemas, accounts: number): readonly string[] => [
  `INSERT INTO ${history}.events (partition, sequence, event_id, source, event_type, event_version, is_internal, occurred_at, key,
     import_supplier, organisation, account_number, entity, data)
   SELECT n % (SELECT count(*) FROM journal.partitions), n, 'event-' || n, 'headrace/importer', 'type-' || n % 100, 'v1', false, ${TIME},
     'A-' || a, ${supplierOf('a')}, ${ownerOf('a')},
     CASE WHEN n % 10 > 0 THEN 'A-' || a END, 'agreement/' || a, jsonb_build_object('agreement_id', a, 'note', repeat('x', 200))
   FROM (SELECT n, 1 + (n * 7919::bigint) % ${accounts} AS a FROM $ROWS) told`,
  `INSERT INTO ${history}.links SELECT 'agreement/' || n, 'A-' || n, true FROM $ROWS WHERE n <= ${accounts}`,
  `INSERT INTO ${history}.account_owners SELECT 'A-' || n, ${OWNER} FROM $ROWS WHERE n <= ${accounts}`,
];

/** Counts are kept by the projector as it goes. */
const counts = ({ imports }: Schemas) => `
  INSERT INTO ${imports}.suppliers (organisation, import_supplier, status, status_changed_at)
    SELECT DISTINCT organisation, import_supplier, 'ongoing', now() FROM ${imports}.processes;
  INSERT INTO ${imports}.supplier_counts (organisation, import_supplier, resource_type, partition, accepted, waiting, complete, error, cancelled)
    SELECT organisation, import_supplier, resource_type, 0, count(*), count(*) FILTER (WHERE state = 'waiting'),
      count(*) FILTER (WHERE state = 'complete'), count(*) FILTER (WHERE state = 'error'), count(*) FILTER (WHERE state = 'cancelled')
    FROM ${imports}.processes GROUP BY 1, 2, 3;
  INSERT INTO ${imports}.minute_counts (organisation, import_supplier, resource_type, minute, partition, accepted, complete, error, cancelled)
    SELECT organisation, import_supplier, resource_type, date_trunc('minute', accepted_at), 0, count(*),
      count(*) FILTER (WHERE state = 'complete'), count(*) FILTER (WHERE state = 'error'), count(*) FILTER (WHERE state = 'cancelled')
    FROM ${imports}.processes GROUP BY 1, 2, 3, 4;
  INSERT INTO ${imports}.error_counts (organisation, import_supplier, resource_type, code, attr, partition, processes)
    SELECT organisation, import_supplier, resource_type, error_code, '', 0, count(*) FROM ${imports}.processes
    WHERE error_code IS NOT NULL GROUP BY 1, 2, 3, 4`;
