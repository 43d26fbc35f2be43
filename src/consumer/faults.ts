import type { Partition } from './port.js';

/** Something went wrong at a place of a topic. It is being retried, or has been put among the dead letters. */
export class ConsumerFault extends Error {
  override readonly name = 'ConsumerFault';
}

/** Records went before they were handled: the topic keeps them too short a time, or it was made anew. */
export class RecordsLost extends Error {
  override readonly name = 'RecordsLost';
}

/**
 * For a batch handler to throw where the stored position is not `position.before`: another process has gone on from
 * there, or our own commit went through although it seemed to fail. Nothing was handled; the position is loaded anew.
 */
export class PositionMoved extends Error {
  override readonly name = 'PositionMoved';

  constructor(message = 'the stored position is not the one that the batch begins at') {
    super(message);
  }
}

/** @param low the first offset there is */
export const lostText = ({ topic, partition }: Partition, expected: number, low: number) =>
  `${topic}/${partition}: records from offset ${expected} up to ${low} are gone that were not handled. Is the topic kept too short a time?`;

export const placeText = ({ topic, partition }: Partition, offset: string | number) =>
  `${topic}/${partition} at offset ${offset}`;

export const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
