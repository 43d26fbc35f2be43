/**
 * In: topics of routes, in any version of any type, read as a member of a consumer group.
 * Out: typed events in current form, at least once each, in order by key; what cannot be handled, as dead letters.
 * Never: writes to a topic it reads, drops an event in silence, or needs more of an installation than its topics and
 * its schema registry.
 */
export type { KafkaSecurity } from '../adapters/kafka/client.js';
export type { Envelope } from '../event/index.js';
export type * from '../generated/events.js';
export { consume, consumeBatches } from './consume.js';
export type { ConsumerCounts } from './context.js';
export type { DeadLetter, DeadLetterSink } from './dead-letters.js';
export type { AnyConsumedEvent, ConsumedEvent, ConsumedType } from './event.js';
export { ConsumerFault, PositionMoved, RecordsLost } from './faults.js';
export type { BatchContext } from './in-batches.js';
export type {
  ConnectionOptions,
  ConsumeBatchesOptions,
  ConsumeOptions,
  Consumer,
  Handlers,
} from './options.js';
export type { Origin } from './origins.js';
export type { Partition } from './port.js';
export type { PoisonReason } from './read-record.js';
export type { PositionStore } from './session.js';
export type { RetryOptions } from './trials.js';
