import { createInboundTopic } from '../adapters/kafka/index.js';
import { createInboundStore } from '../adapters/postgres/inbound.js';
import { createInboundReader, keepForgetting, type TakenIn } from '../intake/inbound/index.js';
import { kafkaSettings } from './engine.js';
import type { House } from './house.js';
import { logPauses, watchedTopic } from './watched-log.js';

/** Other systems write it, with any client. */
export const INBOUND_TOPIC = 'headrace.inbound';
const DAY_MS = 86_400_000;

/** Room 1, from the topic: records of other systems become events. Without Kafka there is only what the API takes in. */
export async function startInbound(house: House): Promise<void> {
  const { config, catalogue, database, lifecycle } = house;
  const log = house.logger.child({ room: 'intake', topic: INBOUND_TOPIC });
  const store = createInboundStore(database.pool('inbound'), database.journal);
  const forgetting = {
    store,
    rememberMs: config.repeatDays * DAY_MS,
    onFault: (err: unknown) => log.warn({ err }, 'events seen long ago are forgotten later'),
  };
  lifecycle.run('forgetting of events seen long ago', (signal) => keepForgetting(forgetting, signal));
  const kafka = kafkaSettings(house, 'inbound', log);
  if (!kafka) return;
  const topic = createInboundTopic(kafka, {
    topic: INBOUND_TOPIC,
    group: 'headrace-inbound',
    partitions: database.journal.partitionCount,
    // A transaction of some thousand records spends little on being one; more would only hold more memory.
    deliveryBytes: 4_000_000,
    deliveryRecords: 5_000,
    concurrency: 2,
    retryMs: 250,
    sessionMs: 30_000,
    onFault: (err) => {
      logPauses(house.states, 'intake', INBOUND_TOPIC, err);
      log.error({ err }, 'taking records in pauses and is tried again');
    },
  });
  const watched = watchedTopic(topic, house.states, 'intake', INBOUND_TOPIC);
  const reader = createInboundReader({
    topic: INBOUND_TOPIC,
    store,
    schemas: await house.schemas(),
    catalogue,
    onTaken: ({ partition, journaled, duplicates, parked }) => {
      log.debug({ partition, journaled, duplicates, parked: parked.length }, 'records were taken in');
      if (parked.length > 0)
        log.error({ partition, ...alarmOf(parked) }, 'records of other systems are parked');
    },
  });
  lifecycle.run('intake of the inbound topic', (signal) => watched.run(reader, signal));
}

/** How many for which reason, and one to look at. Values stay out of the log: they may be personal data. */
function alarmOf(parked: TakenIn['parked']) {
  const reasons: Record<string, number> = {};
  for (const { reason } of parked) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return { parked: parked.length, reasons, firstOffset: parked[0]?.record.offset };
}
