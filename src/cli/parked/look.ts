import Table from 'cli-table3';
import type { Catalogue } from '../../catalogue/index.js';
import { DataFault } from '../../errors.js';
import type { ParkedDetail, ParkedKey } from '../../projector/index.js';
import { withDatabase, withHouse } from '../house.js';
import { parkedStores, type SelectionFlags, selectionOf } from './selection.js';

/** One row a key, told by the event that is at fault. */
export function list(name: string | undefined, flags: SelectionFlags): Promise<void> {
  return withDatabase(flags, async (database) => {
    const stores = parkedStores(database);
    const names = name === undefined ? await stores.versions.names() : [name];
    const found: (ParkedKey & { projection: string; version: number })[] = [];
    for (const each of names) {
      const selection = await selectionOf(stores, each, flags);
      const keys = await stores.requests.list(selection);
      found.push(...keys.map((key) => ({ projection: each, version: selection.version, ...key })));
    }
    if (flags.json) console.log(JSON.stringify(found, undefined, 2));
    else console.log(found.length === 0 ? 'Nothing is parked.' : tableOf(found));
  });
}

/** The events themselves, with their bytes and what today's code makes of them. */
export function show(name: string, flags: SelectionFlags): Promise<void> {
  return withHouse(flags, async ({ database, catalogue }) => {
    const stores = parkedStores(database);
    const events = await stores.requests.show(await selectionOf(stores, name, flags));
    const told = events.map((event) => ({
      place: `${event.partition}:${event.sequence}`,
      key: event.key,
      reason: event.reason,
      detail: event.detail,
      attempts: event.attempts,
      parked_at: event.parkedAt,
      attempted_at: event.attemptedAt,
      envelope: event.envelope,
      payload_hex: event.payload.toString('hex'),
      ...decodedBy(catalogue, event),
    }));
    console.log(JSON.stringify(told, undefined, 2));
  });
}

function decodedBy(catalogue: Catalogue, event: ParkedDetail) {
  try {
    return { decoded: catalogue.decodeCurrent({ ...event, appendedAt: 0 }).data };
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    return { decoding_fails: `${error.reason}: ${error.message}` };
  }
}

export function tableOf(keys: readonly (ParkedKey & { projection: string; version: number })[]): string {
  const table = new Table({
    head: ['projection', 'key', 'first at', 'events', 'tried', 'since', 'type', 'reason'],
    style: { head: [], border: [] },
  });
  for (const {
    projection,
    version,
    key,
    partition,
    firstSequence,
    events,
    attempts,
    parkedAt,
    type,
    reason,
  } of keys) {
    const since = parkedAt.toISOString().slice(0, 19);
    const first = `${partition}:${firstSequence}`;
    table.push([`${projection} v${version}`, key || '(none)', first, events, attempts, since, type, reason]);
  }
  return table.toString();
}
