import type { EachBatchPayload } from 'kafkajs';
import type { InboundReader } from '../../intake/inbound/index.js';
import { backoffMs } from '../../pacing/backoff.js';
import type { PartitionControl } from './assigned-partition.js';
import type { OwnedPartition } from './assignment.js';
import { toInboundRecord } from './inbound-record.js';

/** Longest pause between attempts. */
const RETRY_MAX_MS = 10_000;

export interface InboundPartitionOptions {
  readonly topic: string;
  readonly reader: InboundReader;
  readonly control: PartitionControl;
  /** Pause after a first fault; after further ones it doubles. */
  readonly retryMs: number;
  /** Most records delivered at once. */
  readonly deliveryRecords: number;
}

/**
 * One partition of the topic others write, from its assignment to its revocation. The reader's place is the truth, not the
 * offset that Kafka has: wherever the library begins, it is led there.
 */
export class InboundPartition implements OwnedPartition {
  readonly partition: number;
  readonly #options: InboundPartitionOptions;
  /** Offset of the next record; `undefined` before the reader was asked for its place, and after it threw. */
  #next: number | undefined;
  /** Where the library was last led to: what begins behind it does so because there is nothing between. */
  #soughtOffset: number | undefined;
  #faults = 0;
  #over = false;
  #timer: NodeJS.Timeout | undefined;
  #asking: Promise<void> | undefined;

  constructor(partition: number, options: InboundPartitionOptions) {
    this.partition = partition;
    this.#options = options;
  }

  ask(): Promise<void> {
    if (this.#over || this.#next !== undefined) return Promise.resolve();
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  async #ask(): Promise<void> {
    try {
      this.#next = await this.#options.reader.assigned(this.partition);
    } catch (error) {
      this.#retryLater(error);
    } finally {
      this.#asking = undefined;
    }
  }

  async take(payload: EachBatchPayload): Promise<void> {
    try {
      await this.ask();
      if (this.#next === undefined || !this.#mayGoOn(payload)) return;
      if (this.#isLed(payload, this.#next)) await this.#deliver(payload);
    } catch (error) {
      this.#retryLater(error);
    }
  }

  /** Whether the batch is the one to take; else the library is led to it. */
  #isLed({ batch }: EachBatchPayload, next: number): boolean {
    const { topic, control } = this.#options;
    const first = Number(batch.messages[0]?.offset ?? next);
    const end = Number(batch.highWatermark);
    if (end < next) {
      control.onFault(
        new Error(
          `${topic}, partition ${this.partition}: ends at offset ${end}, but ${next} records were taken from it. Was the ` +
            'topic made anew? It is read from its beginning; what was seen lately is known.',
        ),
      );
      this.#next = first;
      return true;
    }
    if (first === next || (first < next && Number(batch.lastOffset()) >= next)) return true;
    if (first > next && this.#soughtOffset === next) {
      // Nothing was promised of records older than our first.
      if (next > 0) {
        control.onFault(
          new Error(
            `${topic}, partition ${this.partition}: offsets ${next} to ${first - 1} are not there: marks of transactions, or ` +
              'records that retention removed before they were taken.',
          ),
        );
      }
      return true;
    }
    this.#soughtOffset = next;
    control.seek(next);
    return false;
  }

  async #deliver(payload: EachBatchPayload): Promise<void> {
    const { topic, reader, deliveryRecords } = this.#options;
    const { batch, resolveOffset } = payload;
    const messages = batch.messages.filter(({ offset }) => Number(offset) >= (this.#next ?? 0));
    for (let from = 0; from < messages.length; from += deliveryRecords) {
      if (!this.#mayGoOn(payload)) return;
      const some = messages.slice(from, from + deliveryRecords);
      const behind = messages[from + deliveryRecords];
      // Behind the last message may be marks of transactions, which the library passes over.
      const nextOffset = behind ? Number(behind.offset) : Number(batch.lastOffset()) + 1;
      const records = some.map((message) => toInboundRecord(topic, this.partition, message));
      await reader.deliver(this.partition, records, nextOffset);
      this.#faults = 0;
      this.#next = nextOffset;
      resolveOffset(`${nextOffset - 1}`);
    }
  }

  #mayGoOn(payload: EachBatchPayload): boolean {
    return !this.#over && payload.isRunning() && !payload.isStale();
  }

  #retryLater(error: unknown): void {
    if (this.#over) return;
    const { control, retryMs } = this.#options;
    this.#next = undefined;
    this.#soughtOffset = undefined;
    control.onFault(error);
    control.pause();
    const waitMs = backoffMs(++this.#faults, retryMs, RETRY_MAX_MS, Math.random());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      await this.ask();
      if (!this.#over && this.#next !== undefined) control.resume();
    }, waitMs);
  }

  async end(): Promise<void> {
    this.#over = true;
    clearTimeout(this.#timer);
    await this.#asking;
  }
}
