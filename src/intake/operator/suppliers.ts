import type { FastifyInstance } from 'fastify';
import { RequestError } from '../../errors.js';
import type { Caller } from '../caller.js';
import { requestContext } from '../context.js';
import { supplierCreated, supplierStatusChanged } from '../events.js';
import { refusal } from '../faults.js';
import { newSupplier } from '../organisations.js';
import { pageOf, readPage, readParameters } from '../parameters.js';
import type { EventEncoder, ImportSupplier, OperatorStore, SupplierConfiguration } from '../port.js';
import { compileStructure } from '../structure.js';
import { type SupplierBody, type SupplierChange, supplierChangeSchema, supplierSchema } from './schema.js';

const PATH = '/v1/operator/organisations/:organisation/import-suppliers/';

const examineSupplier = compileStructure<SupplierBody>(supplierSchema);
const examineChange = compileStructure<SupplierChange>(supplierChangeSchema);

const REVISION = /^[1-9]\d{0,8}$/;

interface OfOrganisation {
  Params: { organisation: string };
}

interface OfSupplier {
  Params: { organisation: string; import_supplier: string };
}

/** The operator's calls about import suppliers: make, list, look at, change, and how they were before. */
export function supplierRoutes(
  server: FastifyInstance,
  store: OperatorStore,
  encoder: EventEncoder,
  caller: Caller,
): void {
  const onRequest = caller.check('operate');

  server.post<OfOrganisation>(PATH, { onRequest }, async (request, reply) => {
    readParameters(request);
    const { value: body, faults } = examineSupplier(request.body);
    if (!body) throw refusal('failed_validation', faults);
    const supplier = newSupplier(request.params.organisation, body, caller.identityOf(request).apiKeyId);
    const context = requestContext(request.id, request.headers['traceparent']);
    const made = await store.createSupplier(supplier, supplierCreated(encoder, context, supplier));
    if (made === 'no_organisation') throw new RequestError('not_found');
    if (made === 'exists') throw new RequestError('already_exists');
    return reply.code(201).header('location', locationOf(made)).send(made);
  });

  server.get<OfOrganisation>(PATH, { onRequest }, async (request) => {
    const page = readPage(request);
    const suppliers = await store.listSuppliers(request.params.organisation, page);
    if (!suppliers) throw new RequestError('not_found');
    return pageOf(suppliers, page, (supplier) => supplier.import_supplier);
  });

  server.get<OfSupplier>(`${PATH}:import_supplier/`, { onRequest }, async (request) => {
    readParameters(request);
    return found(await store.findSupplier(request.params.organisation, request.params.import_supplier));
  });

  server.get<OfSupplier>(`${PATH}:import_supplier/revisions/`, { onRequest }, async (request) => {
    const { limit, after } = readPage(request);
    if (after !== undefined && !REVISION.test(after)) throw new RequestError('not_found');
    const { organisation, import_supplier: name } = request.params;
    const before = after === undefined ? undefined : Number(after);
    const revisions = await store.listSupplierRevisions(organisation, name, { limit, before });
    if (!revisions) throw new RequestError('not_found');
    return pageOf(revisions, { limit, after }, ({ revision }) => String(revision));
  });

  server.patch<OfSupplier>(`${PATH}:import_supplier/`, { onRequest }, async (request) => {
    readParameters(request);
    const { value: change, faults } = examineChange(request.body);
    if (!change) throw refusal('failed_validation', faults);
    const context = requestContext(request.id, request.headers['traceparent']);
    const { organisation, import_supplier: name } = request.params;
    const { apiKeyId } = caller.identityOf(request);
    const changed = await store.updateSupplier(organisation, name, apiKeyId, (now) => {
      const next = changedConfiguration(now, change);
      const events =
        next.status === now.status ? [] : [supplierStatusChanged(encoder, context, now, next.status)];
      return { next, events };
    });
    return found(changed);
  });
}

function changedConfiguration(now: SupplierConfiguration, change: SupplierChange): SupplierConfiguration {
  return {
    status: change.status ?? now.status,
    root_location: change.root_location ?? now.root_location,
    behaviours: { customer_emails: change.behaviours?.customer_emails ?? now.behaviours.customer_emails },
    expiry_window_days: change.expiry_window_days ?? now.expiry_window_days,
    supplier_mpids: change.supplier_mpids ?? now.supplier_mpids,
  };
}

function found(supplier: ImportSupplier | undefined): ImportSupplier {
  if (!supplier) throw new RequestError('not_found');
  return supplier;
}

function locationOf({ organisation, import_supplier: name }: ImportSupplier): string {
  return `${PATH.replace(':organisation', encodeURIComponent(organisation))}${encodeURIComponent(name)}/`;
}
