import type { Catalogue, Field, FieldType, Payload } from '../../src/catalogue/index.js';
import { createRandom, type Random } from '../../src/cli/random.js';
import { newEventId, partitionOf, type RecordedEvent } from '../../src/event/index.js';

export interface Mixture {
  readonly partitions: number;
  /** Accounts that the events are about, drawn evenly. */
  readonly accounts: number;
  readonly seed: number;
}

const BASE = Date.UTC(2026, 0, 1);

/**
 * Events of every type and version, all as likely, without end. What an event names, such as its agreement or its user,
 * is one of its account's, so that events meet in rows as those of a real installation do.
 */
export function* mixedEvents(
  catalogue: Catalogue,
  { partitions, accounts, seed }: Mixture,
): Generator<RecordedEvent, never> {
  const random = createRandom(seed);
  const types = [...catalogue.types.values()];
  const sequences = new Array<number>(partitions).fill(0);
  for (let n = 0; ; n++) {
    const { name: type, versions } = random.pick(types);
    const { version, fields } = random.pick(versions);
    const account = random.between(1, accounts);
    const at = BASE + n * 40;
    const time = new Date(at).toISOString();
    const data = payload(fields, { random, account, time });
    const organisation = 'northern';
    const key = catalogue.keyOf(type, version, data, organisation) ?? `A-${account}`;
    const partition = partitionOf(key, partitions);
    const sequence = (sequences[partition] ?? 0) + 1;
    sequences[partition] = sequence;
    yield {
      partition,
      sequence,
      appendedAt: at,
      payload: catalogue.encodeUnknown(type, version, data),
      envelope: {
        id: newEventId(),
        source: 'crm',
        type,
        version,
        time,
        subject: `account/A-${account}`,
        key,
        importSupplier: null,
        organisation,
        causationId: null,
        correlationId: null,
        traceparent: null,
      },
    };
  }
}

interface Told {
  readonly random: Random;
  readonly account: number;
  readonly time: string;
}

function payload(fields: readonly Field[], told: Told): Payload {
  const given = fields.filter(({ required }) => required || told.random.chance(0.7));
  return Object.fromEntries(given.map(({ name, type }) => [name, value(name, type, told)]));
}

function value(name: string, type: FieldType, told: Told): unknown {
  const { random } = told;
  switch (type.kind) {
    case 'string':
      return text(name, told);
    case 'long':
      return /(^|_)id$/.test(name) ? told.account : random.between(1, 10_000);
    case 'double':
      return random.between(1, 10_000) / 4;
    case 'boolean':
      return random.chance(0.5);
    case 'json':
      return { number: `A-${told.account}` };
    case 'array':
      return [value(name, type.items, told)];
    case 'record':
      return payload(type.shape.fields, told);
  }
}

function text(name: string, { random, account, time }: Told): string {
  if (name === 'organisation') return 'northern';
  if (name === 'import_supplier') return 'orchard';
  if (name.endsWith('resource_type')) return random.pick(['account', 'order']);
  if (/^(account_number|subject_number|number)$/.test(name)) return `A-${account}`;
  if (/(_at|_on|_date|_from|_to|timestamp)$/.test(name)) return time;
  if (/(number|identifier|_id|key|code|mpan|mprn)$/.test(name)) return `${name.slice(0, 3)}-${account}`;
  if (name.endsWith('status')) return random.pick(['ongoing', 'paused', 'complete']);
  return `${name} of ${random.between(1, 1_000_000)}`;
}
