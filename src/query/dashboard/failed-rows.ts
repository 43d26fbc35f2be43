import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { RequestError } from '../../errors.js';
import { isName } from '../parameters.js';
import type { FailedSelection, ProcessRecords } from './port.js';
import { assertOwn, type Visits } from './visits.js';

interface OfFailed {
  Params: { organisation: string; supplier: string; file: string };
}

/** The payloads of a supplier's failed processes, as they were sent, for whoever may send them again. */
export function failedRowsRoute(server: FastifyInstance, records: ProcessRecords, visits: Visits): void {
  server.get<OfFailed>(
    '/dashboard/suppliers/:organisation/:supplier/failed/:file',
    async (request, reply) => {
      const visit = visits.of(request);
      const { organisation, supplier, file } = request.params;
      assertOwn(visit, organisation);
      const resourceType = /^(account|order)\.ndjson$/.exec(file)?.[1];
      if (resourceType === undefined || !isName(supplier)) throw new RequestError('not_found');
      if (!visit.viewer.mayImport) {
        throw new RequestError('permission_denied', {
          detail: 'This needs an API key with the scope import.',
        });
      }
      const code = visit.parameters.get('code');
      const attr = visit.parameters.get('attr') ?? '';
      const fault = code === null ? undefined : { code, attr };
      if (fault && !(isName(fault.code) && (fault.attr === '' || isName(fault.attr)))) {
        throw new RequestError('not_found');
      }
      const selection = { organisation, importSupplier: supplier, resourceType, ...(fault && { fault }) };
      reply.type('application/x-ndjson; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="failed-${resourceType}s.ndjson"`);
      // A fault in the middle cuts the connection: what came can be told from all there is.
      return reply.send(Readable.from(lines(records, selection), { objectMode: false }));
    },
  );
}

async function* lines(records: ProcessRecords, selection: FailedSelection): AsyncGenerator<Buffer> {
  for await (const page of records.failedPayloads(selection)) {
    yield Buffer.from(page.map((payload) => `${payload}\n`).join(''));
  }
}
