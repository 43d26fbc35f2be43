import type { EachBatchPayload } from 'kafkajs';
import { lostText, RecordsLost } from '../../consumer/faults.js';
import type { Partition, PartitionReader, Progress, Turn } from '../../consumer/port.js';
import type { MembershipOptions } from './membership.js';
import type { PartitionPlace } from './places.js';

/**
 * Longest turn of a partition that has more: the library fetches for all partitions of a broker together, and only
 * when all have returned.
 */
const TURN_MS = 1_000;
/** How often a long turn commits what it has done. */
const COMMIT_MS = 1_000;
const COMMIT_ATTEMPTS = 3;

/** One partition of a membership: hands its records to the reader in turns, and commits how far that came. */
export class MemberPartition {
  readonly #partition: Partition;
  readonly #options: MembershipOptions;
  /** Aborted when the brokers say that others own it. */
  readonly #lost = new AbortController();
  #over = false;
  #reader: PartitionReader | undefined;
  #committed: Progress | undefined;
  /** Of the next record, unless the client library has lost its offset. */
  #expectedOffset = 0;
  #outOfRange = false;
  #committing: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(partition: Partition, options: MembershipOptions) {
    this.#partition = partition;
    this.#options = options;
  }

  /** Asks the reader where to begin. Never rejects. @returns the fault that kept it from doing so */
  async open({ committed, bounds }: PartitionPlace): Promise<Error | undefined> {
    try {
      const known = this.#outOfRange ? 'out-of-range' : committed;
      const reader = await this.#options.reader.open(this.#partition, known, bounds);
      // Where it begins at the end, it must begin there also after a restart before the first record.
      if (committed === 'never')
        await this.#options.consumer.commitOffsets([this.#asCommit(reader.progress())]);
      if (this.#over) return undefined;
      this.#outOfRange = false;
      this.#reader = reader;
      this.#committed = typeof committed === 'object' ? committed : undefined;
      this.#expectedOffset = reader.progress().offset;
      const { topic, partition } = this.#partition;
      // Also discards what was fetched before.
      this.#options.consumer.seek({ topic, partition, offset: `${this.#expectedOffset}` });
      this.#resume();
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Takes a batch. Never rejects. @param reopen opens it anew, in the background */
  async take(payload: EachBatchPayload, reopen: () => void): Promise<void> {
    const { batch, isRunning, isStale } = payload;
    const reader = this.#reader;
    if (!reader) return this.#pause();
    if (isStale() || !isRunning()) return;
    const first = Number(batch.messages[0]?.offset ?? 0);
    if (first < this.#expectedOffset) return this.#reset(first, reopen);
    if (first > this.#expectedOffset) this.#checkGap(this.#expectedOffset);
    const startedAt = performance.now();
    let left = false;
    const turn: Turn = {
      over: () => left || this.#over || performance.now() - startedAt > TURN_MS,
      signal: this.#lost.signal,
    };
    const leave = (error: unknown) => {
      left = true;
      if (isExpelled(error)) this.#lost.abort();
    };
    const beat = setInterval(() => this.#beat(payload, startedAt, leave), this.#options.beatMs);
    try {
      const onward = await reader.take(batch.messages, turn);
      const { offset } = reader.progress();
      if (offset > this.#expectedOffset) payload.resolveOffset(`${offset - 1}`);
      this.#expectedOffset = offset;
      await this.#commit(payload, COMMIT_ATTEMPTS);
      if (onward.kind === 'on' || this.#over) return;
      this.#pause();
      if (onward.kind === 'reopen') this.#reader = undefined;
      const next = onward.kind === 'reopen' ? reopen : () => this.#resume();
      this.#timer = setTimeout(next, onward.waitMs);
    } finally {
      clearInterval(beat);
    }
  }

  /** Heartbeats go on while handlers work, so that they may take longer than a session. */
  #beat(payload: EachBatchPayload, startedAt: number, leave: (error: unknown) => void): void {
    // One that fails because the group rebalances is sent again by the library after the turn, which acts on it.
    payload.heartbeat().catch(leave);
    if (performance.now() - startedAt > COMMIT_MS) void this.#commit(payload, 1);
  }

  /** Commits what is done, if anything is new. Never rejects: what could not be committed is so with the next. */
  #commit(payload: EachBatchPayload, attempts: number): Promise<unknown> {
    this.#committing = this.#committing.then(() => this.#commitNow(payload, attempts));
    return this.#committing;
  }

  async #commitNow(payload: EachBatchPayload, attempts: number): Promise<void> {
    const progress = this.#reader?.progress();
    if (!progress || progress.offset === this.#committed?.offset) return;
    const { topic, partition, ...at } = this.#asCommit(progress);
    for (let attempt = 1; attempt <= attempts; attempt++) {
      try {
        await payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, ...at }] }] });
        this.#committed = progress;
        return;
      } catch (error) {
        const fault = error instanceof Error ? error : new Error(String(error));
        const retriable = 'retriable' in fault && fault.retriable === true;
        if (retriable && attempt < attempts) continue;
        this.#options.onFault(
          new Error(
            `${topic}/${partition}: offset ${progress.offset} is not committed; another process may handle events again`,
            { cause: fault },
          ),
        );
        return;
      }
    }
  }

  /** The client library goes back to the beginning by itself, saying little, when its offset is no longer there. */
  #reset(first: number, reopen: () => void): void {
    const { topic, partition } = this.#partition;
    this.#options.onFault(
      new Error(
        `${topic}/${partition}: offset ${this.#expectedOffset} is out of range; reading begins at ${first}`,
      ),
    );
    this.#pause();
    this.#reader = undefined;
    this.#outOfRange = true;
    reopen();
  }

  /** A loss is told before a place behind it is committed: nobody would come by it again. */
  #checkGap(expected: number): void {
    this.#committing = this.#committing.then(() => this.#tellLoss(expected));
  }

  /** Behind a gap: nothing of it is wrong where a transaction ended or keys were compacted. Never rejects. */
  async #tellLoss(expected: number): Promise<void> {
    const { topic, partition } = this.#partition;
    const { admin, onFault } = this.#options;
    try {
      const low = (await admin.fetchTopicOffsets(topic)).find((one) => one.partition === partition)?.low;
      if (Number(low) > expected) onFault(new RecordsLost(lostText(this.#partition, expected, Number(low))));
    } catch (error) {
      onFault(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #asCommit({ offset, note }: Progress) {
    return { ...this.#partition, offset: `${offset}`, metadata: note };
  }

  #pause(): void {
    const { topic, partition } = this.#partition;
    this.#options.consumer.pause([{ topic, partitions: [partition] }]);
  }

  #resume(): void {
    if (this.#over) return;
    const { topic, partition } = this.#partition;
    this.#options.consumer.resume([{ topic, partitions: [partition] }]);
  }

  /** Nothing is begun any more. */
  end(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }
}

/** The group goes on without this member: its partitions have other owners. */
function isExpelled(error: unknown): boolean {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  return type === 'UNKNOWN_MEMBER_ID' || type === 'ILLEGAL_GENERATION';
}
