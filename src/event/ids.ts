import { v7 } from 'uuid';

/** A new event id: UUIDv7, so ids of one process sort in the order they were drawn. */
export function newEventId(): string {
  return v7();
}
