import type {
  ImportSupplier,
  NewSupplier,
  OperatorStore,
  Organisation,
  SupplierRevision,
  SupplierStatus,
} from '../../intake/index.js';
import { isForeignKeyViolation, surfacing } from './intake-faults.js';
import type { JournalWriter } from './journal.js';
import type { Pool, PoolClient } from './pool.js';
import { inTransaction } from './transaction.js';

interface SupplierRow {
  organisation: string;
  import_supplier: string;
  status: SupplierStatus;
  root_location: string;
  customer_emails: boolean;
  expiry_window_days: number;
  supplier_mpids: Record<string, string>;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

interface RevisionRow {
  revision: number;
  configuration: Pick<
    SupplierRow,
    'status' | 'root_location' | 'customer_emails' | 'expiry_window_days' | 'supplier_mpids'
  >;
  changed_by: string | null;
  changed_at: Date;
}

const SUPPLIER_COLUMNS = `organisation, import_supplier, status, root_location, customer_emails, expiry_window_days,
  supplier_mpids, revision, created_at, updated_at`;

/** Organisations and their import suppliers. Lists are in the order of the names' code points, as `after` compares. */
export function operatorStore(pool: Pool, journal: JournalWriter): OperatorStore {
  return {
    createOrganisation: (wanted, first) =>
      surfacing(() =>
        inTransaction(pool, async (client) => {
          const { rows } = await client.query<{ organisation: string; name: string; created_at: Date }>(
            `INSERT INTO intake.organisations (organisation, name) VALUES ($1, $2)
             ON CONFLICT DO NOTHING RETURNING organisation, name, created_at`,
            [wanted.organisation, wanted.name],
          );
          const [organisation] = rows.map(toOrganisation);
          if (!organisation) return 'exists';
          if (!first) return { organisation, supplier: undefined };
          const supplier = await insertSupplier(client, first.supplier);
          await journal.commitWith(client, [first.event]);
          return { organisation, supplier };
        }),
      ),

    listOrganisations: ({ limit, after }) =>
      surfacing(async () => {
        const { rows } = await pool.query<{ organisation: string; name: string; created_at: Date }>(
          `SELECT organisation, name, created_at FROM intake.organisations
           WHERE organisation COLLATE "C" > $1 ORDER BY organisation COLLATE "C" LIMIT $2`,
          [after ?? '', limit],
        );
        return rows.map(toOrganisation);
      }),

    createSupplier: (supplier, event) =>
      surfacing(async () => {
        try {
          return await inTransaction(pool, async (client) => {
            const made = await insertSupplier(client, supplier);
            if (!made) return 'exists';
            await journal.commitWith(client, [event]);
            return made;
          });
        } catch (error) {
          if (isForeignKeyViolation(error)) return 'no_organisation';
          throw error;
        }
      }),

    findSupplier: (organisation, name) =>
      surfacing(async () => {
        const { rows } = await pool.query<SupplierRow>(
          `SELECT ${SUPPLIER_COLUMNS} FROM intake.import_suppliers WHERE organisation = $1 AND import_supplier = $2`,
          [organisation, name],
        );
        return rows.map(toSupplier)[0];
      }),

    listSuppliers: (organisation, { limit, after }) =>
      surfacing(async () => {
        const { rows } = await pool.query<SupplierRow>(
          `SELECT ${SUPPLIER_COLUMNS} FROM intake.import_suppliers
           WHERE organisation = $1 AND import_supplier COLLATE "C" > $2
           ORDER BY import_supplier COLLATE "C" LIMIT $3`,
          [organisation, after ?? '', limit],
        );
        if (rows.length === 0 && !(await organisationExists(pool, organisation))) return undefined;
        return rows.map(toSupplier);
      }),

    listSupplierRevisions: (organisation, name, { limit, before }) =>
      surfacing(async () => {
        const { rows } = await pool.query<RevisionRow>(
          `SELECT revision, configuration, changed_by, changed_at FROM intake.import_supplier_revisions
           WHERE organisation = $1 AND import_supplier = $2 AND ($3::integer IS NULL OR revision < $3)
           ORDER BY revision DESC LIMIT $4`,
          [organisation, name, before ?? null, limit],
        );
        // Every supplier has its first; none behind it, where the page begins before that.
        return rows.length === 0 && before === undefined ? undefined : rows.map(toRevision);
      }),

    updateSupplier: (organisation, name, changedBy, change) =>
      surfacing(() =>
        inTransaction(pool, async (client) => {
          const { rows } = await client.query<SupplierRow>(
            `SELECT ${SUPPLIER_COLUMNS} FROM intake.import_suppliers
             WHERE organisation = $1 AND import_supplier = $2 FOR NO KEY UPDATE`,
            [organisation, name],
          );
          const [now] = rows.map(toSupplier);
          if (!now) return undefined;
          const { next, events } = change(now);
          await sayWho(client, changedBy);
          const updated = await client.query<SupplierRow>(
            `UPDATE intake.import_suppliers
             SET status = $3, root_location = $4, customer_emails = $5, expiry_window_days = $6, supplier_mpids = $7
             WHERE organisation = $1 AND import_supplier = $2 RETURNING ${SUPPLIER_COLUMNS}`,
            [organisation, name, ...configurationValues(next)],
          );
          await journal.commitWith(client, events);
          return updated.rows.map(toSupplier)[0];
        }),
      ),
  };
}

export async function organisationExists(pool: Pool, organisation: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM intake.organisations WHERE organisation = $1', [
    organisation,
  ]);
  return rowCount === 1;
}

/** `undefined` where there is one of this name. */
async function insertSupplier(
  client: PoolClient,
  supplier: NewSupplier,
): Promise<ImportSupplier | undefined> {
  await sayWho(client, supplier.changed_by);
  const { rows } = await client.query<SupplierRow>(
    `INSERT INTO intake.import_suppliers (organisation, import_supplier, status, root_location, customer_emails,
       expiry_window_days, supplier_mpids)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING ${SUPPLIER_COLUMNS}`,
    [supplier.organisation, supplier.import_supplier, ...configurationValues(supplier)],
  );
  return rows.map(toSupplier)[0];
}

/** For the history that the table keeps of itself: which API key makes the changes of this transaction. */
async function sayWho(client: PoolClient, apiKeyId: string | null): Promise<void> {
  await client.query("SELECT set_config('headrace.changed_by', $1, true)", [apiKeyId ?? '']);
}

type Configuration = Omit<NewSupplier, 'organisation' | 'import_supplier' | 'changed_by'>;

function configurationValues({
  status,
  root_location,
  behaviours,
  expiry_window_days,
  supplier_mpids,
}: Configuration) {
  return [status, root_location, behaviours.customer_emails, expiry_window_days, supplier_mpids];
}

function toOrganisation(row: { organisation: string; name: string; created_at: Date }): Organisation {
  return { ...row, created_at: row.created_at.toISOString() };
}

function toRevision({ configuration, changed_at, ...row }: RevisionRow): SupplierRevision {
  const { customer_emails, ...others } = configuration;
  return { ...row, ...others, behaviours: { customer_emails }, changed_at: changed_at.toISOString() };
}

function toSupplier({ customer_emails, created_at, updated_at, ...row }: SupplierRow): ImportSupplier {
  return {
    ...row,
    behaviours: { customer_emails },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
