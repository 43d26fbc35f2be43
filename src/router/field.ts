import { type FieldType, fieldAt, type Payload, type TypeInfo } from '../catalogue/index.js';
import type { Envelope } from '../event/index.js';

/** What of the envelope a route may name, as it is written in a route file. */
const ENVELOPE = {
  id: 'id',
  source: 'source',
  type: 'type',
  version: 'version',
  time: 'time',
  subject: 'subject',
  key: 'key',
  import_supplier: 'importSupplier',
  organisation: 'organisation',
  causation_id: 'causationId',
  correlation_id: 'correlationId',
  traceparent: 'traceparent',
} as const satisfies Record<string, keyof Envelope>;

/** A field that a route names, found in the schemas. */
export interface RouteField {
  /** Kinds it has in the types that have it; at least one. */
  readonly kinds: readonly FieldType['kind'][];
  /** Whether events of this type must be decoded to know it. False where the type has no such field: it is null. */
  inPayload(type: string): boolean;
  /** Its value; null where it is not known. `data` is the payload in current form; unused unless {@link inPayload}. */
  valueOf(envelope: Envelope, data: Payload): unknown;
}

/** Finds what `path` names in at least one of `types`. @returns what is wrong with the path, where it names nothing */
export function findField(path: string, types: readonly TypeInfo[]): RouteField | string {
  const dot = path.indexOf('.');
  const [from, name] = [path.slice(0, dot), path.slice(dot + 1)];
  if (from === 'envelope') return envelopeField(name);
  if (from !== 'data') return 'must begin with envelope. or data.';
  const having = types.flatMap((type) => {
    const found = fieldAt(type.current.fields, name);
    return found ? [{ type: type.name, kind: found.field.type.kind }] : [];
  });
  if (having.length === 0) return `none of the matched types has a field ${name}`;
  const names = new Set(having.map(({ type }) => type));
  const steps = name.split('.');
  return {
    kinds: [...new Set(having.map(({ kind }) => kind))],
    inPayload: (type) => names.has(type),
    valueOf: ({ type }, data) => (names.has(type) ? valueAt(data, steps) : null),
  };
}

function envelopeField(name: string): RouteField | string {
  const member = new Map<string, keyof Envelope>(Object.entries(ENVELOPE)).get(name);
  if (!member) return `the envelope has no ${name}; it has ${Object.keys(ENVELOPE).join(', ')}`;
  return { kinds: ['string'], inPayload: () => false, valueOf: (envelope) => envelope[member] };
}

function valueAt(data: Payload, steps: readonly string[]): unknown {
  let value: unknown = data;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
    value = (value as Payload)[step];
  }
  return value ?? null;
}
