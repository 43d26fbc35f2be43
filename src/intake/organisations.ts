import type { RequestContext } from './context.js';
import { supplierCreated } from './events.js';
import type { SupplierBody } from './operator/schema.js';
import type {
  EventEncoder,
  Identity,
  ImportSupplier,
  NewSupplier,
  OperatorStore,
  Organisation,
} from './port.js';

/** An import supplier before anything was configured: it takes imports, writes to nobody, waits a month. */
export function newSupplier(organisation: string, body: SupplierBody, changedBy: string): NewSupplier {
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

/** Makes an organisation and, where one is given, its first import supplier, which the log is told of. */
export async function createOrganisation(
  store: Pick<OperatorStore, 'createOrganisation'>,
  encoder: EventEncoder,
  context: RequestContext,
  operator: Identity,
  organisation: { readonly organisation: string; readonly name: string },
  firstSupplier?: SupplierBody,
): Promise<{ organisation: Organisation; supplier: ImportSupplier | undefined } | 'exists'> {
  if (!firstSupplier) return store.createOrganisation(organisation, undefined);
  const supplier = newSupplier(organisation.organisation, firstSupplier, operator.apiKeyId);
  return store.createOrganisation(organisation, {
    supplier,
    event: supplierCreated(encoder, context, supplier),
  });
}
