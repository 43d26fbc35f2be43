/** The position was moved by another writer: what this process believes of the partition is void. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** The version is told to wait, to be compared or exchanged with another. It goes on by itself. */
export class HeldError extends Error {
  override readonly name = 'HeldError';
}

/** So many events are at fault that the code is the likelier culprit: it stops rather than parking the world. */
export class ParkedTooManyError extends Error {
  override readonly name = 'ParkedTooManyError';
}

/** The log does not go on where the projection stands: applying it would skip events in silence. */
export class MissingEventsError extends Error {
  override readonly name = 'MissingEventsError';
}
