import { randomUUID } from 'node:crypto';
import type { Message } from 'kafkajs';
import { createInboundTopic, createKafka, type KafkaSettings } from '../src/adapters/kafka/index.js';
import { createInboundStore } from '../src/adapters/postgres/inbound.js';
import { openJournal } from '../src/adapters/postgres/journal.js';
import { createPool, type Pool } from '../src/adapters/postgres/pool.js';
import { frame } from '../src/adapters/registry/wire.js';
import { type Catalogue, loadCatalogue } from '../src/catalogue/index.js';
import { readConfig } from '../src/config.js';
import { createInboundReader } from '../src/intake/inbound/index.js';
import { openSchemas } from '../src/start/schemas.js';
import { median } from './median.js';
import { withDatabase } from './with-database.js';
import { withTopic } from './with-topic.js';

/** How many records a second other systems' topic is taken in at: needs KAFKA_BROKERS; the database is one of its own. */
const EVENTS = 200_000;
const ROUNDS = 3;
const PARTITIONS = 6;
const PRODUCED_AT_ONCE = 2_000;

const { kafkaBrokers } = readConfig();
if (!kafkaBrokers) throw new Error('There is no Kafka: eval "$(npm run -s services -- up)" first');
const kafka: KafkaSettings = { brokers: kafkaBrokers, clientId: 'headrace-bench' };
await withDatabase(async (databaseUrl) => {
  const pool = createPool(databaseUrl, {
    max: 4,
    applicationName: 'headrace-bench',
    onIdleError: (error) => process.stderr.write(`${error}\n`),
  });
  const rates: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const config = { numPartitions: PARTITIONS };
    const measured = await withTopic(kafka, config, (topic) => measure(kafka, topic, pool));
    rates.push(measured.eventsPerSecond);
    console.log(JSON.stringify({ bench: 'inbound', round, events: EVENTS, ...measured }));
  }
  console.log(JSON.stringify({ bench: 'inbound', eventsPerSecond: median(rates) }));
  await pool.end();
});

interface Measured {
  readonly eventsPerSecond: number;
  /** Of this process, all threads: on a busy machine it says more than the rate. */
  readonly cpuMicrosPerEvent: number;
}

/** From the first record to the last commit; the topic is full before. */
async function measure(settings: KafkaSettings, topic: string, pool: Pool): Promise<Measured> {
  const catalogue = await loadCatalogue();
  const schemas = await openSchemas(undefined, catalogue);
  await fill(settings, topic, catalogue, await schemas.idOf('account.created', 'v1'));
  const journal = await openJournal(pool, PARTITIONS);
  const stop = new AbortController();
  const inbound = createInboundTopic(settings, {
    topic,
    group: topic,
    partitions: PARTITIONS,
    deliveryBytes: 4_000_000,
    deliveryRecords: 5_000,
    concurrency: 2,
    retryMs: 250,
    sessionMs: 30_000,
    onFault: (error) => {
      throw error;
    },
  });
  let taken = 0;
  let elapsedMs = 0;
  let started = 0;
  let cpuBefore = process.cpuUsage();
  const store = createInboundStore(pool, journal);
  const reader = createInboundReader({
    topic,
    store,
    schemas,
    catalogue,
    onTaken: ({ journaled, parked }) => {
      if (parked.length > 0) throw new Error(`parked: ${parked[0]?.detail}`);
      taken += journaled;
      elapsedMs = performance.now() - started;
      if (taken >= EVENTS) stop.abort();
    },
  });
  await inbound.run(
    {
      ...reader,
      deliver: (partition, records, nextOffset) => {
        if (started === 0) {
          started = performance.now();
          cpuBefore = process.cpuUsage();
        }
        return reader.deliver(partition, records, nextOffset);
      },
    },
    stop.signal,
  );
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    eventsPerSecond: Math.round((taken * 1_000) / elapsedMs),
    cpuMicrosPerEvent: Number(((user + system) / taken).toFixed(1)),
  };
}

/** Events of usual size, of many accounts, as a foreign producer writes them: any partition. */
async function fill(
  settings: KafkaSettings,
  topic: string,
  catalogue: Catalogue,
  schemaId: number,
): Promise<void> {
  const producer = createKafka(settings).producer({
    createPartitioner:
      () =>
      ({ message }) =>
        Number(message.key) % PARTITIONS,
  });
  await producer.connect();
  for (let done = 0; done < EVENTS; done += PRODUCED_AT_ONCE) {
    const messages = Array.from({ length: PRODUCED_AT_ONCE }, (_, i) =>
      record(catalogue, schemaId, done + i),
    );
    await producer.send({ topic, messages });
  }
  await producer.disconnect();
}

function record(catalogue: Catalogue, schemaId: number, n: number): Message {
  const account = `A-${n % 50_000}`;
  const payload = catalogue.encode('account.created', 'v1', {
    account_number: account,
    account_user_emails: [`customer.${n}@example.com`, `another.customer.of.the.account.${n}@example.com`],
    is_imported: false,
  });
  return {
    key: `${n}`,
    value: frame(schemaId, payload),
    headers: {
      ce_specversion: '1.0',
      ce_id: randomUUID(),
      ce_source: 'crm/accounts',
      ce_type: 'account.created',
      ce_payloadversion: 'v1',
      ce_time: new Date(Date.UTC(2026, 0, 1) + n).toISOString(),
      ce_subject: `account/${account}`,
      ce_correlationid: '01980000-0000-7000-8000-000000000000',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
  };
}
