import { createInboundTopic, type KafkaSettings } from '../../src/adapters/kafka/index.js';
import { createInboundStore } from '../../src/adapters/postgres/inbound.js';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import type { Pool } from '../../src/adapters/postgres/pool.js';
import type { Catalogue } from '../../src/catalogue/index.js';
import {
  createInboundReader,
  type InboundSchemas,
  type InboundStore,
} from '../../src/intake/inbound/index.js';

export interface TakingIn {
  readonly settings: KafkaSettings;
  readonly topic: string;
  readonly pool: Pool;
  readonly catalogue: Catalogue;
  readonly schemas: InboundSchemas;
  readonly store?: InboundStore;
  readonly deliveryRecords?: number;
  readonly onFault?: (error: unknown) => void;
}

/** Takes a topic in until `signal` is aborted, quick to notice things. */
export async function takeTopicIn(options: TakingIn, signal: AbortSignal): Promise<void> {
  const { settings, topic, pool, catalogue, schemas, deliveryRecords = 500, onFault = () => {} } = options;
  const store = options.store ?? createInboundStore(pool, await openJournal(pool, 3));
  const inbound = createInboundTopic(settings, {
    topic,
    group: `${topic}-intake`,
    partitions: 3,
    deliveryBytes: 200_000,
    deliveryRecords,
    concurrency: 2,
    retryMs: 50,
    sessionMs: 6_000,
    onFault,
  });
  await inbound.run(createInboundReader({ topic, store, schemas, catalogue, onTaken: () => {} }), signal);
}
