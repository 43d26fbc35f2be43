import type { DryRunTransaction, SupplierFacts } from '../../intake/index.js';
import { takenNumbers } from './importer-identifiers.js';
import { logTransaction } from './intake-log.js';
import type { JournalWriter } from './journal.js';
import type { PoolClient } from './pool.js';

const SUPPLIERS = {
  name: 'intake-supplier-facts',
  // FOR SHARE: whoever pauses a supplier waits for dry runs that found it ongoing, so none is told after the pause.
  text: `SELECT s.organisation, s.import_supplier AS "importSupplier", s.status, s.supplier_mpids AS "supplierMpids"
         FROM intake.import_suppliers s
         JOIN unnest($1::text[], $2::text[]) AS wanted (organisation, import_supplier)
           USING (organisation, import_supplier)
         ORDER BY s.organisation, s.import_supplier
         FOR SHARE OF s`,
};

/** One open transaction in which imports are tried. */
export function dryRunTransaction(client: PoolClient, journal: JournalWriter): DryRunTransaction {
  return {
    ...logTransaction(client, journal),

    async supplierFacts(suppliers) {
      const { rows } = await client.query<SupplierFacts>({
        ...SUPPLIERS,
        values: [suppliers.map((s) => s.organisation), suppliers.map((s) => s.importSupplier)],
      });
      return rows;
    },

    takenAccountNumbers: (accountNumbers) => takenNumbers(client, accountNumbers),
  };
}
