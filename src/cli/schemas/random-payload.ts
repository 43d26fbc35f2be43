import type { Field, FieldType, Payload } from '../../catalogue/index.js';
import type { Envelope } from '../../event/index.js';
import type { Random } from '../random.js';

const TEXTS = ['', 'a', 'A-10423977', 'ü/%', '€ \u{1f4a7}', '2026-11-21T10:00:00Z', 'null'];
const LONGS = [0, 1, -1, 2 ** 31, -(2 ** 52), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
const DOUBLES = [0, 0.1, -2.5, 1e300, 5e-324];
const JSON_OBJECTS = [{}, { a: null }, { amount: 1.5, lines: [{ text: 'ü' }, []] }];

/** A payload of these fields: edges of each type, and what may be absent is so half the time. */
export function randomPayload(random: Random, fields: readonly Field[]): Payload {
  const given = fields.filter(({ required }) => required || random.chance(0.5));
  return Object.fromEntries(given.map(({ name, type }) => [name, randomValue(random, type)]));
}

function randomValue(random: Random, type: FieldType): unknown {
  switch (type.kind) {
    case 'string':
      return random.pick(TEXTS);
    case 'long':
      return random.chance(0.5) ? random.pick(LONGS) : random.between(-1_000_000, 1_000_000);
    case 'double':
      return random.chance(0.5) ? random.pick(DOUBLES) : random.next();
    case 'boolean':
      return random.chance(0.5);
    case 'json':
      return random.pick(JSON_OBJECTS);
    case 'array':
      return Array.from({ length: random.between(0, 3) }, () => randomValue(random, type.items));
    case 'record':
      return randomPayload(random, type.shape.fields);
  }
}

/** An envelope of which upcasters may read anything: what an emitter need not tell is null half the time. */
export function randomEnvelope(random: Random, type: string, version: string): Envelope {
  const perhaps = (...texts: string[]): string | null => (random.chance(0.5) ? random.pick(texts) : null);
  return {
    id: '01935b6e-0000-7000-8000-000000000000',
    source: 'headrace/check',
    type,
    version,
    time: '2026-11-21T10:00:00.000Z',
    subject: perhaps('account/A-10423977', 'account/', 'account', 'import/acme/account/1', ''),
    key: 'check',
    importSupplier: perhaps('spring'),
    organisation: perhaps('acme'),
    causationId: null,
    correlationId: null,
    traceparent: null,
  };
}
