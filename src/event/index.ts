/**
 * Vocabulary: what an event, its envelope, its key and its place in the log are.
 * Imports nothing of the other rooms, so that all of them can speak it.
 */
export type { DecodedEvent, Envelope, EventToAppend, RecordedEvent } from './envelope.js';
export { newEventId } from './ids.js';
export { processKey, processSubject } from './keys.js';
export type { EventLog, LogReader } from './log.js';
export { murmur2, partitionOf } from './partition.js';
export { formatPositions, type Position, parsePositions } from './position.js';
