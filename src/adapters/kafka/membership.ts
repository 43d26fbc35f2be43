import type { Admin, Consumer, EachBatchPayload } from 'kafkajs';
import type { GroupReader, Partition } from '../../consumer/port.js';
import { backoffMs } from '../../pacing/backoff.js';
import { MemberPartition } from './member-partition.js';
import { readPlaces } from './places.js';

export interface MembershipOptions {
  readonly consumer: Consumer;
  readonly admin: Admin;
  readonly group: string;
  readonly beatMs: number;
  readonly reader: GroupReader;
  readonly assigned: readonly Partition[];
  /** Aborted at a stop. */
  readonly signal: AbortSignal;
  readonly onFault: (error: Error) => void;
}

const RETRY_FIRST_MS = 250;
const RETRY_MOST_MS = 10_000;

/** What a member of a group owns, from one rebalance to the next. */
export class Membership {
  readonly #options: MembershipOptions;
  readonly #partitions = new Map<string, MemberPartition>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #over = false;
  readonly #turns = new Set<Promise<void>>();

  constructor(options: MembershipOptions) {
    this.#options = options;
    const { consumer, assigned, reader } = options;
    options.signal.addEventListener('abort', this.#stop);
    if (options.signal.aborted) this.#over = true;
    for (const one of assigned) {
      this.#partitions.set(nameOf(one), new MemberPartition(one, options));
      // The library must not fetch before we know the place: where it is out of range it would commit another.
      consumer.pause([{ topic: one.topic, partitions: [one.partition] }]);
    }
    reader.assigned(assigned);
    void this.#open(assigned, 1);
  }

  readonly #stop = () => this.end();

  /** Opens them all with two questions to the brokers; what cannot be opened now is tried again. */
  async #open(partitions: readonly Partition[], attempt: number): Promise<void> {
    const { admin, group, onFault } = this.#options;
    let left = partitions;
    try {
      const places = await readPlaces(admin, group, partitions);
      const opened = await Promise.all(
        places.map(async (place) => ({ place, fault: await this.#of(place)?.open(place) })),
      );
      const failed = opened.filter(({ fault }) => fault !== undefined);
      left = failed.map(({ place: { topic, partition } }) => ({ topic, partition }));
      for (const { fault } of failed) if (fault) onFault(fault);
    } catch (error) {
      onFault(error instanceof Error ? error : new Error(String(error)));
    }
    if (left.length === 0 || this.#over) return;
    const waitMs = backoffMs(attempt, RETRY_FIRST_MS, RETRY_MOST_MS, Math.random());
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#open(left, attempt + 1);
    }, waitMs);
    this.#timers.add(timer);
  }

  /** Takes a batch. Never rejects. */
  async take(payload: EachBatchPayload): Promise<void> {
    const { topic, partition } = payload.batch;
    const one = this.#of({ topic, partition });
    if (!one || this.#over) return;
    const reopen = () => void this.#open([{ topic, partition }], 1);
    const turn = one.take(payload, reopen);
    this.#turns.add(turn);
    await turn;
    this.#turns.delete(turn);
  }

  #of(partition: Partition): MemberPartition | undefined {
    return this.#partitions.get(nameOf(partition));
  }

  /** The partitions may belong to others now: what is under way should return. */
  end(): void {
    this.#options.signal.removeEventListener('abort', this.#stop);
    this.#over = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const one of this.#partitions.values()) one.end();
  }

  /** Ends it, and resolves when what is under way has returned and is committed. */
  async finish(): Promise<void> {
    this.end();
    await Promise.all(this.#turns);
  }
}

const nameOf = ({ topic, partition }: Partition) => `${topic}/${partition}`;
