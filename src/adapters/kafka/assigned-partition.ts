import type { EachBatchPayload } from 'kafkajs';
import type { LogReader, RecordedEvent } from '../../event/index.js';
import { backoffMs } from '../../pacing/backoff.js';
import { Cursor, type Onward, type Place } from './cursor.js';
import { ForeignRecordError, fromMessage, type ReadRecord } from './record.js';
import type { KnownSchemas } from './schemas.js';

/** Records of this partition are missing, or are not ours: it stops until somebody has looked. */
export class BrokenLogError extends Error {
  override readonly name = 'BrokenLogError';
}

/** What a partition does to the consumer it belongs to. */
export interface PartitionControl {
  seek(offset: number): void;
  pause(): void;
  resume(): void;
  /** Told of each fault that is retried, and of the {@link BrokenLogError} that stops the partition. */
  onFault(error: unknown): void;
}

/** Longest pause between attempts. */
const RETRY_MAX_MS = 10_000;

/** One partition from its assignment to its revocation: knows how far its reader is, and hands it what is next. */
export class AssignedPartition {
  readonly partition: number;
  readonly #reader: LogReader;
  readonly #schemas: KnownSchemas;
  readonly #control: PartitionControl;
  readonly #retryMs: number;
  /** `undefined` before the reader was asked for its place, and after it threw. */
  #cursor: Cursor | undefined;
  /** The next batch begins here or later, unless the client library has lost its offset. */
  #expectedOffset = 0;
  /** The greatest sequence that was read, for whichever place. */
  #furthest: Place = { offset: 0, sequence: 0 };
  /** The reader was told that another delivery follows. */
  #promised = false;
  #faults = 0;
  #over = false;
  #delivering = false;
  #wantsAsking = false;
  #timer: NodeJS.Timeout | undefined;
  #asking: Promise<void> | undefined;

  constructor(
    partition: number,
    reader: LogReader,
    schemas: KnownSchemas,
    control: PartitionControl,
    retryMs: number,
  ) {
    this.partition = partition;
    this.#reader = reader;
    this.#schemas = schemas;
    this.#control = control;
    this.#retryMs = retryMs;
    // Until it is known where to begin, and whether.
    control.pause();
  }

  /** Asks the reader for its place. Never rejects: a fault pauses the partition and is retried. */
  ask(): Promise<void> {
    if (this.#over || this.#cursor) return Promise.resolve();
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  async #ask(): Promise<void> {
    try {
      do {
        this.#wantsAsking = false;
        const place = await this.#reader.assigned(this.partition, this.#askAgain);
        this.#cursor = place === undefined ? undefined : new Cursor(place);
        if (place !== undefined) this.#goBackTo(place);
      } while (this.#wantsAsking);
      this.#promised = false;
      if (this.#cursor && !this.#over) this.#control.resume();
    } catch (error) {
      this.#retryLater(error);
    } finally {
      this.#asking = undefined;
    }
  }

  /** Where the next record to read lies beyond the place, it would be missed only when that is written. */
  #goBackTo(place: number): void {
    const { offset, sequence } = this.#furthest;
    // Of two sequences the greater lies at least as many offsets further as it is greater.
    if (sequence > place && !this.#over) this.#seek(Math.max(0, offset - (sequence - place - 1)));
  }

  #seek(offset: number): void {
    this.#expectedOffset = offset;
    this.#control.seek(offset);
  }

  readonly #askAgain = (): void => {
    this.#wantsAsking = true;
    if (!this.#delivering && !this.#asking) this.#startAgain();
  };

  #startAgain(): void {
    this.#cursor = undefined;
    this.#control.pause();
    void this.ask();
  }

  /** Takes a batch: delivers what is news, and says where to read on. Never rejects. */
  async take(payload: EachBatchPayload): Promise<void> {
    try {
      if (!this.#cursor || this.#over || payload.isStale() || !payload.isRunning()) return;
      this.#delivering = true;
      await this.#take(payload, this.#cursor);
      this.#delivering = false;
      if (this.#wantsAsking && !this.#over) this.#startAgain();
    } catch (error) {
      this.#delivering = false;
      if (error instanceof BrokenLogError) await this.#stop(error);
      else if (error instanceof ForeignRecordError) await this.#stop(new BrokenLogError(error.message));
      else this.#retryLater(error);
    }
  }

  async #take({ batch, resolveOffset }: EachBatchPayload, cursor: Cursor): Promise<void> {
    this.#noticeReset(Number(batch.messages[0]?.offset ?? this.#expectedOffset));
    const highWatermark = Number(batch.highWatermark);
    const window = cursor.window(batch.messages.map((message) => fromMessage(this.partition, message)));
    if (cursor.greatest.sequence > this.#furthest.sequence) this.#furthest = cursor.greatest;
    const more = window.passed === undefined || window.passed.offset + 1 < highWatermark;
    if (window.news.length > 0 || (this.#promised && !more)) {
      const events = await this.#decode(window.news);
      if (this.#over) return;
      await this.#reader.deliver(this.partition, events, more);
      this.#promised = more;
      this.#faults = 0;
    }
    if (window.passed) {
      resolveOffset(`${window.passed.offset}`);
      this.#expectedOffset = window.passed.offset + 1;
    }
    this.#goOn(cursor.advance(window, highWatermark));
  }

  async #decode(records: readonly ReadRecord[]): Promise<RecordedEvent[]> {
    await this.#schemas.learnMeanings(records);
    return records.map((record) => this.#asCatalogued(record));
  }

  #asCatalogued({ event, schemaId }: ReadRecord): RecordedEvent {
    const meaning = this.#schemas.meaning(schemaId);
    const { type, version } = event.envelope;
    if (meaning?.type !== type || meaning.version !== version) {
      throw new BrokenLogError(
        `partition ${this.partition}, sequence ${event.sequence}: ${type} ${version} with schema ${schemaId}, which is ` +
          `${meaning ? `${meaning.type} ${meaning.version}` : 'none of the catalogue'} in the registry. Is it the registry of this log?`,
      );
    }
    return meaning.recode ? { ...event, payload: meaning.recode(event.payload) } : event;
  }

  #goOn(onward: Onward): void {
    if (onward.kind === 'on') return;
    if (onward.kind === 'missing') {
      const { sequence, beyond } = onward;
      throw new BrokenLogError(
        `partition ${this.partition}: sequence ${sequence} is not on the topic, but ${beyond.sequence} is (offset ` +
          `${beyond.offset}): records are missing. Nothing behind it is delivered.`,
      );
    }
    this.#seek(onward.offset);
  }

  /** The client library goes back to the beginning by itself, saying little, when its offset is no longer there. */
  #noticeReset(offset: number): void {
    if (offset >= this.#expectedOffset) return;
    this.#control.onFault(
      new Error(
        `partition ${this.partition}: reading begins at offset ${offset} instead of ${this.#expectedOffset}, which ` +
          'was out of range. Were records removed from the topic?',
      ),
    );
  }

  async #stop(error: BrokenLogError): Promise<void> {
    this.#over = true;
    this.#control.pause();
    this.#control.onFault(error);
    if (this.#promised) await this.#reader.deliver(this.partition, [], false).catch(this.#control.onFault);
  }

  #retryLater(error: unknown): void {
    if (this.#over) return;
    this.#cursor = undefined;
    this.#control.onFault(error);
    this.#control.pause();
    const waitMs = backoffMs(++this.#faults, this.#retryMs, RETRY_MAX_MS, Math.random());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.ask(), waitMs);
  }

  /** Ends it: nothing is delivered any more. Resolves when the reader is no longer being asked. */
  async end(): Promise<void> {
    this.#over = true;
    clearTimeout(this.#timer);
    await this.#asking;
  }
}
