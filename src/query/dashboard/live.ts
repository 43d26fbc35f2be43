import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from '../../errors.js';
import { formatPositions } from '../../event/index.js';
import { readMinutes } from '../imports/pace.js';
import { createHub, type Render } from '../live/hub.js';
import { openStream } from '../live/stream.js';
import { isName } from '../parameters.js';
import { projectionsTable } from './pages/projections.js';
import { readSupplier } from './pages/supplier.js';
import { rowsOfSuppliers, supplierRow } from './pages/suppliers.js';
import { minutesTable } from './parts/minutes.js';
import type { LivePart } from './parts/part.js';
import { supplierSummary } from './parts/supplier-summary.js';
import type { DashboardOptions } from './port.js';
import { sessionOf } from './session.js';
import { assertOwn, type SignedIn, type Visits } from './visits.js';

/** How often it is asked whether readers are still signed in. */
const SESSION_CHECK_MS = 15_000;

/** `GET /dashboard/live`: the parts of a page whenever they change, as server-sent events. */
export function liveRoute(server: FastifyInstance, options: DashboardOptions, visits: Visits): void {
  const { readModels, sessions } = options;
  const hub = createHub({
    standing: async () => {
      const { positions, lagSeconds } = await readModels.freshness('import-progress');
      return { mark: formatPositions(positions), lagSeconds };
    },
    onFault: (err) => server.log.warn({ err }, 'pages are not kept up to date for now'),
  });
  server.addHook('preClose', async () => hub.close());

  server.get('/dashboard/live', { config: { endless: true } }, async (request, reply) => {
    const { name, render } = viewOf(options, visits.of(request));
    const secret = sessionOf(request) ?? '';
    const sink = openStream(reply, () => {
      clearInterval(checking);
      leave();
    });
    const checking = setInterval(async () => {
      // Where that cannot be found out now, it is found out later.
      const viewer = await sessions.find(secret).catch(() => ({ mayRead: true }));
      if (viewer?.mayRead) return;
      sink.write('event: over\ndata: {}\n\n');
      sink.destroy();
    }, SESSION_CHECK_MS);
    const leave = hub.join(name, render, sink, lastSeen(request));
  });
}

/** Where a browser resumes by itself it says so in a header; where the page does, in the address. */
function lastSeen({ headers, url }: FastifyRequest): string | undefined {
  const header = headers['last-event-id'];
  return typeof header === 'string'
    ? header
    : (new URL(url, 'http://dashboard').searchParams.get('after') ?? undefined);
}

/** @throws RequestError `not_found` for what there is not, or is another's */
function viewOf(
  options: DashboardOptions,
  visit: SignedIn,
): { readonly name: string; readonly render: Render } {
  const { organisation, parameters, viewer } = visit;
  const view = parameters.get('view');
  if (view === 'suppliers') {
    const isOperator = viewer.organisation === null;
    return {
      name: JSON.stringify([view, isOperator, organisation]),
      render: async () => {
        const rows = await rowsOfSuppliers(options.readModels, organisation);
        return markupOf(rows.map((row) => supplierRow(row, isOperator)));
      },
    };
  }
  if (view === 'projections') {
    return { name: view, render: async () => markupOf([await projectionsTable(options)]) };
  }
  const supplier = parameters.get('supplier') ?? '';
  const owner = viewer.organisation ?? parameters.get('organisation') ?? '';
  if (view !== 'supplier' || !isName(supplier) || !isName(owner)) throw new RequestError('not_found');
  assertOwn(visit, owner);
  return {
    name: JSON.stringify([view, owner, supplier]),
    render: async () => {
      const [{ row }, minutes] = await Promise.all([
        readSupplier(options, owner, supplier),
        readMinutes(options.readModels, owner, supplier),
      ]);
      return markupOf([supplierSummary(row, minutes, new Date()), minutesTable(minutes)]);
    },
  };
}

const markupOf = (parts: readonly LivePart[]) => new Map(parts.map(({ id, body }) => [id, body.toString()]));
