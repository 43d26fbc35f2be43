/** What of a batch is next for a reader that has seen everything up to some sequence. */
export interface Window<R extends Place = Place> {
  /** Consecutive records right behind the reader's place; repeats are left out. */
  readonly news: readonly R[];
  /** The last record up to which nothing is missing; `undefined` where the first is already beyond. */
  readonly passed: Place | undefined;
  /** The first record with a sequence beyond the next: what lies between is not here. */
  readonly beyond: Place | undefined;
}

export interface Place {
  readonly offset: number;
  readonly sequence: number;
}

/** Where to read on: right behind the batch, at another offset, or nowhere, because a record is missing. */
export type Onward =
  | { readonly kind: 'on' }
  | { readonly kind: 'seek'; readonly offset: number }
  | { readonly kind: 'missing'; readonly sequence: number; readonly beyond: Place };

/** Steps ahead shorter than this are read through. */
const LEAP_RECORDS = 1_000;
/** How much further back a second look goes; each further one goes ten times as far. */
const SLACK_RECORDS = 1_000;
/** A sender repeats one request at most: fewer records of a partition than this. */
const REPEATS_MAX = 1_000;

/**
 * Finds the way by sequence in a partition whose offsets are only hints.
 *
 * The log holds each sequence from 1 on, first occurrences in order; runs of repeats may lie between. So of two
 * sequences the greater lies at least as many offsets further as it is greater: that bounds where a record can be. A
 * look that began within a run of repeats may find a gap where none is, so it looks again from further back; only a
 * gap in what was read from the very beginning is one. A leap ahead from among repeats would go too far, and what it
 * went past would wait for the next record to be written; so it starts from a stretch longer than any run of repeats.
 */
export class Cursor {
  #seen: number;
  /** Offset where the present stretch of reading began. */
  #begun: number | undefined;
  /** Records of this stretch. */
  #records = 0;
  #greatest: Place = { offset: 0, sequence: 0 };
  #looks = 0;

  /** @param seen sequence up to which the reader has all */
  constructor(seen: number) {
    this.#seen = seen;
  }

  /** The record with the greatest sequence of the present stretch, where it first stood. */
  get greatest(): Place {
    return this.#greatest;
  }

  window<R extends Place>(records: readonly R[]): Window<R> {
    const news: R[] = [];
    let next = this.#seen + 1;
    let passed: Place | undefined;
    for (const record of records) {
      const { offset, sequence } = record;
      this.#begun ??= offset;
      this.#records++;
      // Not the record itself, which would stay in memory with all that was fetched with it.
      if (sequence > this.#greatest.sequence) this.#greatest = { offset, sequence };
      if (sequence > next) return { news, passed, beyond: record };
      if (sequence === next) {
        news.push(record);
        next++;
      }
      passed = record;
    }
    return { news, passed, beyond: undefined };
  }

  /** The reader has taken the news of `window`. @param highWatermark the next offset that will be written */
  advance({ news, passed, beyond }: Window, highWatermark: number): Onward {
    this.#seen += news.length;
    if (news.length > 0) this.#looks = 0;
    if (beyond) return this.#lookBack(beyond);
    return this.#leapAhead(passed?.offset ?? 0, highWatermark);
  }

  #leapAhead(passedOffset: number, highWatermark: number): Onward {
    // Having gone back to see whether a record is missing, it reads on until it knows: a leap would lead past the place
    // again, and round in circles.
    if (this.#looks > 0) return { kind: 'on' };
    const offset = this.#greatest.offset + this.#seen + 1 - this.#greatest.sequence;
    const sure = this.#begun === 0 || this.#records > REPEATS_MAX;
    if (!sure || offset - passedOffset < LEAP_RECORDS) return { kind: 'on' };
    return this.#seek(Math.min(offset, highWatermark));
  }

  #lookBack(beyond: Place): Onward {
    if (this.#begun === 0) return { kind: 'missing', sequence: this.#seen + 1, beyond };
    const distance = beyond.sequence - (this.#seen + 1);
    const slack = this.#looks === 0 ? 0 : SLACK_RECORDS * 10 ** (this.#looks - 1);
    this.#looks++;
    const begun = this.#begun ?? beyond.offset;
    return this.#seek(Math.max(0, Math.min(begun, beyond.offset - distance) - slack));
  }

  #seek(offset: number): Onward {
    // Nothing is before offset 0, also where the topic begins later.
    this.#begun = offset === 0 ? 0 : undefined;
    this.#records = 0;
    this.#greatest = { offset: 0, sequence: 0 };
    return { kind: 'seek', offset };
  }
}
