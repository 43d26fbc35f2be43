import type { FastifyInstance } from 'fastify';
import { RequestError } from '../errors.js';
import { BASE, type Calls, readerOf } from './calls.js';
import { writeCursor } from './cursor.js';
import { isKnown, namedByContent, tellEtag } from './etag.js';
import { createExports, type Exports } from './export/routes.js';
import { isName, listParameters } from './parameters.js';
import { type ListName, lists, pathOf } from './resources.js';
import { waitParameters } from './wait-parameters.js';

/** `GET` of every list, a page at a time, or all of it as CSV or JSON lines. */
export function listRoutes(server: FastifyInstance, calls: Calls): void {
  const exported = createExports(calls.readModels);
  for (const list of Object.keys(lists).filter(isListName)) listRoute(server, list, calls, exported);
}

const isListName = (name: string): name is ListName => name in lists;

function listRoute(server: FastifyInstance, list: ListName, calls: Calls, exported: Exports): void {
  const { readModels, waitFor } = calls;
  const path = `${BASE}/${pathOf(list).replace(/\{\w+\}/, ':within')}`;
  server.get<{ Params: { within?: string } }>(path, async (request, reply) => {
    const organisation = readerOf(list, request, calls);
    const { wait, form, ...parameters } = listParameters(list, request.url, request.headers.accept);
    const { within } = request.params;
    if (within !== undefined && !isName(within)) throw new RequestError('not_found');
    const { readModel } = lists[list];
    await waitFor(wait, readModel, reply);
    if (form !== 'json') {
      const { filters } = parameters;
      return exported(form, request, reply, { list, organisation, within, filters });
    }
    const asked = { readModel, organisation, request, reply, form };
    if (await isKnown(readModels, asked)) return reply.send();
    const answer = await readModels.list({ list, organisation, within, ...parameters });
    const { rows, next } = answer.value;
    const cursor = next ? writeCursor(list, next) : null;
    if (cursor) reply.header('link', `<${nextPage(request.url, cursor)}>; rel="next"`);
    tellEtag(asked, answer.freshness);
    const page = { results: rows, next: cursor };
    return readModel ? page : (namedByContent(asked, page) ?? reply.send());
  });
}

/** The same request, behind `cursor`; what the first page has waited for need not be waited for again. */
function nextPage(url: string, cursor: string): string {
  const [path = '', search = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(search);
  for (const name of waitParameters) parameters.delete(name);
  parameters.set('cursor', cursor);
  return `${path}?${parameters}`;
}
