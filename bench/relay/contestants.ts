import { createKafka, createRelayTopic, type KafkaSettings } from '../../src/adapters/kafka/index.js';
import { toMessage } from '../../src/adapters/kafka/record.js';
import { createPool, type Pool } from '../../src/adapters/postgres/pool.js';
import { createRelayJournal } from '../../src/adapters/postgres/relay-journal.js';
import { createRelayStore } from '../../src/adapters/postgres/relay-store.js';
import type { RecordedEvent } from '../../src/event/index.js';
import { createRelay } from '../../src/relay/index.js';
import { withTopic } from '../with-topic.js';

export const PARTITIONS = 6;
/** Nothing goes while it is measured. */
const TOPIC = {
  numPartitions: PARTITIONS,
  configEntries: [
    { name: 'cleanup.policy', value: 'delete' },
    { name: 'retention.ms', value: '-1' },
    { name: 'retention.bytes', value: '-1' },
  ],
};
const PARTITION_EVENTS = 400;
const SCHEMA_ID = 7;
const schemas = { idOf: async () => SCHEMA_ID, meaningOf: async () => undefined };

export function openPool(databaseUrl: string): Pool {
  return createPool(databaseUrl, {
    max: 4,
    applicationName: 'headrace-bench',
    onIdleError: (error) => {
      throw error;
    },
  });
}

export interface Measured {
  readonly seconds: number;
  /** Of this process, all threads. */
  readonly cpuSeconds: number;
}

/** @returns what is to be called at the end. */
function clock(): () => Measured {
  const start = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { seconds: (performance.now() - start) / 1_000, cpuSeconds: (user + system) / 1e6 };
  };
}

/** The records are made before the clock starts. */
export async function plain(settings: KafkaSettings, pool: Pool): Promise<Measured> {
  const journal = createRelayJournal(pool);
  const positions = new Map([...(await journal.heads()).keys()].map((partition) => [partition, 0]));
  const requests: RecordedEvent[][] = [];
  for (;;) {
    const read = [...(await journal.readBehind(positions, PARTITION_EVENTS)).values()];
    if (read.length === 0) break;
    requests.push(read.flat());
    for (const event of read.flat()) positions.set(event.partition, event.sequence);
  }
  const batches = requests.map((events) => events.map((event) => toMessage(event, SCHEMA_ID)));
  const kafka = createKafka(settings);
  return withTopic(settings, TOPIC, async (topic) => {
    const producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      createPartitioner: () => (record) => record.message.partition ?? 0,
    });
    await producer.connect();
    const stopClock = clock();
    for (const messages of batches) await producer.send({ topic, acks: -1, messages });
    const measured = stopClock();
    await producer.disconnect();
    return measured;
  });
}

/** From the first request to the last acknowledgement. */
export async function relayed(settings: KafkaSettings, pool: Pool): Promise<Measured> {
  await pool.query('TRUNCATE relay.marks');
  const heads = await createRelayJournal(pool).heads();
  const total = [...heads.values()].reduce((sum, head) => sum + head, 0);
  return withTopic(settings, TOPIC, async (topic) => {
    const stop = new AbortController();
    let stopClock = clock();
    let sent = 0;
    let measured: Measured | undefined;
    const relay = createRelay({
      journal: createRelayJournal(pool),
      store: createRelayStore(pool),
      topic: createRelayTopic(settings, topic, schemas),
      holder: 'bench',
      leaseMs: 5_000,
      partitionEvents: PARTITION_EVENTS,
      partitionBytes: 900_000,
      pollMs: 100,
      retryMs: 100,
      onFault: (error) => {
        throw error;
      },
      onState: (state) => {
        if (state === 'sending') stopClock = clock();
      },
      onSent: (_, events) => {
        sent += events;
        if (sent < total) return;
        measured = stopClock();
        stop.abort();
      },
    });
    await relay.run(stop.signal);
    if (!measured) throw new Error('the relay ended before it had sent everything');
    return measured;
  });
}
