/**
 * In: records of the topic other systems write, whatever is in them, and parked ones to be read again.
 * Out: events in the journal, each once, and parked records, in the transaction that moves the position of the topic.
 * Never: drops a record without a count, guesses what a producer did not say, parks anything for a fault of ours.
 */
export { keepForgetting } from './forget.js';
export type * from './port.js';
export { createInboundReader } from './reader.js';
export { type RedriveStore, redrive } from './redrive.js';
export type { TakenIn } from './take-in.js';
