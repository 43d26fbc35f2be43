import { frame } from '../../src/adapters/registry/wire.js';
import type { InboundHeaders, InboundRecord } from '../../src/intake/inbound/index.js';

export const TOPIC = 'inbound-test';

/** Attributes of an event of `type`, all that are required; `changed` ones as given, `undefined` left out. */
function attributes(
  type: string,
  changed: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const all = {
    specversion: '1.0',
    id: 'e-1',
    source: 'crm/accounts',
    type,
    payloadversion: 'v1',
    time: '2026-03-01T10:00:00.000Z',
    ...changed,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The same as headers of a record. */
export function headers(
  type: string,
  changed: Readonly<Record<string, string | undefined>> = {},
): Record<string, Buffer> {
  return Object.fromEntries(
    Object.entries(attributes(type, changed)).map(([name, value]) => [`ce_${name}`, Buffer.from(value)]),
  );
}

/** A record at `offset` of partition 0; `schemaId` frames `payload`. */
export function record(
  offset: number,
  of: {
    headers: InboundHeaders;
    value?: Buffer | null;
    schemaId?: number;
    payload?: Buffer;
    partition?: number;
  },
): InboundRecord {
  const value = of.value === undefined ? frame(of.schemaId ?? 1, of.payload ?? Buffer.alloc(0)) : of.value;
  return {
    topic: TOPIC,
    partition: of.partition ?? 0,
    offset,
    timestampMs: Date.UTC(2026, 2, 1, 10),
    key: Buffer.from('any'),
    headers: of.headers,
    value,
  };
}
