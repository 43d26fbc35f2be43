import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { RequestError } from '../errors.js';
import { writeCursor } from './cursor.js';
import { tellFreshness } from './freshness.js';
import { isName, itemParameters, listParameters } from './parameters.js';
import type { Authenticate, QueryIdentity, ReadModels } from './port.js';
import { projectionsRoute } from './projections.js';
import { type ItemName, type ItemResource, items, type ListName, lists, pathOf } from './resources.js';
import { waitParameters } from './wait-parameters.js';
import { createWaiting, type Waiting } from './waiting.js';

export interface QueryOptions {
  readonly readModels: ReadModels;
  readonly authenticate: Authenticate;
}

const BASE = '/v1/query';

/** All calls of the query API, as a plugin of the one server. */
export function queryPlugin({ readModels, authenticate }: QueryOptions): FastifyPluginAsync {
  return async (server) => {
    const identities = new WeakMap<FastifyRequest, QueryIdentity>();
    server.addHook('onRequest', async (request) => {
      identities.set(request, await authenticate(request.headers.authorization, 'query'));
    });
    const organisationOf = (request: FastifyRequest): string | null => {
      const identity = identities.get(request);
      if (!identity) throw new Error('a request was answered before its sender was known');
      return identity.organisation;
    };
    const calls: Calls = { readModels, organisationOf, waitFor: createWaiting(server, readModels) };
    for (const list of Object.keys(lists).filter(isListName)) listRoute(server, list, calls);
    for (const item of Object.keys(items).filter(isItemName)) itemRoute(server, item, calls);
    projectionsRoute(server, readModels);
  };
}

interface Calls {
  readonly readModels: ReadModels;
  /** Whose things the sender of a request may see; `null`: everybody's. */
  readonly organisationOf: (request: FastifyRequest) => string | null;
  readonly waitFor: Waiting;
}

const isListName = (name: string): name is ListName => name in lists;
const isItemName = (name: string): name is ItemName => name in items;

function listRoute(
  server: FastifyInstance,
  list: ListName,
  { readModels, organisationOf, waitFor }: Calls,
): void {
  const path = `${BASE}/${pathOf(list).replace(/\{\w+\}/, ':within')}`;
  server.get<{ Params: { within?: string } }>(path, async (request, reply) => {
    const { wait, ...parameters } = listParameters(list, request.url);
    const { within } = request.params;
    if (within !== undefined && !isName(within)) throw new RequestError('not_found');
    await waitFor(wait, lists[list].readModel, reply);
    const organisation = organisationOf(request);
    const answer = await readModels.list({ list, organisation, within, ...parameters });
    const { rows, next } = answer.value;
    const cursor = next ? writeCursor(list, next) : null;
    if (cursor) reply.header('link', `<${nextPage(request.url, cursor)}>; rel="next"`);
    tellFreshness(reply, answer.freshness);
    return { results: rows, next: cursor };
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

function itemRoute(
  server: FastifyInstance,
  item: ItemName,
  { readModels, organisationOf, waitFor }: Calls,
): void {
  const { list, field, narrowedBy }: ItemResource = items[item];
  server.get<{ Params: { name: string } }>(`${BASE}/${list}/:name`, async (request, reply) => {
    const { given, wait } = itemParameters(request.url, Object.keys(narrowedBy));
    const { name } = request.params;
    if (!isName(name)) throw new RequestError('not_found');
    const known: Record<string, string> = { [field]: name };
    for (const [narrowing, otherwise] of Object.entries(narrowedBy)) {
      const value = given.get(narrowing) ?? otherwise;
      if (value !== undefined) known[narrowing] = value;
    }
    await waitFor(wait, lists[list].readModel, reply);
    const answer = await readModels.get({ item, organisation: organisationOf(request), known });
    // Also where there is nothing: up to where that holds.
    tellFreshness(reply, answer.freshness);
    const [row, another] = answer.value;
    if (!row) throw new RequestError('not_found');
    if (another) throw ambiguous(Object.keys(narrowedBy).filter((name) => row[name] !== another[name]));
    return row;
  });
}

/** Several are called so; `differing` are the parameters that tell them apart. */
const ambiguous = (differing: readonly string[]) =>
  new RequestError('failed_validation', {
    detail: 'There are several of this name.',
    errors: differing.map((attr) => ({
      detail: `Say which is meant: add ${attr}=…`,
      code: 'invalid_parameter',
      attr,
    })),
  });
