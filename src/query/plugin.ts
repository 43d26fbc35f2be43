import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../errors.js';
import { formatPositions } from '../event/index.js';
import { writeCursor } from './cursor.js';
import { isName, listParameters, textParameters } from './parameters.js';
import type { Answer, Authenticate, QueryIdentity, ReadModels } from './port.js';
import { type ItemName, type ItemResource, items, type ListName, lists } from './resources.js';

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
    for (const list of Object.keys(lists).filter(isListName)) {
      listRoute(server, list, readModels, organisationOf);
    }
    for (const item of Object.keys(items).filter(isItemName)) {
      itemRoute(server, item, readModels, organisationOf);
    }
    projectionsRoute(server, readModels);
  };
}

type OrganisationOf = (request: FastifyRequest) => string | null;

const isListName = (name: string): name is ListName => name in lists;
const isItemName = (name: string): name is ItemName => name in items;

function listRoute(
  server: FastifyInstance,
  list: ListName,
  readModels: ReadModels,
  organisationOf: OrganisationOf,
): void {
  server.get(`${BASE}/${list}`, async (request, reply) => {
    const parameters = listParameters(list, request.url);
    const answer = await readModels.list({ list, organisation: organisationOf(request), ...parameters });
    const { rows, next } = answer.value;
    const cursor = next ? writeCursor(list, next) : null;
    if (cursor) reply.header('link', `<${nextPage(request.url, cursor)}>; rel="next"`);
    tellFreshness(reply, answer);
    return { results: rows, next: cursor };
  });
}

/** The same request, behind `cursor`. */
function nextPage(url: string, cursor: string): string {
  const [path = '', search = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(search);
  parameters.set('cursor', cursor);
  return `${path}?${parameters}`;
}

function itemRoute(
  server: FastifyInstance,
  item: ItemName,
  readModels: ReadModels,
  organisationOf: OrganisationOf,
): void {
  const { list, field, narrowedBy }: ItemResource = items[item];
  server.get<{ Params: { name: string } }>(`${BASE}/${list}/:name`, async (request, reply) => {
    const given = textParameters(request.url, Object.keys(narrowedBy));
    const { name } = request.params;
    if (!isName(name)) throw new RequestError('not_found');
    const known: Record<string, string> = { [field]: name };
    for (const [narrowing, otherwise] of Object.entries(narrowedBy)) {
      const value = given.get(narrowing) ?? otherwise;
      if (value !== undefined) known[narrowing] = value;
    }
    const answer = await readModels.get({ item, organisation: organisationOf(request), known });
    const [row, another] = answer.value;
    if (!row) throw new RequestError('not_found');
    if (another) throw ambiguous(Object.keys(narrowedBy).filter((name) => row[name] !== another[name]));
    tellFreshness(reply, answer);
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

function projectionsRoute(server: FastifyInstance, readModels: ReadModels): void {
  server.get(`${BASE}/projections`, async (request, reply) => {
    textParameters(request.url, []);
    const states = await readModels.projections();
    const results = states.map(({ name, version, partitions }) => ({
      projection: name,
      version,
      lag_seconds: Math.max(0, ...partitions.map(({ lagSeconds }) => lagSeconds)),
      parked: partitions.reduce((sum, { parked }) => sum + parked, 0),
      partitions: partitions.map(({ partition, position, head, lagSeconds, eventTime, parked }) => ({
        partition,
        position,
        head,
        lag_seconds: lagSeconds,
        event_time: eventTime,
        parked,
      })),
    }));
    tellLag(reply, Math.max(0, ...results.map(({ lag_seconds }) => lag_seconds)));
    return { results };
  });
}

function tellFreshness(reply: FastifyReply, { freshness }: Answer<unknown>): void {
  reply.header('headrace-position', formatPositions(freshness.positions));
  tellLag(reply, freshness.lagSeconds);
}

function tellLag(reply: FastifyReply, lagSeconds: number): void {
  reply.header('headrace-lag-seconds', lagSeconds.toFixed(3));
  // What an answer shows is a customer's, and old in a moment.
  reply.header('cache-control', 'private, no-store');
}
