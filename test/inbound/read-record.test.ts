import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, loadCatalogue } from '../../src/catalogue/index.js';
import { DataFault } from '../../src/errors.js';
import type { InboundRecord, SchemaMeaning } from '../../src/intake/inbound/index.js';
import { readRecord } from '../../src/intake/inbound/read-record.js';
import { headers, record } from './records.js';

const SEED = Number(process.env['HEADRACE_SEED'] ?? 4);
const CREATED = 1;
const REVOKED = 2;
const ENTRY_POSTED = 3;

let catalogue: Catalogue;
let payload: Buffer;
beforeAll(async () => {
  catalogue = await loadCatalogue();
  payload = catalogue.encode('account.created', 'v1', {
    account_number: 'A-1',
    account_user_emails: [],
    is_imported: false,
  });
});

const known: Readonly<Record<number, SchemaMeaning | DataFault>> = {
  [CREATED]: { type: 'account.created', version: 'v1', recode: undefined },
  [REVOKED]: { type: 'agreement.revoked', version: 'v1', recode: undefined },
  [ENTRY_POSTED]: new DataFault('incompatible_schema', 'another layout'),
};
const read = (of: InboundRecord) => readRecord(catalogue, (id) => known[id], of);

/** The reason a record is parked for; `undefined` where it is an event. */
function reasonOf(of: InboundRecord): string | undefined {
  try {
    read(of);
    return undefined;
  } catch (error) {
    if (error instanceof DataFault) return error.reason;
    throw error;
  }
}

describe('a record of other systems', () => {
  it('given all that is required, then it is an event with the bytes it came with, keyed as its type says', () => {
    const said = headers('account.created', {
      subject: 'account/A-9',
      partitionkey: 'mine',
      time: '2026-03-01T12:00:00.1234+02:00',
    });
    const event = read(record(7, { headers: said, payload }));
    expect(event.payload.equals(payload)).toBe(true);
    expect(event.envelope).toEqual({
      id: 'e-1',
      source: 'crm/accounts',
      type: 'account.created',
      version: 'v1',
      time: '2026-03-01T10:00:00.123Z',
      subject: 'account/A-9',
      key: 'A-1',
      importSupplier: null,
      organisation: null,
      causationId: null,
      correlationId: null,
      traceparent: null,
    });
  });

  it('given a payload written with another schema of its version, then it is journaled as the catalogue has it', () => {
    const theirs = Buffer.from('theirs');
    const recode = (bytes: Buffer) => (bytes.equals(theirs) ? payload : Buffer.alloc(0));
    const of = record(0, { headers: headers('account.created'), payload: theirs });
    const event = readRecord(catalogue, () => ({ type: 'account.created', version: 'v1', recode }), of);
    expect(event.payload.equals(payload)).toBe(true);
    expect(event.envelope.key).toBe('A-1');
  });

  it('given what its producer knows of supplier, organisation, cause and trace, then that is kept', () => {
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const said = {
      ...headers('account.created', {
        importsupplier: 'spring',
        organisation: 'acme',
        causationid: 'c',
        correlationid: 'r',
      }),
      traceparent: Buffer.from(trace),
    };
    expect(read(record(0, { headers: said, payload })).envelope).toMatchObject({
      importSupplier: 'spring',
      organisation: 'acme',
      causationId: 'c',
      correlationId: 'r',
      traceparent: trace,
    });
  });

  const created = (changed: Record<string, string | undefined>) => ({
    headers: headers('account.created', changed),
    payload,
  });
  const cases: [what: string, reason: string, of: () => Parameters<typeof record>[1]][] = [
    ['no value', 'no_value', () => ({ headers: headers('account.created'), value: null })],
    ['an empty value', 'not_framed', () => ({ headers: headers('account.created'), value: Buffer.alloc(0) })],
    [
      'another magic byte',
      'not_framed',
      () => ({ headers: headers('account.created'), value: Buffer.from([1, 0, 0, 0, 1, 2]) }),
    ],
    [
      'half a frame',
      'not_framed',
      () => ({ headers: headers('account.created'), value: Buffer.from([0, 0, 0]) }),
    ],
    [
      'JSON',
      'not_framed',
      () => ({ headers: headers('account.created'), value: Buffer.from('{"account_number":"A-1"}') }),
    ],
    [
      'an unknown schema id',
      'unknown_schema',
      () => ({ headers: headers('account.created'), schemaId: 99, payload }),
    ],
    [
      'a schema id below zero',
      'unknown_schema',
      () => ({ headers: headers('account.created'), value: Buffer.from([0, 255, 255, 255, 255, 0]) }),
    ],
    [
      'an incompatible schema',
      'incompatible_schema',
      () => ({ headers: headers('account.created'), schemaId: ENTRY_POSTED, payload }),
    ],
    [
      'the schema of another type',
      'schema_mismatch',
      () => ({ headers: headers('account.created'), schemaId: REVOKED, payload }),
    ],
    [
      'the schema of another version',
      'schema_mismatch',
      () => ({ headers: headers('agreement.revoked', { payloadversion: 'v2' }), schemaId: REVOKED, payload }),
    ],
    [
      'truncated Avro',
      'undecodable',
      () => ({ headers: headers('account.created'), payload: payload.subarray(0, 3) }),
    ],
    [
      'Avro with something behind it',
      'undecodable',
      () => ({ headers: headers('account.created'), payload: Buffer.concat([payload, Buffer.from([0])]) }),
    ],
    [
      'more bytes than an event may have',
      'too_large',
      () => ({ headers: headers('account.created'), payload: Buffer.alloc(512 * 1024 + 1) }),
    ],
    ['no id', 'missing_header', () => created({ id: undefined })],
    ['no source', 'missing_header', () => created({ source: undefined })],
    ['no type', 'missing_header', () => created({ type: undefined })],
    ['no payload version', 'missing_header', () => created({ payloadversion: undefined })],
    ['no time', 'missing_header', () => created({ time: undefined })],
    ['no CloudEvents version', 'missing_header', () => created({ specversion: undefined })],
    ['another CloudEvents version', 'invalid_header', () => created({ specversion: '0.3' })],
    ['an empty id', 'invalid_header', () => created({ id: '' })],
    ['an id of 256 characters', 'invalid_header', () => created({ id: 'x'.repeat(256) })],
    ['NUL in its id', 'invalid_header', () => created({ id: 'e\0' })],
    ['a line end in its subject', 'invalid_header', () => created({ subject: 'a\nb' })],
    ['a day that does not exist', 'invalid_header', () => created({ time: '2026-02-30T00:00:00Z' })],
    ['a year no database knows', 'invalid_header', () => created({ time: '0000-01-01T00:00:00Z' })],
    [
      'a year that its offset leads to',
      'invalid_header',
      () => created({ time: '0001-01-01T00:00:00+12:00' }),
    ],
    ['a time without a zone', 'invalid_header', () => created({ time: '2026-02-03T00:00:00' })],
    [
      'an id that is not UTF-8',
      'invalid_header',
      () => ({ headers: { ...headers('account.created'), ce_id: Buffer.from([0xff, 0xfe]) }, payload }),
    ],
    [
      'two ids',
      'invalid_header',
      () => ({
        headers: { ...headers('account.created'), ce_id: [Buffer.from('a'), Buffer.from('b')] },
        payload,
      }),
    ],
    [
      'an id that is null',
      'missing_header',
      () => ({ headers: { ...headers('account.created'), ce_id: null }, payload }),
    ],
    ['our own source', 'reserved_source', () => created({ source: 'headrace/importer' })],
    ['our own source in capitals', 'reserved_source', () => created({ source: 'HEADRACE' })],
    [
      'a forged outcome of an import',
      'reserved_type',
      () => created({ type: 'data_import.import_process.complete' }),
    ],
    ['an outcome nobody knows', 'reserved_type', () => created({ type: 'data_import.made_up' })],
    ['an internal event', 'reserved_type', () => created({ type: 'import.accepted' })],
    ['a type nobody knows', 'unknown_type', () => created({ type: 'account.vanished' })],
    ['a type of every object', 'unknown_type', () => created({ type: '__proto__' })],
    ['a version nobody knows', 'unknown_version', () => created({ payloadversion: 'v9' })],
    [
      'the current form, which is no version',
      'unknown_version',
      () => created({ payloadversion: 'current' }),
    ],
  ];
  it.each(cases)('given %s, then it is parked: %s', (_what, reason, of) => {
    expect(reasonOf(record(0, of()))).toBe(reason);
  });

  const createdAs = (account_number: string) =>
    catalogue.encode('account.created', 'v1', {
      account_number,
      account_user_emails: [],
      is_imported: false,
    });
  const parkedFor = (payload: Buffer) =>
    reasonOf(record(0, { headers: headers('account.created'), payload }));

  it('given a key without end, then it is parked', () => {
    expect(parkedFor(createdAs('A'.repeat(1_001)))).toBe('invalid_key');
  });

  it('given NUL in a text, which no table can hold, then it is parked', () => {
    const payload = createdAs('A?');
    payload[payload.indexOf('?')] = 0;
    expect(parkedFor(payload)).toBe('undecodable');
  });

  it(`given any bytes anywhere, then it is an event or parked, never anything else (seed ${SEED})`, () => {
    const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array));
    const value = fc.oneof(
      fc.constant(null),
      bytes,
      bytes.map((some) => Buffer.concat([Buffer.from([0, 0, 0, 0, CREATED]), some])),
    );
    const names = [
      'ce_id',
      'ce_source',
      'ce_type',
      'ce_payloadversion',
      'ce_time',
      'ce_subject',
      'traceparent',
    ];
    const changes = fc.dictionary(
      fc.constantFrom(...names),
      fc.oneof(bytes, fc.constant(null), fc.array(bytes)),
      {
        maxKeys: 2,
      },
    );
    fc.assert(
      fc.property(value, changes, (given, changed) => {
        const of = record(0, { headers: { ...headers('account.created'), ...changed }, value: given });
        const reason = reasonOf(of);
        expect(reason === undefined || /^[a-z_]+$/.test(reason)).toBe(true);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});
