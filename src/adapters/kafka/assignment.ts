import type { EachBatchPayload } from 'kafkajs';
import type { LogReader } from '../../event/index.js';

/** One partition from its assignment to its revocation. */
export interface OwnedPartition {
  readonly partition: number;
  /** Finds its place. Never rejects. */
  ask(): Promise<void>;
  /** Takes a batch. Never rejects. */
  take(payload: EachBatchPayload): Promise<void>;
  /** Ends it: nothing is delivered any more. */
  end(): Promise<void>;
}

/**
 * The partitions a consumer has now. A rebalance takes all of them away and gives some anew: between two generations
 * another process may have had one, so the reader is asked again in any case.
 */
export class Assignment {
  readonly #reader: Pick<LogReader, 'revoked'>;
  readonly #make: (partition: number) => OwnedPartition;
  readonly #onFault: (error: unknown) => void;
  readonly #taking = new Set<Promise<void>>();
  #partitions = new Map<number, OwnedPartition>();
  #changing: Promise<void> = Promise.resolve();

  constructor(
    reader: Pick<LogReader, 'revoked'>,
    make: (partition: number) => OwnedPartition,
    onFault: (error: unknown) => void,
  ) {
    this.#reader = reader;
    this.#make = make;
    this.#onFault = onFault;
  }

  /** A new generation has begun. No batch is under way then. Resolves when the reader has given up the one before. */
  replace(partitions: readonly number[]): Promise<void> {
    const old = [...this.#partitions.values()];
    this.#partitions = new Map(partitions.map((partition) => [partition, this.#make(partition)]));
    const fresh = [...this.#partitions.values()];
    this.#changing = this.#changing.then(async () => {
      await Promise.all(old.map((one) => this.#revoke(one)));
      // Not waited for: a partition that waits for an answer must not hold back the others.
      for (const one of fresh) void one.ask();
    });
    return this.#changing;
  }

  /** Takes a batch. Never rejects. */
  async take(payload: EachBatchPayload): Promise<void> {
    const one = this.#partitions.get(payload.batch.partition);
    if (!one) return;
    const taking = this.#changing.then(() => one.take(payload));
    this.#taking.add(taking);
    await taking;
    this.#taking.delete(taking);
  }

  /** Revokes all, when deliveries under way have returned. */
  async end(): Promise<void> {
    await Promise.all(this.#taking);
    await this.replace([]);
  }

  async #revoke(one: OwnedPartition): Promise<void> {
    await one.end();
    await this.#reader.revoked(one.partition).catch(this.#onFault);
  }
}
