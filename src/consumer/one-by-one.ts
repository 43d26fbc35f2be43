import { PartitionContext } from './context.js';
import type { AnyConsumedEvent } from './event.js';
import type { Onward, PartitionReader, TopicRecord, Turn } from './port.js';

/** A method, so that handlers of single types may stand among others: each is given events of its type only. */
export type EventHandler = { take(event: AnyConsumedEvent, signal: AbortSignal): unknown }['take'];

/** Handles the events of a partition in the order in which they stand there. */
export class OneByOne implements PartitionReader {
  readonly #context: PartitionContext;
  readonly #handlers: ReadonlyMap<string, EventHandler>;

  constructor(context: PartitionContext, handlers: ReadonlyMap<string, EventHandler>) {
    this.#context = context;
    this.#handlers = handlers;
  }

  progress() {
    return this.#context.place.progress();
  }

  async take(records: readonly TopicRecord[], turn: Turn): Promise<Onward> {
    try {
      return await this.#take(records, turn);
    } catch (error) {
      return this.#context.pause(error);
    }
  }

  async #take(records: readonly TopicRecord[], turn: Turn): Promise<Onward> {
    const context = this.#context;
    const { place, counts } = context;
    for (const record of records) {
      if (turn.over()) break;
      if (Number(record.offset) < place.offset) continue;
      const read = context.read(record, place);
      const reading = read instanceof Promise ? await read : read;
      if (reading.kind === 'event') {
        try {
          const handling = this.#handlers.get(reading.event.type)?.(reading.event, turn.signal);
          if (isPromise(handling)) await handling;
          counts.handled++;
          context.trials.over(record.offset);
        } catch (error) {
          // Others handle it now; a handler that gave up because of that has not failed.
          if (turn.signal.aborted) break;
          const verdict = context.failed(record, error);
          if ('waitMs' in verdict) return { kind: 'wait', waitMs: verdict.waitMs };
          await context.bury(record, { reason: 'handler_failed', error, attempts: verdict.attempts });
        }
      } else if (reading.kind === 'poison') {
        await context.bury(record, { reason: reading.reason, error: reading.detail, attempts: 0 });
      } else {
        context.count(reading);
      }
      PartitionContext.pass(place, record, reading);
    }
    context.works();
    return { kind: 'on' };
  }
}

/** Also of another library's kind. */
function isPromise(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value;
}
