import { ByKey } from './by-key.js';
import { type ConsumerCounts, PartitionContext } from './context.js';
import type { DeadLetterSink } from './dead-letters.js';
import type { Decoders } from './decoders.js';
import { lostText, RecordsLost } from './faults.js';
import { type BatchHandler, InBatches } from './in-batches.js';
import { type EventHandler, OneByOne } from './one-by-one.js';
import { Place } from './place.js';
import type { Bounds, Committed, GroupReader, Partition, PartitionReader } from './port.js';
import { RecordReader } from './read-record.js';
import type { RetryOptions } from './trials.js';

/** Positions that a batch handler stores with its effect. */
export interface PositionStore {
  /** `position.after` of the last batch that was stored for this partition; `undefined` where none was. */
  load(partition: Partition): Promise<string | undefined>;
}

/** How events are handed over. */
export type Handling =
  | {
      readonly kind: 'events';
      readonly handlers: ReadonlyMap<string, EventHandler>;
      readonly keysAtOnce: number;
    }
  | {
      readonly kind: 'batches';
      readonly types: ReadonlySet<string>;
      readonly handler: BatchHandler;
      readonly eventsMax: number;
      readonly positions: PositionStore | undefined;
    };

export interface SessionOptions {
  readonly handling: Handling;
  readonly from: 'beginning' | 'end';
  readonly decoders: Decoders;
  readonly retry: RetryOptions;
  readonly deadLetters: DeadLetterSink;
  readonly counts: ConsumerCounts;
  readonly onFault: (fault: Error) => void;
  readonly onAssigned: (partitions: readonly Partition[]) => void;
}

/** Finds where each partition begins, and the way in which it is handled. */
export class Session implements GroupReader {
  readonly #options: SessionOptions;
  readonly #types: ReadonlySet<string>;

  constructor(options: SessionOptions) {
    const { handling } = options;
    this.#options = options;
    this.#types = handling.kind === 'events' ? new Set(handling.handlers.keys()) : handling.types;
  }

  assigned(partitions: readonly Partition[]): void {
    this.#options.onAssigned(partitions);
  }

  async open(partition: Partition, committed: Committed, bounds: Bounds): Promise<PartitionReader> {
    const { handling, decoders, retry, deadLetters, counts, onFault } = this.#options;
    const stored = handling.kind === 'batches' ? await handling.positions?.load(partition) : undefined;
    const place = this.#within(bounds, partition, this.#begin(stored, committed, bounds), committed);
    const reader = new RecordReader(partition, this.#types, decoders);
    const context = new PartitionContext(partition, { place, reader, retry, deadLetters, counts, onFault });
    if (handling.kind === 'batches') {
      return new InBatches(context, handling.handler, handling.eventsMax, stored ?? '');
    }
    return handling.keysAtOnce > 1
      ? new ByKey(context, handling.handlers, handling.keysAtOnce)
      : new OneByOne(context, handling.handlers);
  }

  /** What was stored with the handler's effect counts more than what the group has committed. */
  #begin(stored: string | undefined, committed: Committed, bounds: Bounds): Place {
    const { handling, from } = this.#options;
    if (stored) {
      const place = Place.fromToken(stored);
      if (!place) throw new Error(`${JSON.stringify(stored)} is no position that a batch was given`);
      return place;
    }
    const keepsPositions = handling.kind === 'batches' && handling.positions !== undefined;
    // With a store that has nothing yet, nothing was handled, whatever the group has committed.
    if (typeof committed === 'object' && !(keepsPositions && from === 'beginning'))
      return Place.fromProgress(committed);
    return new Place(from === 'beginning' ? bounds.low : bounds.high);
  }

  /**
   * Where the place is not within the topic, reading begins at its beginning, and it is said so. If the topic was made
   * anew, origins of the old one say nothing: an event handled twice does less harm than one that is never handled.
   */
  #within(bounds: Bounds, partition: Partition, place: Place, committed: Committed): Place {
    const { onFault } = this.#options;
    if (committed === 'out-of-range' || place.offset > bounds.high) {
      onFault(new RecordsLost(madeAnewText(partition, bounds)));
      return new Place(bounds.low);
    }
    if (place.offset < bounds.low) {
      onFault(new RecordsLost(lostText(partition, place.offset, bounds.low)));
      place.offset = bounds.low;
    }
    return place;
  }
}

const madeAnewText = ({ topic, partition }: Partition, { low, high }: Bounds) =>
  `${topic}/${partition}: it was made anew or cut: it ends at offset ${high}, before the place of this group. Reading ` +
  `begins at ${low}; events may be handled again.`;
