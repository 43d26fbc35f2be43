/**
 * In: the journal and the acknowledged marks, through ports. Out: every event of the journal on the topic, in sequence
 * within its partition, none left out.
 * Never decodes an event, never writes the journal, and never guesses where topic and journal contradict each other.
 */
export { RelayMismatch } from './mismatch.js';
export type { RelayJournal, RelayStore, RelayTopic, TopicSession, TopicTail } from './port.js';
export { createRelay, type Relay, type RelayOptions, type RelayState } from './relay.js';
