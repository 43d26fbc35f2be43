import type { FastifyInstance } from 'fastify';
import { RequestError } from '../errors.js';
import { BASE, type Calls, readerOf } from './calls.js';
import {
  type Asked,
  etagOf,
  freshnessOfFold,
  isKnown,
  isKnownSince,
  markOfFold,
  namedByContent,
  tellEtag,
} from './etag.js';
import { tellFreshness } from './freshness.js';
import { isName, itemParameters } from './parameters.js';
import { recall } from './past.js';
import type { PastRequest, Row } from './port.js';
import {
  type ItemName,
  type ItemResource,
  isPastItem,
  items,
  type ListResource,
  lists,
} from './resources.js';
import type { Wait } from './wait-parameters.js';

/** `GET` of every single thing, as it is or was, with the events that it follows from under `…/explain`. */
export function itemRoutes(server: FastifyInstance, calls: Calls): void {
  for (const item of Object.keys(items).filter(isItemName)) itemRoute(server, item, calls);
}

const isItemName = (name: string): name is ItemName => name in items;

function itemRoute(server: FastifyInstance, item: ItemName, calls: Calls): void {
  const { list, narrowedBy }: ItemResource = items[item];
  const path = `${BASE}/${list}/:name`;
  const hasPast = isPastItem(item);
  server.get<{ Params: { name: string } }>(path, async (request, reply) => {
    const { given, wait, asOf } = itemParameters(item, request.url);
    const known = knownBy(item, request.params.name, given);
    const organisation = readerOf(list, request, calls);
    const { readModel } = lists[list];
    const asked = { readModel, organisation, request, reply, form: 'json' };
    if (hasPast && asOf) {
      const { rows } = (await recallNamed(calls, { item, organisation, known, asOf }, wait, asked)) ?? {};
      return rows ? theOne(rows, narrowedBy) : reply.send();
    }
    await calls.waitFor(wait, readModel, reply);
    if (await isKnown(calls.readModels, asked)) return reply.send();
    const answer = await calls.readModels.get({ item, organisation, known });
    // Also where there is nothing: up to where that holds.
    tellFreshness(reply, answer.freshness);
    // What was waited for is in it; else what is not applied yet may tell of it.
    const mayCome = !wait && answer.freshness.lagSeconds > 0;
    const row = theOne(answer.value, narrowedBy, mayCome ? 'not_found_yet' : 'not_found');
    tellEtag(asked, answer.freshness);
    return readModel ? row : (namedByContent(asked, row) ?? reply.send());
  });
  if (!hasPast) return;
  server.get<{ Params: { name: string } }>(`${path}/explain`, async (request, reply) => {
    const { given, wait, asOf } = itemParameters(item, request.url);
    const known = knownBy(item, request.params.name, given);
    const organisation = calls.organisationOf(request);
    const asked = { readModel: lists[list].readModel, organisation, request, reply, form: 'json' };
    const recalled = await recallNamed(calls, { item, organisation, known, asOf }, wait, asked);
    return recalled ? { row: theOne(recalled.rows, narrowedBy), events: recalled.events } : reply.send();
  });
}

/**
 * What is recalled, with a tag; `undefined` where the sender has it. As of a time there is none: what is appended from then
 * on may tell of before it, and whether the history has come that far goes by the clock.
 */
async function recallNamed(calls: Calls, past: PastRequest, wait: Wait | undefined, asked: Asked) {
  const { readModel, request, reply } = asked;
  if (!readModel || past.asOf?.time !== undefined) return recall(calls, past, wait, reply);
  if (
    request.headers['if-none-match'] !== undefined &&
    isKnownSince(asked, await freshnessOfFold(calls.readModels, readModel))
  )
    return undefined;
  const recalled = await recall(calls, past, wait, reply);
  if (recalled.rows.length === 1) reply.header('etag', etagOf(asked, markOfFold(recalled.freshness.mark)));
  return recalled;
}

function knownBy(
  item: ItemName,
  name: string,
  given: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const { list, field, narrowedBy }: ItemResource = items[item];
  const { key }: ListResource = lists[list];
  if (!isName(name) || (key[field] === 'number' && !/^\d{1,15}$/.test(name)))
    throw new RequestError('not_found');
  const known: Record<string, string> = { [field]: name };
  for (const [narrowing, otherwise] of Object.entries(narrowedBy)) {
    const value = given.get(narrowing) ?? otherwise;
    if (value !== undefined) known[narrowing] = value;
  }
  return known;
}

/** @throws RequestError where there is none, or several are called so: then it names the parameters that tell them apart */
function theOne(
  [row, another]: readonly Row[],
  narrowedBy: ItemResource['narrowedBy'],
  otherwise: 'not_found' | 'not_found_yet' = 'not_found',
): Row {
  if (!row) throw new RequestError(otherwise);
  if (!another) return row;
  const differing = Object.keys(narrowedBy).filter((name) => row[name] !== another[name]);
  throw new RequestError('failed_validation', {
    detail: 'There are several of this name.',
    errors: differing.map((attr) => ({
      detail: `Say which is meant: add ${attr}=…`,
      code: 'invalid_parameter',
      attr,
    })),
  });
}
