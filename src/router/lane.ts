import type { ByPartition, Origin, TargetPosition } from './port.js';
import type { Route } from './route.js';

/**
 * One thing that a route goes to, and how far it is in each partition of the log. While a topic is written, what was
 * found in it after a crash says what it has already.
 *
 * Positions that are noted together keep a promise: a record whose event is newer than the noted position of its
 * partition of the log stands at or behind the noted offset. So the next router has to look at those records only.
 */
export class Lane {
  readonly target: string;
  readonly route: Route;
  /** Why nothing goes to it now. */
  stopped: string | undefined;
  readonly #sequences: Map<number, number>;
  readonly #offsets = new Map<number, number>();
  /** Found in the topic: by its partition and that of the log, the newest event that it has. */
  readonly #found = new Map<number, Map<number, number>>();
  readonly #noted = new Map<number, TargetPosition>();
  /** Partitions in which something happened since they were noted, other than that events passed by. */
  readonly #touched = new Set<number>();

  constructor(target: string, route: Route, positions: readonly TargetPosition[]) {
    this.target = target;
    this.route = route;
    this.#sequences = new Map(positions.map(({ partition, sequence }) => [partition, sequence]));
    for (const position of positions) {
      this.#noted.set(position.partition, position);
      this.#offsets.set(position.partition, position.nextOffset);
    }
  }

  /** Name of the topic; `undefined` for a webhook. */
  get topic(): string | undefined {
    return this.target.startsWith('topic:') ? this.target.slice('topic:'.length) : undefined;
  }

  /** Newest event of this partition of the log that is done with. */
  sequenceIn(partition: number): number {
    return this.#sequences.get(partition) ?? 0;
  }

  /** Offset from which on a partition of the topic may hold events that are not done with. */
  offsetIn(partition: number): number {
    return this.#offsets.get(partition) ?? 0;
  }

  remember({ partition, source }: Origin): void {
    if (source.sequence <= this.sequenceIn(source.partition)) return;
    const found = this.#found.get(partition) ?? new Map<number, number>();
    this.#found.set(partition, found.set(source.partition, source.sequence));
  }

  /** Whether this partition of the topic has the event already. */
  has(partition: number, source: number, sequence: number): boolean {
    return sequence <= (this.#found.get(partition)?.get(source) ?? 0);
  }

  /** All events of this partition of the log up to `sequence` are done with. @param matched whether some went here */
  done(partition: number, sequence: number, matched: boolean): void {
    if (sequence <= this.sequenceIn(partition)) return;
    this.#sequences.set(partition, sequence);
    if (matched) this.#touched.add(partition);
    for (const [found, sources] of this.#found) {
      if (sequence >= (sources.get(partition) ?? Number.POSITIVE_INFINITY)) sources.delete(partition);
      if (sources.size === 0) this.#found.delete(found);
    }
  }

  /** Everything before `offset` in this partition of the topic is acknowledged, and done with in the log. */
  acknowledged(partition: number, offset: number): void {
    if (offset <= this.offsetIn(partition)) return;
    this.#offsets.set(partition, offset);
    this.#touched.add(partition);
  }

  /** Positions that differ from the noted ones. @param all also where events have only passed by */
  changes(all: boolean): TargetPosition[] {
    const changed: TargetPosition[] = [];
    for (const [partition, noted] of this.#noted) {
      const sequence = this.sequenceIn(partition);
      // What was found before it is not done with yet: the next router must look there again.
      const nextOffset = this.#found.has(partition) ? noted.nextOffset : this.offsetIn(partition);
      if (sequence === noted.sequence && nextOffset === noted.nextOffset) continue;
      if (all || this.#touched.has(partition)) {
        changed.push({ target: this.target, partition, sequence, nextOffset });
      }
    }
    return changed;
  }

  /** The store has these positions now. */
  note(positions: readonly TargetPosition[]): void {
    for (const position of positions) {
      const { partition, sequence, nextOffset } = position;
      this.#noted.set(partition, position);
      const unchanged = sequence === this.sequenceIn(partition) && nextOffset === this.offsetIn(partition);
      if (unchanged) this.#touched.delete(partition);
    }
  }
}

/** Where reading begins so that no lane misses an event: at the one that is furthest behind. */
export function leastSequence(lanes: Iterable<Lane>, partition: number, heads: ByPartition<number>): number {
  let least: number | undefined;
  for (const lane of lanes) {
    if (lane.stopped !== undefined) continue;
    least = Math.min(least ?? Number.POSITIVE_INFINITY, lane.sequenceIn(partition));
  }
  return least ?? heads.get(partition) ?? 0;
}
