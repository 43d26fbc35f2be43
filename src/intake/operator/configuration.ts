import type { NewSupplier, SupplierConfiguration } from '../port.js';
import type { SupplierBody, SupplierChange } from './schema.js';

/** An import supplier before anything was configured: it takes imports, writes to nobody, waits a month. */
export function newSupplier(organisation: string, body: SupplierBody, changedBy: string | null): NewSupplier {
  return {
    organisation,
    import_supplier: body.import_supplier,
    status: body.status ?? 'ongoing',
    root_location:
      body.root_location ?? `${organisation}/${body.import_supplier.replaceAll(/[^A-Za-z0-9-]/g, '_')}`,
    behaviours: { customer_emails: body.behaviours?.customer_emails ?? false },
    expiry_window_days: body.expiry_window_days ?? 30,
    supplier_mpids: body.supplier_mpids ?? {},
    changed_by: changedBy,
  };
}

/** A configuration as it shall be: what the change leaves out stays. */
export function changedConfiguration(
  now: SupplierConfiguration,
  change: SupplierChange,
): SupplierConfiguration {
  return {
    status: change.status ?? now.status,
    root_location: change.root_location ?? now.root_location,
    behaviours: { customer_emails: change.behaviours?.customer_emails ?? now.behaviours.customer_emails },
    expiry_window_days: change.expiry_window_days ?? now.expiry_window_days,
    supplier_mpids: change.supplier_mpids ?? now.supplier_mpids,
  };
}
