import { expect } from 'vitest';
import {
  type Catalogue,
  loadCatalogue,
  type PayloadInput,
  type VersionOf,
} from '../../src/catalogue/index.js';
import { type Envelope, type EventToAppend, partitionOf, type RecordedEvent } from '../../src/event/index.js';
import type { EventType, EventVersions } from '../../src/generated/events.js';
import { compile } from '../../src/projector/compile.js';
import type { Projection, Row } from '../../src/projector/definition.js';
import { proveOwnership } from '../../src/projector/ownership.js';
import type { ParkedEvent, ProjectionStore } from '../../src/projector/port.js';
import { PartitionWorker } from '../../src/projector/worker.js';
import { envelope } from './events.js';
import { MemoryProjections, type Tables } from './memory-projections.js';
import { expectOnPostgres } from './spec-postgres.js';
import { inOtherVersions, madeUp } from './spec-versions.js';

/** An event as a specification tells it; its key is made by the catalogue unless the envelope has one. */
export interface ToldEvent {
  readonly envelope: Omit<Envelope, 'key'> & { readonly key: string | undefined };
  readonly data: unknown;
}

/** An event of the catalogue, `minute` minutes after midnight. */
export function told<Type extends EventType, Version extends VersionOf<Type>>(
  type: Type,
  version: Version,
  minute: number,
  data: PayloadInput<EventVersions[Type][Version]>,
  known: Partial<Envelope> = {},
): ToldEvent {
  return toldUnknown(type, version, minute, data, known);
}

/** {@link told} where types are not known until it runs. */
export function toldUnknown(
  type: string,
  version: string,
  minute: number,
  data: unknown,
  known: Partial<Envelope> = {},
): ToldEvent {
  const time = at(minute);
  return { envelope: { ...envelope({ type, version, time, ...known }), key: known.key }, data };
}

/** The time of {@link told}. */
export const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

/** Events of one partition, applied in one transaction. */
export interface Batch {
  readonly partition: number;
  readonly events: readonly RecordedEvent[];
}

const PARTITIONS = 4;

/**
 * Plays events through the projector's own fold, against tables in memory. What a specification expects must hold, too,
 * on PostgreSQL, where its events come three times, and in every version that can tell them.
 */
export class ProjectionSpec {
  readonly #projection: Projection;
  readonly catalogue: Catalogue;

  private constructor(projection: Projection, catalogue: Catalogue) {
    this.#projection = projection;
    this.catalogue = catalogue;
  }

  /** @throws Error where an owned table is not. */
  static async of(projection: Projection): Promise<ProjectionSpec> {
    const catalogue = await loadCatalogue();
    proveOwnership(projection, (type) => catalogue.keyDeterminedBy(type));
    return new ProjectionSpec(projection, catalogue);
  }

  /** What `events` led to before `when` happens; each of those is delivered `numberOfTimes`, and three times. */
  given(...events: readonly ToldEvent[]) {
    return {
      when: (...news: readonly ToldEvent[]) => ({
        numberOfTimes: (times: number) => ({
          thenRows: (expected: Tables) => this.#expect(events, repeated(news, times), expected),
        }),
        thenRows: (expected: Tables) => this.#expect(events, news, expected),
      }),
    };
  }

  /** The events at their places in the log. */
  record(events: readonly ToldEvent[]): readonly RecordedEvent[] {
    const sequences = new Map<number, number>();
    return events.map((event) => {
      const appended = keyed(this.catalogue, event);
      const partition = partitionOf(appended.envelope.key, PARTITIONS);
      const sequence = (sequences.get(partition) ?? 0) + 1;
      sequences.set(partition, sequence);
      return { ...appended, partition, sequence, appendedAt: 0 };
    });
  }

  /**
   * All tables after the batches were applied, some each in its own transaction and some several in one, as a projector
   * does that is far behind. @throws Error where one was parked.
   */
  async play(batches: readonly Batch[]): Promise<Tables> {
    const store = new MemoryProjections(compile(this.#projection));
    await this.#apply(store, batches);
    return store.tables;
  }

  async #apply(store: ProjectionStore, batches: readonly Batch[]): Promise<void> {
    const compiled = compile(this.#projection);
    const workers = new Map<number, PartitionWorker>();
    const pace = { cachedRows: 3, windowRows: 2 };
    for (const [place, { partition, events }] of batches.entries()) {
      const worker = workers.get(partition) ?? (await PartitionWorker.open(compiled, store, partition, pace));
      workers.set(partition, worker);
      const window = events.map((recorded) => ({
        recorded,
        decoded: this.catalogue.decodeCurrent(recorded),
      }));
      refuseParked(await worker.take(window, place % 4 < 3));
    }
    for (const worker of workers.values()) refuseParked(await worker.flush());
  }

  async #expect(given: readonly ToldEvent[], news: readonly ToldEvent[], expected: Tables): Promise<void> {
    const batches = (events: readonly ToldEvent[]) => oneByOne(this.record([...given, ...events]));
    const tables = await this.play(batches(news));
    expectRows(tables, expected, '');
    expectRows(await this.play(batches(repeated(news, 3))), expected, ', told three times');
    await expectOnPostgres(this.#projection, (store) => this.#apply(store, batches(news)), tables);
    for (const { type, version, events, isWhole } of inOtherVersions(this.catalogue, news)) {
      const others = await this.play(batches(events));
      if (isWhole) expectRows(others, expected, `, ${type} told in ${version}`);
      const before = await this.play(batches([]));
      expect(
        madeUp(this.#projection, others, [tables, before], [...given, ...events]),
        `what is made up where ${type} is told in ${version}`,
      ).toEqual([]);
    }
  }
}

function expectRows(tables: Tables, expected: Tables, how: string): void {
  for (const [name, rows] of Object.entries(expected)) {
    const actual: readonly Row[] = tables[name] ?? [];
    expect(actual, `rows of ${name}${how}`).toHaveLength(rows.length);
    expect(actual, `rows of ${name}${how}`).toMatchObject(rows);
  }
}

const repeated = (events: readonly ToldEvent[], times: number): readonly ToldEvent[] =>
  events.flatMap((event) => Array<ToldEvent>(times).fill(event));

/** The event as it is journaled: encoded, and keyed as the catalogue says. */
export function keyed(catalogue: Catalogue, { envelope, data }: ToldEvent): EventToAppend {
  const { type, version, organisation } = envelope;
  const payload = catalogue.encodeUnknown(type, version, data);
  const key =
    envelope.key ??
    catalogue.keyOf(type, version, catalogue.decode(type, version, payload), organisation) ??
    'of nobody';
  return { envelope: { ...envelope, key }, payload };
}

/** Each event in a transaction of its own, in the order given. */
export const oneByOne = (events: readonly RecordedEvent[]): readonly Batch[] =>
  events.map((event) => ({ partition: event.partition, events: [event] }));

function refuseParked([parked]: readonly ParkedEvent[]): void {
  if (parked) throw new Error(`${parked.event.envelope.type} was parked: ${parked.detail}`);
}
