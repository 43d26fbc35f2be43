import type { InboundTopic } from '../../intake/inbound/index.js';
import { createWaker } from '../../pacing/waker.js';
import { createKafka, type KafkaSettings } from './client.js';
import { knowAllCodecs } from './codecs.js';
import { consumeForEver } from './group.js';
import { InboundPartition } from './inbound-partition.js';
import { retryAdmin } from './retry.js';

export interface InboundTopicOptions {
  readonly topic: string;
  /** The consumer group's id: processes with it share the partitions. */
  readonly group: string;
  /** Partitions of the topic where it has to be made. */
  readonly partitions: number;
  /** Most bytes fetched of a partition at once. */
  readonly deliveryBytes: number;
  /** Most records delivered, and so journaled, at once. */
  readonly deliveryRecords: number;
  /** Partitions delivered at once: one can decode while another waits for its write. */
  readonly concurrency: number;
  readonly retryMs: number;
  /** A process that says nothing for so long loses its partitions to others. */
  readonly sessionMs: number;
  /** Told of each fault that is retried. */
  readonly onFault: (error: unknown) => void;
}

/** The topic other systems write. */
export function createInboundTopic(settings: KafkaSettings, options: InboundTopicOptions): InboundTopic {
  const { topic, group, retryMs, deliveryRecords } = options;
  return {
    async run(reader, signal) {
      knowAllCodecs();
      await untilThere(settings, options, signal);
      await consumeForEver(
        { settings, name: group, ...options },
        reader,
        (partition, control) =>
          new InboundPartition(partition, { topic, reader, control, retryMs, deliveryRecords }),
        signal,
      );
    },
  };
}

/** Makes the topic where it is missing; one that exists is its owner's to set up. */
async function untilThere(
  settings: KafkaSettings,
  { topic, partitions, retryMs, onFault }: InboundTopicOptions,
  signal: AbortSignal,
): Promise<void> {
  const waker = createWaker(signal);
  while (!signal.aborted) {
    const admin = createKafka(settings).admin();
    try {
      await admin.connect();
      if (!(await admin.listTopics()).includes(topic)) {
        await retryAdmin(() => admin.createTopics({ topics: [{ topic, numPartitions: partitions }] }));
      }
      break;
    } catch (error) {
      onFault(error);
      await waker.pause(retryMs);
    } finally {
      await admin.disconnect().catch(() => {});
    }
  }
  waker.close();
}
