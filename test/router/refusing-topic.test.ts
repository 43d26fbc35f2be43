import kafkajs from 'kafkajs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKafka, createRoutedTopics } from '../../src/adapters/kafka/index.js';
import { readRanges } from '../../src/adapters/kafka/read-range.js';
import { LASTING, MESSAGE_MAX_BYTES } from '../../src/adapters/kafka/topic.js';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { newTopic, settingsFor, started } from '../kafka/support.js';
import { kafkaForTests } from '../support/kafka.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { revoked, routeOf, routerOver, schemas, tableFor } from './support.js';

const PARTITIONS = 3;
const kafka = await kafkaForTests();
const WAIT = { timeout: 20_000, interval: 300 };

describe.skipIf('missing' in kafka)('routes to topics of which one refuses', () => {
  if ('missing' in kafka) return;
  const settings = settingsFor(kafka.brokers);
  let database: TestDatabase;
  let journal: JournalWriter;
  let router: ReturnType<typeof started> | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
    journal = await openJournal(database.pool, PARTITIONS);
  });
  afterEach(() => router?.stop());
  afterAll(() => database.drop());

  const idsOf = async (topic: string): Promise<string[]> => {
    const client = createKafka(settings);
    const admin = client.admin();
    await admin.connect();
    const ends = (await admin.listTopics()).includes(topic) ? await admin.fetchTopicOffsets(topic) : [];
    await admin.disconnect();
    const ranges = ends.flatMap(({ partition, high }) =>
      Number(high) > 0 ? [{ topic, partition, from: 0, last: Number(high) - 1 }] : [],
    );
    const ids: string[] = [];
    await readRanges(client, ranges, (_range, { headers }) => ids.push(String(headers?.['ce_id'])));
    return ids.sort();
  };
  const arrived = (topic: string) => expect.poll(async () => (await idsOf(topic)).length, WAIT).toBe(200);

  it('given a topic that refuses records for good, then only its route stops, and goes on when it takes them', async () => {
    const [topic, strict] = [newTopic(kafka.prefix), newTopic(kafka.prefix)];
    const admin = createKafka(settings).admin();
    await admin.connect();
    const AGE = 'message.timestamp.before.max.ms';
    const made = { ...LASTING, 'max.message.bytes': `${MESSAGE_MAX_BYTES}`, [AGE]: '1' };
    await admin.createTopics({
      topics: [
        {
          topic: strict,
          numPartitions: PARTITIONS,
          configEntries: Object.entries(made).map(([name, value]) => ({ name, value })),
        },
      ],
    });
    const events = Array.from({ length: 200 }, (_, i) => revoked(i, i % 2 === 0 ? null : `A-${i % 50}`));
    const ids = events.map(({ envelope }) => envelope.id).sort();
    await inTransaction(database.pool, (client) => journal.commitWith(client, events));
    const stopped = new Map<string, string>();
    const routes = [
      routeOf('all', { to: { topic }, from: 'beginning' }),
      routeOf('strict', { to: { topic: strict }, from: 'beginning' }),
    ];
    router = started((signal) =>
      routerOver(database.pool, tableFor(...routes), settings, {
        topics: createRoutedTopics(settings, schemas, 1_000),
        onStopped: (target, reason) => stopped.set(target, reason),
      }).run(signal),
    );
    await arrived(topic);
    await expect.poll(() => stopped.get(`topic:${strict}`), WAIT).toContain('INVALID_TIMESTAMP');
    expect(stopped.has(`topic:${topic}`)).toBe(false);
    const { rows } = await database.pool.query('SELECT target, reason FROM router.stopped');
    expect(rows).toEqual([{ target: `topic:${strict}`, reason: stopped.get(`topic:${strict}`) }]);
    expect(await idsOf(strict)).toEqual([]);

    await admin.alterConfigs({
      validateOnly: false,
      resources: [
        {
          type: kafkajs.ConfigResourceTypes.TOPIC,
          name: strict,
          configEntries: Object.entries({ ...made, [AGE]: `${2 ** 40}` }).map(([name, value]) => ({
            name,
            value,
          })),
        },
      ],
    });
    await admin.disconnect();
    await arrived(strict);
    expect(await idsOf(strict)).toEqual(ids);
    expect(await idsOf(topic)).toEqual(ids);
  });
});
