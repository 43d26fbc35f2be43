import { PartitionContext } from './context.js';
import type { AnyConsumedEvent } from './event.js';
import { PositionMoved } from './faults.js';
import type { Place } from './place.js';
import type { Onward, Partition, PartitionReader, TopicRecord, Turn } from './port.js';
import type { Reading } from './read-record.js';

/** What comes with a batch of events. */
export interface BatchContext extends Partition {
  /**
   * Where the partition stood before these events, and where it stands behind them. Stored in the transaction of the
   * events' effect, on condition that `before` is still what is stored, it makes the effect happen once.
   */
  readonly position: { readonly before: string; readonly after: string };
  readonly signal: AbortSignal;
}

/** Takes the next events of a partition, one or more, in order: all or none. */
export type BatchHandler = {
  take(events: readonly AnyConsumedEvent[], context: BatchContext): unknown;
}['take'];

interface Gathered {
  readonly events: AnyConsumedEvent[];
  /** What stood between them. */
  readonly others: Reading[];
  /** The record of the first event: the batch's trials go by it. */
  first: TopicRecord | undefined;
  /** Behind the last event. */
  behind: Place;
}

/** Hands the events of a partition to a handler, many at a time. */
export class InBatches implements PartitionReader {
  readonly #context: PartitionContext;
  readonly #handler: BatchHandler;
  readonly #eventsMax: number;
  /** The position that is stored, as far as we know. */
  #stored: string;
  /** Up to this offset events are handed over singly, to find out which one of a failed batch is at fault. */
  #singlyUpTo = -1;

  constructor(context: PartitionContext, handler: BatchHandler, eventsMax: number, stored: string) {
    this.#context = context;
    this.#handler = handler;
    this.#eventsMax = eventsMax;
    this.#stored = stored;
  }

  progress() {
    return this.#context.place.progress();
  }

  async take(records: readonly TopicRecord[], turn: Turn): Promise<Onward> {
    try {
      return await this.#take(records, turn);
    } catch (error) {
      const { waitMs } = this.#context.pause(error);
      return { kind: error instanceof PositionMoved ? 'reopen' : 'wait', waitMs };
    }
  }

  async #take(records: readonly TopicRecord[], turn: Turn): Promise<Onward> {
    const context = this.#context;
    let gathered = this.#nothing();
    for (const record of records) {
      if (Number(record.offset) < gathered.behind.offset) continue;
      if (gathered.events.length === 0 && turn.over()) return { kind: 'on' };
      const read = context.read(record, gathered.behind);
      const reading = read instanceof Promise ? await read : read;
      if (reading.kind === 'poison') {
        const onward = await this.#hand(gathered, turn);
        if (onward) return onward;
        await context.bury(record, { reason: reading.reason, error: reading.detail, attempts: 0 });
        PartitionContext.pass(context.place, record, reading);
        gathered = this.#nothing();
        continue;
      }
      if (reading.kind === 'event') {
        gathered.first ??= record;
        gathered.events.push(reading.event);
      } else {
        gathered.others.push(reading);
      }
      PartitionContext.pass(gathered.behind, record, reading);
      if (gathered.events.length < this.#mostAt(record)) continue;
      const onward = await this.#hand(gathered, turn);
      if (onward) return onward;
      gathered = this.#nothing();
    }
    const onward = await this.#hand(gathered, turn);
    if (onward) return onward;
    context.works();
    return { kind: 'on' };
  }

  #nothing(): Gathered {
    return { events: [], others: [], first: undefined, behind: this.#context.place.copy() };
  }

  #mostAt(record: TopicRecord): number {
    return Number(record.offset) <= this.#singlyUpTo ? 1 : this.#eventsMax;
  }

  /** Hands over what was gathered and moves the place behind it. @returns something only where it failed */
  async #hand(gathered: Gathered, turn: Turn): Promise<Onward | undefined> {
    const context = this.#context;
    const { events, first, behind } = gathered;
    if (first) {
      const after = behind.token();
      try {
        const position = { before: this.#stored, after };
        await this.#handler(events, { ...context.partition, position, signal: turn.signal });
      } catch (error) {
        // Others handle it now.
        if (turn.signal.aborted) return { kind: 'wait', waitMs: 0 };
        if (error instanceof PositionMoved) throw error;
        return this.#failed(first, gathered, error);
      }
      this.#stored = after;
      context.counts.handled += events.length;
      context.trials.over(first.offset);
    }
    this.#moveTo(gathered);
    return undefined;
  }

  async #failed(first: TopicRecord, gathered: Gathered, error: unknown): Promise<Onward | undefined> {
    const context = this.#context;
    const verdict = context.failed(first, error);
    if ('waitMs' in verdict) return { kind: 'wait', waitMs: verdict.waitMs };
    if (gathered.events.length > 1) {
      this.#singlyUpTo = gathered.behind.offset - 1;
      context.trials.over(first.offset);
      return { kind: 'wait', waitMs: 0 };
    }
    await context.bury(first, { reason: 'handler_failed', error, attempts: verdict.attempts });
    this.#moveTo(gathered);
    return undefined;
  }

  #moveTo({ behind, others }: Gathered): void {
    for (const reading of others) this.#context.count(reading);
    this.#context.place.offset = behind.offset;
    this.#context.place.origins = behind.origins;
  }
}
