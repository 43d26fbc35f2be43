import { PartitionContext } from './context.js';
import type { EventHandler } from './one-by-one.js';
import type { Onward, PartitionReader, TopicRecord, Turn } from './port.js';
import type { Reading } from './read-record.js';

interface Item {
  readonly record: TopicRecord;
  readonly reading: Reading;
  done: boolean;
}

/** What is looked at together. */
interface Window {
  readonly items: readonly Item[];
  /** Index of the first item that is not passed. */
  front: number;
}

/** Records looked at together: enough that several keys are among them. */
const WINDOW_RECORDS = 1_000;

/**
 * Handles several keys of a partition at once; events of one key stay in order. What counts as handled is everything
 * before the first that is not: behind a restart, those beyond it come again.
 */
export class ByKey implements PartitionReader {
  readonly #context: PartitionContext;
  readonly #handlers: ReadonlyMap<string, EventHandler>;
  readonly #keysAtOnce: number;
  /** Offsets that are done with, beyond the place. */
  readonly #ahead = new Set<string>();

  constructor(context: PartitionContext, handlers: ReadonlyMap<string, EventHandler>, keysAtOnce: number) {
    this.#context = context;
    this.#handlers = handlers;
    this.#keysAtOnce = keysAtOnce;
  }

  progress() {
    return this.#context.place.progress();
  }

  async take(records: readonly TopicRecord[], turn: Turn): Promise<Onward> {
    try {
      for (let start = 0; start < records.length && !turn.over(); start += WINDOW_RECORDS) {
        const onward = await this.#takeWindow(records.slice(start, start + WINDOW_RECORDS), turn);
        if (onward.kind !== 'on') return onward;
      }
      this.#context.works();
      return { kind: 'on' };
    } catch (error) {
      return this.#context.pause(error);
    }
  }

  async #takeWindow(records: readonly TopicRecord[], turn: Turn): Promise<Onward> {
    const window: Window = { items: await this.#plan(records), front: 0 };
    const lanes = lanesOf(window.items);
    const waits: number[] = [];
    const faults: unknown[] = [];
    const left = lanes.values();
    const worker = async () => {
      for (const lane of left) {
        const waitMs = await this.#run(lane, window, turn).catch((error: unknown) => {
          faults.push(error);
        });
        if (waitMs !== undefined) waits.push(waitMs);
        if (faults.length > 0) return;
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.#keysAtOnce, lanes.length) }, worker));
    this.#advance(window);
    if (faults.length > 0) throw faults[0];
    return waits.length > 0 ? { kind: 'wait', waitMs: Math.min(...waits) } : { kind: 'on' };
  }

  /** Reads all of a window first, so that a repeat within it is seen as one. */
  async #plan(records: readonly TopicRecord[]): Promise<Item[]> {
    const ahead = this.#context.place.copy();
    const items: Item[] = [];
    for (const record of records) {
      if (Number(record.offset) < ahead.offset) continue;
      const read = this.#context.read(record, ahead);
      const reading = read instanceof Promise ? await read : read;
      const nothing = reading.kind === 'skipped' || reading.kind === 'repeated';
      items.push({ record, reading, done: nothing || this.#ahead.has(record.offset) });
      PartitionContext.pass(ahead, record, reading);
    }
    return items;
  }

  /** @returns how long to wait, where the lane stands still because a handler failed */
  async #run(lane: readonly Item[], window: Window, turn: Turn): Promise<number | undefined> {
    const context = this.#context;
    for (const item of lane) {
      if (item.done) continue;
      if (turn.over()) return undefined;
      const { record, reading } = item;
      if (reading.kind === 'event') {
        try {
          await this.#handlers.get(reading.event.type)?.(reading.event, turn.signal);
          context.counts.handled++;
          context.trials.over(record.offset);
        } catch (error) {
          // Others handle it now.
          if (turn.signal.aborted) return undefined;
          const verdict = context.failed(record, error);
          if ('waitMs' in verdict) return verdict.waitMs;
          await context.bury(record, { reason: 'handler_failed', error, attempts: verdict.attempts });
        }
      } else if (reading.kind === 'poison') {
        await context.bury(record, { reason: reading.reason, error: reading.detail, attempts: 0 });
      }
      item.done = true;
      this.#ahead.add(record.offset);
      this.#advance(window);
    }
    return undefined;
  }

  /** Moves the place over everything up to the first that is not done. */
  #advance(window: Window): void {
    const { place } = this.#context;
    for (let item = window.items[window.front]; item?.done; item = window.items[++window.front]) {
      this.#context.count(item.reading);
      this.#ahead.delete(item.record.offset);
      PartitionContext.pass(place, item.record, item.reading);
    }
  }
}

/** Items by key, in order. A record without a key is like any other without one. */
function lanesOf(items: readonly Item[]): Item[][] {
  const lanes = new Map<string, Item[]>();
  for (const item of items) {
    if (item.done) continue;
    const key = item.record.key?.toString('latin1') ?? '';
    const lane = lanes.get(key);
    if (lane) lane.push(item);
    else lanes.set(key, [item]);
  }
  return [...lanes.values()];
}
