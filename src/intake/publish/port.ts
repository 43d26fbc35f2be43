import type { EventToAppend, Position } from '../../event/index.js';
import type { Identity } from '../cloud-events/identity.js';

/** One transaction that journals what organisations publish. Its calls come in the order they stand here. */
export interface PublishTransaction {
  readonly partitionCount: number;
  /** The owners of those account numbers that are an account of this installation. */
  ownersOf(accountNumbers: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Remembers events for as long as repeats are known.
   *
   * @param identities distinct by `event`
   * @returns the content of those seen before, by `event`
   */
  remember(identities: readonly Identity[]): Promise<ReadonlyMap<string, number>>;
  /** Newest position of each partition asked for; one without events is left out. */
  headPositions(partitions: readonly number[]): Promise<Position[]>;
  /** The transaction's last act. */
  append(events: readonly EventToAppend[]): Promise<Position[]>;
}

/** An infrastructure fault surfaces as a `RequestError` `service_unavailable`; repeating is safe by source and id. */
export interface PublishStore {
  /** Runs `work` in one transaction and commits it; whatever it throws rolls everything back. */
  publishing<T>(work: (transaction: PublishTransaction) => Promise<T>): Promise<T>;
}
