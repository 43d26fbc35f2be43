import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createInboundStore } from '../../src/adapters/postgres/inbound.js';
import { discardParked, listParked, showParked } from '../../src/adapters/postgres/inbound-list.js';
import { createRedriveStore } from '../../src/adapters/postgres/inbound-redrive.js';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { type Catalogue, loadCatalogue } from '../../src/catalogue/index.js';
import { DataFault } from '../../src/errors.js';
import {
  createInboundReader,
  type InboundRecord,
  type InboundSchemas,
  type InboundStore,
  redrive,
  type TakenIn,
} from '../../src/intake/inbound/index.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { headers, record, TOPIC } from './records.js';

let catalogue: Catalogue;
let database: TestDatabase;
let journal: JournalWriter;
beforeAll(async () => {
  catalogue = await loadCatalogue();
  database = await createTestDatabase();
  journal = await openJournal(database.pool, 3);
});
afterEach(() =>
  database.pool.query(`TRUNCATE journal.events, inbound.positions, inbound.seen_events, inbound.parked_records;
    UPDATE journal.partitions SET last_sequence = 0`),
);
afterAll(() => database.drop());

const schemas: InboundSchemas = {
  meaningOf: async (id) =>
    id === 1 ? { type: 'account.created', version: 'v1', recode: undefined } : undefined,
};
const created = (offset: number, id: string, account = `A-${id}`, schemaId = 1): InboundRecord => {
  const payload = catalogue.encode('account.created', 'v1', {
    account_number: account,
    account_user_emails: [],
    is_imported: false,
  });
  return record(offset, { headers: headers('account.created', { id }), payload, schemaId });
};
const reader = (
  changed: Partial<{ store: InboundStore; schemas: InboundSchemas; onTaken(taken: TakenIn): void }> = {},
) =>
  createInboundReader({
    topic: TOPIC,
    store: createInboundStore(database.pool, journal),
    schemas,
    catalogue,
    onTaken: () => {},
    ...changed,
  });
const rows = async (sql: string) => (await database.pool.query(sql)).rows;
const ids = async () => (await rows('SELECT id FROM journal.events ORDER BY id')).map(({ id }) => id);
const position = async () =>
  (await rows('SELECT next_offset, journaled, duplicates, parked FROM inbound.positions'))[0];
const parked = () => rows('SELECT "offset", reason FROM inbound.parked_records ORDER BY parked_id');

describe('records taken in', () => {
  it('given good ones, repeats and poison, then each is journaled, counted or parked, and the position is behind them', async () => {
    const taking = reader();
    expect(await taking.assigned(0)).toBe(0);
    const poison = record(2, { headers: {}, value: Buffer.from([7, 0, 255]) });
    await taking.deliver(0, [created(0, 'a'), created(1, 'a'), poison, created(3, 'b')], 4);
    await taking.deliver(0, [created(4, 'b'), created(5, 'c')], 9);
    expect(await ids()).toEqual(['a', 'b', 'c']);
    expect(await position()).toEqual({ next_offset: 9, journaled: 3, duplicates: 2, parked: 1 });
    expect(await parked()).toEqual([{ offset: 2, reason: 'missing_header' }]);
    expect(await reader().assigned(0)).toBe(9);
  });

  it('given other content under an id, at once or later, then it is parked and not dropped', async () => {
    const taking = reader();
    await taking.assigned(0);
    await taking.deliver(0, [created(0, 'a', 'A-1'), created(1, 'a', 'A-2')], 2);
    await taking.deliver(0, [created(2, 'a', 'A-3'), created(3, 'a', 'A-1')], 4);
    expect(await position()).toMatchObject({ journaled: 1, duplicates: 1, parked: 2 });
    expect(await parked()).toEqual([
      { offset: 1, reason: 'id_conflict' },
      { offset: 2, reason: 'id_conflict' },
    ]);
  });

  it('given two readers of one partition, then the one that was overtaken writes nothing', async () => {
    const [old, fresh] = [reader(), reader()];
    await old.assigned(0);
    await fresh.assigned(0);
    await fresh.deliver(0, [created(0, 'a')], 1);
    await expect(old.deliver(0, [created(0, 'a'), created(1, 'b')], 2)).rejects.toThrow('another reader');
    expect(await ids()).toEqual(['a']);
    expect(await old.assigned(0)).toBe(1);
    await old.deliver(0, [created(1, 'b')], 2);
    await expect(fresh.deliver(0, [created(1, 'x')], 2)).rejects.toThrow('another reader');
    expect(await ids()).toEqual(['a', 'b']);
    expect(await rows('SELECT count(*)::int AS n FROM inbound.seen_events')).toEqual([{ n: 2 }]);
  });

  it('given the same events in two partitions at once, then each is journaled once', async () => {
    const both = [reader(), reader()];
    const events = Array.from({ length: 50 }, (_, i) => created(i, `e${i}`));
    await Promise.all(both.map((one, partition) => one.assigned(partition)));
    await Promise.all([both[0]?.deliver(0, events, 50), both[1]?.deliver(1, events.toReversed(), 50)]);
    expect(
      await rows('SELECT count(*)::int AS n, count(DISTINCT id)::int AS ids FROM journal.events'),
    ).toEqual([{ n: 50, ids: 50 }]);
    const counted =
      'SELECT sum(journaled)::int AS journaled, sum(duplicates)::int AS duplicates FROM inbound.positions';
    expect(await rows(counted)).toEqual([{ journaled: 50, duplicates: 50 }]);
  });

  it('given one that the database refuses, then that one is parked and the others are journaled', async () => {
    const store = createInboundStore(database.pool, journal);
    const choosy: InboundStore = {
      ...store,
      taking: (work) =>
        store.taking((transaction) =>
          work({
            ...transaction,
            async commit(commit) {
              if (commit.events.some(({ envelope }) => envelope.id === 'c')) {
                throw new DataFault('rejected_by_database', '22P05: no');
              }
              await transaction.commit(commit);
            },
          }),
        ),
    };
    const taking = reader({ store: choosy });
    await taking.assigned(0);
    const events = ['a', 'b', 'c', 'd', 'e'].map((id, offset) => created(offset, id));
    await taking.deliver(0, events, 5);
    expect(await ids()).toEqual(['a', 'b', 'd', 'e']);
    expect(await parked()).toEqual([{ offset: 2, reason: 'rejected_by_database' }]);
    expect(await position()).toMatchObject({ next_offset: 5, journaled: 4, parked: 1 });
  });

  it('given a registry that does not answer, then nothing is parked and nothing moves', async () => {
    let answers = false;
    const moody: InboundSchemas = {
      meaningOf: async (id) => {
        if (!answers) throw new Error('no answer');
        return schemas.meaningOf(id);
      },
    };
    const taking = reader({ schemas: moody });
    await taking.assigned(0);
    await expect(taking.deliver(0, [created(0, 'a')], 1)).rejects.toThrow('no answer');
    expect(await position()).toEqual({ next_offset: 0, journaled: 0, duplicates: 0, parked: 0 });
    answers = true;
    await taking.assigned(0);
    await taking.deliver(0, [created(0, 'a')], 1);
    expect(await ids()).toEqual(['a']);
  });

  it('given a hostile record, then its bytes are kept as they came', async () => {
    const bytes = Buffer.from([0, 1, 2, 0xff, 0]);
    const strange = { '\0name': Buffer.from([0xff]), twice: [bytes, null], none: null };
    const taking = reader();
    await taking.assigned(0);
    const timeless = {
      ...record(0, { headers: strange, value: bytes }),
      timestampMs: Number.MAX_SAFE_INTEGER,
      key: bytes,
    };
    await taking.deliver(
      0,
      [timeless, { ...timeless, offset: 1, key: null, value: null, timestampMs: -1 }],
      2,
    );
    const [first, second] = await listParked(database.pool, { reason: undefined, afterId: 0, limit: 10 });
    expect(await showParked(database.pool, first?.parkedId ?? 0)).toMatchObject({
      topic: TOPIC,
      partition: 0,
      offset: 0,
      reason: 'missing_header',
      key: bytes,
      value: bytes,
      writtenAt: null,
      headers: [
        ['\0name', '/w=='],
        ['twice', 'AAEC/wA='],
        ['twice', null],
        ['none', null],
      ],
    });
    expect(second).toMatchObject({ reason: 'no_value' });
  });

  it('given events seen longer ago than they are remembered, then they are forgotten and may come again', async () => {
    const store = createInboundStore(database.pool, journal);
    const taking = reader();
    await taking.assigned(0);
    await taking.deliver(0, [created(0, 'a'), created(1, 'b')], 2);
    await database.pool.query(`UPDATE inbound.seen_events SET seen_at = now() - interval '31 days'
      WHERE event = (SELECT event FROM inbound.seen_events ORDER BY event LIMIT 1)`);
    expect(await store.forgetSeen(30 * 86_400_000, 100)).toBe(1);
    await taking.deliver(0, [created(2, 'a'), created(3, 'b')], 4);
    expect(await position()).toMatchObject({ journaled: 3, duplicates: 1 });
  });
});

describe('parked records', () => {
  it('given a schema that is known by now, then redrive journals what is right and keeps what is not', async () => {
    const taking = reader();
    await taking.assigned(0);
    const wrong = record(2, { headers: headers('account.vanished', { id: 'w' }) });
    await taking.deliver(
      0,
      [created(0, 'a', 'A-1', 5), created(1, 'a', 'A-1', 5), wrong, created(3, 'b')],
      4,
    );
    expect(await ids()).toEqual(['b']);
    const later: InboundSchemas = { meaningOf: () => schemas.meaningOf(1) };
    const tools = { store: createRedriveStore(database.pool, journal), schemas: later, catalogue };
    expect(await redrive(tools, undefined)).toEqual({ journaled: 1, duplicates: 1, parked: 1 });
    expect(await ids()).toEqual(['a', 'b']);
    const states = await rows('SELECT state, reason FROM inbound.parked_records ORDER BY "offset"');
    expect(states.map(({ state }) => state)).toEqual(['journaled', 'duplicate', 'parked']);
    expect(await redrive(tools, undefined)).toEqual({ journaled: 0, duplicates: 0, parked: 1 });
  });

  it('given one that is given up, then its bytes are gone, its place and reason stay, and it is not redriven', async () => {
    const taking = reader();
    await taking.assigned(0);
    await taking.deliver(0, [record(0, { headers: {}, value: Buffer.from('secret') })], 1);
    const [entry] = await listParked(database.pool, { reason: 'missing_header', afterId: 0, limit: 10 });
    const [id = 0] = [entry?.parkedId];
    expect(await discardParked(database.pool, [id, 999])).toEqual([id]);
    expect(await discardParked(database.pool, [id])).toEqual([]);
    expect(await showParked(database.pool, id)).toMatchObject({
      state: 'discarded',
      reason: 'missing_header',
      offset: 0,
      value: null,
      key: null,
      headers: [],
    });
    const tools = { store: createRedriveStore(database.pool, journal), schemas, catalogue };
    expect(await redrive(tools, [id])).toEqual({ journaled: 0, duplicates: 0, parked: 0 });
  });
});
