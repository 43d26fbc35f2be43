import { randomUUID } from 'node:crypto';
import { createKafka, type KafkaSettings } from '../src/adapters/kafka/index.js';
import { toMessage } from '../src/adapters/kafka/record.js';
import { retryAdmin } from '../src/adapters/kafka/retry.js';
import { embeddedRegistry } from '../src/adapters/registry/embedded.js';
import { schemasOf } from '../src/adapters/registry/schemas.js';
import { unframe } from '../src/adapters/registry/wire.js';
import { loadCatalogue } from '../src/catalogue/index.js';
import { readConfig } from '../src/config.js';
import { consume, consumeBatches } from '../src/consumer/index.js';
import { ORIGIN_HEADER } from '../src/consumer/origins.js';
import { median } from './median.js';
import { sampleEnvelope } from './sample-envelope.js';

/**
 * `npm run bench:consumer`: the library for topic consumers against a plain loop around kafkajs' `eachBatch` that
 * decodes the same records, in turns, on the same topic, with handlers that do nothing. Needs KAFKA_BROKERS. Prints a
 * line of JSON for each round, and one with the medians at the end.
 */
const EVENTS = 120_000;
const PARTITIONS = 6;
const ROUNDS = 3;
const TYPE = 'agreement.revoked';

const { kafkaBrokers } = readConfig();
if (!kafkaBrokers) throw new Error('There is no Kafka: eval "$(npm run -s services -- up)" first');
const settings: KafkaSettings = { brokers: kafkaBrokers, clientId: 'headrace-bench' };
const catalogue = await loadCatalogue();
const topic = `bench-${randomUUID()}`;
const admin = createKafka(settings).admin();
await admin.connect();
try {
  await retryAdmin(() => admin.createTopics({ topics: [{ topic, numPartitions: PARTITIONS }] }));
  await fill();
  const ways = { plain, library, batches } as const;
  const rates: Record<keyof typeof ways, number[]> = { plain: [], library: [], batches: [] };
  for (let round = 1; round <= ROUNDS; round++) {
    for (const way of ['plain', 'library', 'batches'] as const) {
      const group = `${topic}.${way}.${round}`;
      const measured = await ways[way](group);
      await admin.deleteGroups([group]);
      const eventsPerSecond = Math.round(EVENTS / measured.seconds);
      const cpuMicrosPerEvent = Number(((measured.cpuSeconds / EVENTS) * 1e6).toFixed(1));
      rates[way].push(eventsPerSecond);
      console.log(
        JSON.stringify({ bench: 'consumer', way, round, events: EVENTS, eventsPerSecond, cpuMicrosPerEvent }),
      );
    }
  }
  const [byPlain, byLibrary, byBatches] = [median(rates.plain), median(rates.library), median(rates.batches)];
  const ratio = Number((byLibrary / byPlain).toFixed(3));
  console.log(
    JSON.stringify({ bench: 'consumer', plain: byPlain, library: byLibrary, batches: byBatches, ratio }),
  );
} finally {
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
}

/** Half of the events in each version: one of them is upcast. */
async function fill(): Promise<void> {
  const idOf = await embeddedRegistry(schemasOf(catalogue)).register();
  const producer = createKafka(settings).producer({
    createPartitioner: () => (record) => record.message.partition ?? 0,
  });
  await producer.connect();
  const sequences = Array.from({ length: PARTITIONS }, () => 0);
  const message = (n: number) => {
    const partition = n % PARTITIONS;
    const sequence = (sequences[partition] ?? 0) + 1;
    sequences[partition] = sequence;
    const version = n % 4 < 2 ? 'v1' : 'v2';
    const data = { agreement_id: n, ...(version === 'v2' && { account_number: `A-${n}` }) };
    const made = toMessage(
      {
        payload: catalogue.encodeUnknown(TYPE, version, data),
        partition,
        sequence,
        appendedAt: Date.now(),
        envelope: sampleEnvelope(n, TYPE, version),
      },
      idOf(TYPE, version) ?? -1,
    );
    return { ...made, headers: { ...made.headers, [ORIGIN_HEADER]: `${partition}/${sequence}` } };
  };
  for (let n = 0; n < EVENTS; n += 3_000) {
    const messages = Array.from({ length: Math.min(3_000, EVENTS - n) }, (_, i) => message(n + i));
    await producer.send({ topic, messages });
  }
  await producer.disconnect();
}

interface Measured {
  readonly seconds: number;
  /** Of this process, all threads. */
  readonly cpuSeconds: number;
}

/** From the first event to the last. */
function meter() {
  let start = 0;
  let cpu: NodeJS.CpuUsage | undefined;
  let seen = 0;
  let finish: (measured: Measured) => void = () => {};
  const done = new Promise<Measured>((resolve) => {
    finish = resolve;
  });
  const count = (events: number) => {
    if (seen === 0) {
      start = performance.now();
      cpu = process.cpuUsage();
    }
    seen += events;
    if (seen !== EVENTS) return;
    const { user, system } = process.cpuUsage(cpu);
    finish({ seconds: (performance.now() - start) / 1_000, cpuSeconds: (user + system) / 1e6 });
  };
  return { count, done };
}

async function plain(group: string): Promise<Measured> {
  const { count, done } = meter();
  const consumer = createKafka(settings).consumer({ groupId: group, maxWaitTimeInMs: 300 });
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    partitionsConsumedConcurrently: 4,
    eachBatch: async ({ batch }) => {
      for (const { value, headers } of batch.messages) {
        const framed = unframe(value ?? Buffer.alloc(0));
        if (framed.outcome === 'framed') {
          catalogue.decode(TYPE, String(headers?.['ce_payloadversion']), framed.payload);
        }
        count(1);
      }
    },
  });
  const measured = await done;
  await consumer.disconnect();
  return measured;
}

async function library(group: string): Promise<Measured> {
  const { count, done } = meter();
  const consumer = consume({ ...settings, topics: [topic], group, handlers: { [TYPE]: () => count(1) } });
  const measured = await done;
  await consumer.stop();
  return measured;
}

async function batches(group: string): Promise<Measured> {
  const { count, done } = meter();
  const handle = (events: readonly unknown[]) => count(events.length);
  const consumer = consumeBatches({ ...settings, topics: [topic], group, types: [TYPE], handle });
  const measured = await done;
  await consumer.stop();
  return measured;
}
