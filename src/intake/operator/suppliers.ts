import type { FastifyInstance } from 'fastify';
import { RequestError } from '../../errors.js';
import type { Caller } from '../caller.js';
import { pageOf, readPage, readParameters } from '../parameters.js';
import type { ImportSupplier, OperatorStore } from '../port.js';
import type { OperatorDesk } from './desk.js';
import { operatorOf } from './operator-of.js';

const PATH = '/v1/operator/organisations/:organisation/import-suppliers/';
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
  desk: OperatorDesk,
  store: OperatorStore,
  caller: Caller,
): void {
  const onRequest = caller.check('operate');

  server.post<OfOrganisation>(PATH, { onRequest }, async (request, reply) => {
    readParameters(request);
    const { organisation } = request.params;
    const made = await desk.createSupplier(organisation, request.body, operatorOf(caller, request));
    return reply.code(201).header('location', locationOf(made)).send(made);
  });

  server.get<OfOrganisation>(PATH, { onRequest }, async (request) => {
    const page = readPage(request);
    const suppliers = await desk.listSuppliers(request.params.organisation, page);
    return pageOf(suppliers, page, (supplier) => supplier.import_supplier);
  });

  server.get<OfSupplier>(`${PATH}:import_supplier/`, { onRequest }, async (request) => {
    readParameters(request);
    return desk.findSupplier(request.params.organisation, request.params.import_supplier);
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
    const { organisation, import_supplier: name } = request.params;
    return desk.changeSupplier(organisation, name, request.body, operatorOf(caller, request));
  });
}

function locationOf({ organisation, import_supplier: name }: ImportSupplier): string {
  return `${PATH.replace(':organisation', encodeURIComponent(organisation))}${encodeURIComponent(name)}/`;
}
