import { backoffMs } from '../pacing/backoff.js';
import { type DeadLetter, type DeadLetterSink, deadLetter } from './dead-letters.js';
import { ConsumerFault, placeText, textOf } from './faults.js';
import type { Place } from './place.js';
import type { Onward, Partition, TopicRecord } from './port.js';
import type { Reading, RecordReader } from './read-record.js';
import { type RetryOptions, Trials } from './trials.js';

/** What has happened since the start. */
export interface ConsumerCounts {
  /** Events whose handler has returned. */
  handled: number;
  /** Records of types that nobody handles. */
  skipped: number;
  /** Records that came before, and were dropped. */
  repeated: number;
  deadLetters: number;
}

export interface ContextOptions {
  readonly place: Place;
  readonly reader: RecordReader;
  readonly retry: RetryOptions;
  readonly deadLetters: DeadLetterSink;
  readonly counts: ConsumerCounts;
  readonly onFault: (fault: Error) => void;
}

/** Pauses while something that all events need does not work. */
const FAULT_FIRST_MS = 250;
const FAULT_MOST_MS = 10_000;

/** What each way of handling a partition needs: its place, its records as events, what becomes of failures. */
export class PartitionContext {
  readonly partition: Partition;
  readonly trials: Trials;
  readonly #options: ContextOptions;
  #faults = 0;

  constructor(partition: Partition, options: ContextOptions) {
    this.partition = partition;
    this.trials = new Trials(options.retry);
    this.#options = options;
  }

  get place(): Place {
    return this.#options.place;
  }

  get counts(): ConsumerCounts {
    return this.#options.counts;
  }

  /** @param place up to which records are repeats. Rejects for a fault of infrastructure. */
  read(record: TopicRecord, place: Place): Reading | Promise<Reading> {
    return this.#options.reader.read(record, place.origins);
  }

  /** Moves `place` behind a record that is done with. */
  static pass(place: Place, record: TopicRecord, reading: Reading): void {
    place.offset = Number(record.offset) + 1;
    if (reading.kind === 'event' && reading.event.origin) place.origins.note(reading.event.origin);
    if (reading.kind === 'poison' && reading.origin) place.origins.note(reading.origin);
  }

  /** Counts what needed no handler. */
  count(reading: Reading): void {
    if (reading.kind === 'skipped') this.counts.skipped++;
    else if (reading.kind === 'repeated') this.counts.repeated++;
  }

  /** Rejects where the letter is not safe yet. */
  async bury(
    record: TopicRecord,
    why: { reason: DeadLetter['reason']; error: unknown; attempts: number },
  ): Promise<void> {
    await this.#options.deadLetters(deadLetter(this.partition, record, why));
    this.counts.deadLetters++;
    this.trials.over(record.offset);
    this.#tell(record.offset, `put among the dead letters: ${why.reason}: ${textOf(why.error)}`, why.error);
  }

  /** A handler has failed. @returns how long to wait, or how often it was called when that is enough */
  failed(record: TopicRecord, error: unknown): { waitMs: number } | { attempts: number } {
    const verdict = this.trials.failed(record.offset, error);
    if (verdict.kind === 'dead') return { attempts: verdict.attempts };
    this.#tell(record.offset, `the handler failed (call ${verdict.attempts}): ${textOf(error)}`, error);
    return { waitMs: verdict.waitMs };
  }

  /** Something that all events need does not work. */
  pause(error: unknown): Extract<Onward, { kind: 'wait' }> {
    this.#tell(this.place.offset, `waits and tries again: ${textOf(error)}`, error);
    return { kind: 'wait', waitMs: backoffMs(++this.#faults, FAULT_FIRST_MS, FAULT_MOST_MS, Math.random()) };
  }

  works(): void {
    this.#faults = 0;
  }

  #tell(offset: string | number, what: string, cause: unknown): void {
    this.#options.onFault(new ConsumerFault(`${placeText(this.partition, offset)}: ${what}`, { cause }));
  }
}
