import type { Identity } from '../cloud-events/identity.js';
import type { LogTransaction } from '../port.js';

/** One transaction that journals what organisations publish. Its calls come in the order they stand here. */
export interface PublishTransaction extends LogTransaction {
  /** The owners of those account numbers that are an account of this installation. */
  ownersOf(accountNumbers: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Remembers events for as long as repeats are known.
   *
   * @param identities distinct by `event`
   * @returns the content of those seen before, by `event`
   */
  remember(identities: readonly Identity[]): Promise<ReadonlyMap<string, number>>;
}

/** An infrastructure fault surfaces as a `RequestError` `service_unavailable`; repeating is safe by source and id. */
export interface PublishStore {
  /** Runs `work` in one transaction and commits it; whatever it throws rolls everything back. */
  publishing<T>(work: (transaction: PublishTransaction) => Promise<T>): Promise<T>;
}
