import type { KafkaMessage } from 'kafkajs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKafka, createRelayTopic, kafkaLog } from '../../src/adapters/kafka/index.js';
import { readRanges } from '../../src/adapters/kafka/read-range.js';
import { originOf } from '../../src/adapters/kafka/routed-record.js';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { type EventToAppend, partitionOf } from '../../src/event/index.js';
import type { RouterOptions } from '../../src/router/index.js';
import { newTopic, relayOver, settingsFor, started } from '../kafka/support.js';
import { kafkaForTests } from '../support/kafka.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { catalogue, revoked, routeOf, routerOver, schemas, tableFor } from './support.js';

const PARTITIONS = 3;
const kafka = await kafkaForTests();
const WAIT = { timeout: 20_000, interval: 20 };

describe.skipIf('missing' in kafka)('routes to topics', () => {
  if ('missing' in kafka) return;
  const settings = settingsFor(kafka.brokers);
  let database: TestDatabase;
  let journal: JournalWriter;
  let topic: string;
  const running: ReturnType<typeof started>[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    journal = await openJournal(database.pool, PARTITIONS);
  });
  beforeEach(async () => {
    topic = newTopic(kafka.prefix);
    await database.pool.query(`TRUNCATE journal.events, router.positions, router.stopped, router.leases;
      UPDATE journal.partitions SET last_sequence = 0`);
  });
  afterEach(() => Promise.allSettled(running.splice(0).map((one) => one.stop())));
  afterAll(() => database.drop());

  const append = (events: EventToAppend[]) =>
    inTransaction(database.pool, (client) => journal.commitWith(client, events));
  const someEvents = (count: number) =>
    Array.from({ length: count }, (_, i) => revoked(i, i % 2 === 0 ? null : `A-${i % 50}`));
  const router = (routes: Parameters<typeof tableFor>, changed: Partial<RouterOptions> = {}) => {
    const one = started((signal) =>
      routerOver(database.pool, tableFor(...routes), settings, changed).run(signal),
    );
    running.push(one);
    return one;
  };

  const recordsOf = async (name = topic): Promise<{ partition: number; message: KafkaMessage }[]> => {
    const client = createKafka(settings);
    const admin = client.admin();
    await admin.connect();
    const known = await admin.listTopics();
    const ends = known.includes(name) ? await admin.fetchTopicOffsets(name) : [];
    await admin.disconnect();
    const ranges = ends.flatMap(({ partition, high }) =>
      Number(high) > 0 ? [{ topic: name, partition, from: 0, last: Number(high) - 1 }] : [],
    );
    const records: { partition: number; message: KafkaMessage }[] = [];
    await readRanges(client, ranges, ({ partition }, message) => records.push({ partition, message }));
    return records;
  };
  const idsOf = async (name = topic) =>
    (await recordsOf(name)).map(({ message }) => String(message.headers?.['ce_id'])).sort();
  const arrived = (count: number, name = topic) =>
    expect.poll(async () => (await recordsOf(name)).length, { ...WAIT, interval: 300 }).toBe(count);
  const header = (message: KafkaMessage | undefined, name: string) => message?.headers?.[name]?.toString();

  it('given a route, then its topic is made and has each matching event once, with its origin', async () => {
    const events = someEvents(700);
    await append(events);
    router([routeOf('all', { to: { topic }, from: 'beginning' })]);
    await arrived(700);
    expect(await idsOf()).toEqual(events.map(({ envelope }) => envelope.id).sort());
    const last = new Map<number, number>();
    for (const { partition, message } of await recordsOf()) {
      const origin = originOf(topic, partition, message);
      expect(origin?.source.partition).toBe(partition);
      expect(origin?.source.sequence).toBeGreaterThan(last.get(partition) ?? 0);
      last.set(partition, origin?.source.sequence ?? 0);
      expect(partition).toBe(partitionOf(String(message.key), PARTITIONS));
      expect(message.value?.readUInt32BE(1)).toBe(
        await schemas.idOf('agreement.revoked', header(message, 'ce_payloadversion') ?? ''),
      );
    }
  });

  it('given routes to other forms, then records are written so, or as they came with the reason', async () => {
    await append([revoked(1, 'A-1'), revoked(2, null)]);
    const to = (form: string) => ({ to: { topic: `${topic}.${form}` }, as: form, from: 'beginning' });
    router(['current', 'v1', 'v2'].map((form) => routeOf(form, to(form))));
    const forms = async (form: string) => {
      await arrived(2, `${topic}.${form}`);
      return (await recordsOf(`${topic}.${form}`))
        .map(({ message }) => ({
          version: header(message, 'ce_payloadversion'),
          data:
            header(message, 'ce_payloadversion') === 'current'
              ? catalogue.decodeCurrentForm(
                  'agreement.revoked',
                  message.value?.subarray(5) ?? Buffer.alloc(0),
                )
              : catalogue.decode(
                  'agreement.revoked' as string,
                  header(message, 'ce_payloadversion') ?? '',
                  message.value?.subarray(5) ?? Buffer.alloc(0),
                ),
          why: header(message, 'headrace-not-converted'),
        }))
        .sort((a, b) => Number(a.data['agreement_id']) - Number(b.data['agreement_id']));
    };
    const why = undefined;
    expect(await forms('current')).toEqual([
      { version: 'current', data: { agreement_id: 1, account_number: 'A-1' }, why },
      { version: 'current', data: { agreement_id: 2, account_number: null }, why },
    ]);
    expect(await forms('v1')).toEqual([
      { version: 'v1', data: { agreement_id: 1 }, why },
      { version: 'v1', data: { agreement_id: 2 }, why },
    ]);
    expect(await forms('v2')).toEqual([
      { version: 'v2', data: { agreement_id: 1, account_number: 'A-1' }, why },
      { version: 'v1', data: { agreement_id: 2 }, why: 'v2: v2 requires what this event does not say' },
    ]);
  });

  it('given a key and a condition on the payload, then both are used', async () => {
    await append(someEvents(100));
    router([
      routeOf('some', {
        match: { types: ['agreement.*'], where: { field: 'data.account_number', exists: true } },
        to: { topic },
        key: 'data.agreement_id',
        from: 'beginning',
      }),
    ]);
    await arrived(50);
    for (const { partition, message } of await recordsOf()) {
      expect(header(message, 'ce_payloadversion')).toBe('v2');
      expect(Number(String(message.key)) % 2).toBe(1);
      expect(partition).toBe(partitionOf(String(message.key), PARTITIONS));
    }
  });

  it('given positions that are gone, then a router finds out from the topic what it has', async () => {
    const route = routeOf('all', { to: { topic }, key: 'data.agreement_id', from: 'beginning' });
    for (let round = 1; round <= 3; round++) {
      await append(someEvents(150));
      const one = router([route]);
      await arrived(150 * round);
      await one.stop();
      if (round < 3) await database.pool.query('TRUNCATE router.positions');
    }
    expect(new Set(await idsOf()).size).toBe(450);
  });

  it('given a route that begins now, then it gets what comes after it was seen first, also while no router ran', async () => {
    await append(someEvents(10));
    const route = routeOf('new', { to: { topic } });
    const states: string[] = [];
    const first = router([route], { onState: (state) => states.push(state) });
    await expect.poll(() => states, WAIT).toContain('routing');
    await first.stop();
    const events = someEvents(10);
    await append(events);
    router([route]);
    await arrived(10);
    expect(await idsOf()).toEqual(events.map(({ envelope }) => envelope.id).sort());
  });

  it('given a topic that is not as it must be, then it is stopped with the reason and the others go on', async () => {
    const admin = createKafka(settings).admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: `${topic}.wrong`, numPartitions: PARTITIONS + 1 }] });
    await append(someEvents(20));
    const stopped: string[] = [];
    const routes = ['right', 'wrong', 'gone'].map((name) =>
      routeOf(name, { to: { topic: `${topic}.${name}` }, from: 'beginning' }),
    );
    const onStopped = (target: string, reason: string) => stopped.push(`${target}: ${reason}`);
    const first = router(routes, { onStopped });
    await arrived(20, `${topic}.gone`);
    await first.stop();
    await admin.deleteTopics({ topics: [`${topic}.gone`] });
    await expect.poll(() => admin.listTopics(), WAIT).not.toContain(`${topic}.gone`);
    await admin.disconnect();
    await append(someEvents(20));
    router(routes, { onStopped });
    await arrived(40, `${topic}.right`);
    expect(stopped[0]).toContain('has 4 partitions, the log 3');
    expect(stopped.join()).toContain('records are gone, or the topic was made anew');
    const { rows } = await database.pool.query('SELECT target FROM router.stopped ORDER BY target');
    expect(rows).toEqual([{ target: `topic:${topic}.gone` }, { target: `topic:${topic}.wrong` }]);
  });

  it('given the topic of another installation, then it is stopped instead of taken as written', async () => {
    const route = routeOf('all', { to: { topic }, from: 'beginning' });
    await append(someEvents(20));
    const first = router([route]);
    await arrived(20);
    await first.stop();
    await database.pool.query(`TRUNCATE journal.events, router.positions;
      UPDATE journal.partitions SET last_sequence = 0`);
    await append(someEvents(20));
    const stopped: string[] = [];
    router([route], { onStopped: (_, reason) => stopped.push(reason) });
    await expect.poll(() => stopped, WAIT).toHaveLength(1);
    expect(stopped[0]).toContain('it was written by another installation');
  });

  it('given the log on Kafka, then routers that follow each other route it as they would the journal', async () => {
    const log = newTopic(kafka.prefix);
    const relay = started((signal) =>
      relayOver(database.pool, settings, log, { topic: createRelayTopic(settings, log, schemas) }).run(
        signal,
      ),
    );
    running.push(relay);
    const route = routeOf('all', { to: { topic }, as: 'current', from: 'beginning' });
    const openLog: RouterOptions['openLog'] = async (name) =>
      kafkaLog(settings, log, schemas, {
        name: `${log}-${name}`,
        deliveryBytes: 20_000,
        concurrency: 2,
        retryMs: 50,
        sessionMs: 30_000,
        onFault: () => {},
      });
    for (let round = 1; round <= 3; round++) {
      await append(someEvents(200));
      const one = router([route], { openLog });
      await arrived(200 * round);
      await one.stop();
    }
    expect(new Set(await idsOf()).size).toBe(600);
  });

  it('given a lease that another took, then the router stands by and goes on later, and nothing is lost', async () => {
    const states: string[] = [];
    router([routeOf('all', { to: { topic }, from: 'beginning' })], {
      onState: (state) => states.push(state),
    });
    await append(someEvents(50));
    await arrived(50);
    await database.pool.query(
      "UPDATE router.leases SET epoch = epoch + 1, expires_at = clock_timestamp() + interval '3 s'",
    );
    await expect.poll(() => states, WAIT).toContain('standby');
    await append(someEvents(50));
    await arrived(100);
    expect(new Set(await idsOf()).size).toBe(100);
  });
});
