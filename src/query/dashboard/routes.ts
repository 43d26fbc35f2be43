import type { FastifyInstance } from 'fastify';
import { RequestError } from '../../errors.js';
import { isName } from '../parameters.js';
import { failedRowsRoute } from './failed-rows.js';
import { formOf } from './forms.js';
import type { Page } from './layout.js';
import { liveRoute } from './live.js';
import { lifecyclePage } from './pages/lifecycle.js';
import { lifecyclesPage } from './pages/lifecycles.js';
import { fileRedrive, parkedPage } from './pages/parked.js';
import { processPage } from './pages/process.js';
import { processesPage } from './pages/processes.js';
import { projectionsPage } from './pages/projections.js';
import { refusalsPage } from './pages/refusals.js';
import { supplierPage } from './pages/supplier.js';
import { suppliersPage } from './pages/suppliers.js';
import type { DashboardOptions } from './port.js';
import type { SignedIn, Visits } from './visits.js';

/** A page for somebody who is signed in; `part` is a named part of its path. */
type MakePage = (visit: SignedIn, part: (name: string) => string) => Promise<Page>;

/** Makes `path` answer with a page. */
export type AddPage = (path: string, make: MakePage) => void;

/** Every page that needs a session, and what their forms ask for. */
export function pageRoutes(
  server: FastifyInstance,
  options: DashboardOptions,
  visits: Visits,
  page: AddPage,
): void {
  const { readModels, parked } = options;
  page('/dashboard/', (visit) => suppliersPage(readModels, visit));
  page('/dashboard/suppliers/:organisation/:supplier', (visit, part) =>
    supplierPage(options, visit, part('organisation'), part('supplier')),
  );
  failedRowsRoute(server, options.records, visits);
  page('/dashboard/processes', (visit) => processesPage(readModels, visit));
  page('/dashboard/processes/:organisation/:kind/:identifier', (visit, part) =>
    processPage(options, visit, {
      organisation: part('organisation'),
      resourceType: part('kind'),
      externalIdentifier: part('identifier'),
    }),
  );
  page('/dashboard/refusals', (visit) => refusalsPage(readModels, visit));
  page('/dashboard/lifecycles', (visit) => lifecyclesPage(readModels, visit));
  page('/dashboard/lifecycles/:kind/:process', (visit, part) =>
    lifecyclePage(readModels, visit, part('kind'), part('process')),
  );
  page('/dashboard/projections', (visit) => projectionsPage(options, visit));
  page('/dashboard/parked', (visit) => parkedPage(options, visit));
  server.post('/dashboard/parked', async (request, reply) => {
    await fileRedrive(parked, visits.of(request), formOf(request));
    return reply.redirect('/dashboard/parked#requests', 303);
  });
  liveRoute(server, options, visits);
  page('/dashboard/*', async () => {
    throw new RequestError('not_found');
  });
}

/** A part of a path that could be the name of something. @throws RequestError `not_found` */
export function partIn(parameters: Readonly<Record<string, string>>, name: string): string {
  const value = parameters[name] ?? '';
  if (!isName(value)) throw new RequestError('not_found');
  return value;
}
