import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partitionOf, type RecordedEvent } from '../../src/event/index.js';
import type {
  Origin,
  RoutedRecord,
  RouterStore,
  TargetPosition,
  TopicsSession,
} from '../../src/router/port.js';
import { PositionWriter } from '../../src/router/position-writer.js';
import { routingReader } from '../../src/router/reader.js';
import { openLanes } from '../../src/router/recover.js';
import { TopicWriter } from '../../src/router/topic-writer.js';
import { catalogue, revoked, routeOf, tableFor } from './support.js';

const PARTITIONS = 2;
const table = tableFor(
  routeOf('same', { to: { topic: 'same' }, from: 'beginning' }),
  routeOf('other', { to: { topic: 'other' }, key: 'data.agreement_id', from: 'beginning' }),
  routeOf('few', {
    to: { topic: 'few' },
    match: { types: ['**'], where: { field: 'data.agreement_id', gt: 40 } },
    key: 'data.agreement_id',
    from: 'beginning',
  }),
);

/** The log of a run: 30 events in each of two partitions. */
const log: readonly RecordedEvent[][] = Array.from({ length: PARTITIONS }, (_, partition) =>
  Array.from({ length: 30 }, (_, i) => {
    const event = revoked(i * PARTITIONS + partition, keyIn(partition, i));
    return { ...event, partition, sequence: i + 1, appendedAt: 0 };
  }),
);

function keyIn(partition: number, from: number): string {
  for (let n = from; ; n += 100) if (partitionOf(`A-${n}`, PARTITIONS) === partition) return `A-${n}`;
}

/** Kafka and the database in memory: they outlive the routers. */
class World {
  readonly topics = new Map<string, RoutedRecord[]>();
  readonly noted = new Map<string, TargetPosition>();

  readonly store: RouterStore = {
    acquire: async () => 1,
    renew: async () => true,
    release: async () => {},
    heads: async () => new Map(log.map((events, partition) => [partition, events.length])),
    idsAt: async (places) => places.map((at) => log[at.partition]?.[at.sequence - 1]?.envelope.id),
    positions: async () => [...this.noted.values()],
    begin: async (_, positions) => this.#note(positions),
    advance: async (_, positions) => this.#note(positions),
    forget: async () => {},
    noteStopped: async () => {},
    replayed: async () => [],
  };

  #note(positions: readonly TargetPosition[]): void {
    for (const one of positions) this.noted.set(`${one.target}/${one.partition}`, one);
  }

  partition(topic: string, partition: number): RoutedRecord[] {
    const place = `${topic}/${partition}`;
    const records = this.topics.get(place) ?? [];
    this.topics.set(place, records);
    return records;
  }

  /** @param survives whether a partition takes its part of the request that the router dies in */
  session(requests: number, survives: (place: number) => boolean): TopicsSession {
    let left = requests;
    const names = [...table.targets.keys()].map((target) => target.slice('topic:'.length));
    return {
      refused: new Map(),
      mayTryAgain: () => false,
      ends: async () =>
        names.flatMap((topic) =>
          Array.from({ length: PARTITIONS }, (_, partition) => {
            return { topic, partition, offset: this.partition(topic, partition).length, beginning: 0 };
          }),
        ),
      originsFrom: async (places) =>
        places.flatMap(({ topic, partition, offset }) => {
          const newest = new Map<number, Origin>();
          for (const { event } of this.partition(topic, partition).slice(offset)) {
            const source = { partition: event.partition, sequence: event.sequence };
            newest.set(event.partition, { topic, partition, source, id: event.envelope.id });
          }
          return [...newest.values()];
        }),
      send: async (records) => {
        const dies = left-- === 0;
        const places = [...new Set(records.map(({ topic, partition }) => `${topic}/${partition}`))];
        const taken = places.filter((_, i) => !dies || survives(i));
        for (const record of records) {
          if (taken.includes(`${record.topic}/${record.partition}`)) {
            this.partition(record.topic, record.partition).push(record);
          }
        }
        if (dies) throw new Error('the router dies here');
        return taken.map((place) => {
          const [topic = '', partition = ''] = place.split('/');
          return {
            topic,
            partition: Number(partition),
            offset: this.partition(topic, Number(partition)).length,
          };
        });
      },
      close: async () => {},
    };
  }
}

interface Life {
  /** Requests that go well before the one it dies in. */
  readonly requests: number;
  /** What of that one still arrives: a bit for each partition of a topic. */
  readonly survivors: number;
  /** Events of a partition that are delivered at once. */
  readonly delivery: number;
  /** Each so many-th delivery the positions are noted. */
  readonly noteEach: number;
}

const anyLife: fc.Arbitrary<Life> = fc.record({
  requests: fc.integer({ min: 0, max: 8 }),
  survivors: fc.nat({ max: 63 }),
  delivery: fc.integer({ min: 1, max: 12 }),
  noteEach: fc.integer({ min: 1, max: 6 }),
});

/** Lives from its start to its death. @returns whether it got to the end of the log */
async function live(world: World, { requests, survivors, delivery, noteEach }: Life): Promise<boolean> {
  const session = world.session(requests, (place) => ((survivors >> place) & 1) === 1);
  const lanes = await openLanes(world.store, 1, table, session);
  expect(lanes.map(({ stopped }) => stopped)).toEqual([undefined, undefined, undefined]);
  const byTopic = new Map(lanes.map((lane) => [lane.topic, lane]));
  const writer = new TopicWriter(
    session,
    (ends) => {
      for (const end of ends) byTopic.get(end.topic)?.acknowledged(end.partition, end.offset);
    },
    () => {},
  );
  const reader = routingReader({
    ...{ catalogue, table, lanes, writer, store: world.store, epoch: 1, partitionCount: PARTITIONS },
    deliveries: { enqueue: async () => true },
    limits: { partitionBytes: 4_000, records: 7 },
    onFenced: () => {},
    onQueued: () => {},
    onUnjudged: () => {},
  });
  const positions = new PositionWriter(lanes, world.store, 1, () => {});
  let deliveries = 0;
  const runs = log.map(async (events, partition) => {
    let sequence = (await reader.assigned(partition, () => {})) ?? 0;
    while (sequence < events.length) {
      await reader.deliver(partition, events.slice(sequence, sequence + delivery), false);
      sequence = Math.min(events.length, sequence + delivery);
      if (++deliveries % noteEach === 0) await positions.write(deliveries % 2 === 0);
    }
  });
  const ends = await Promise.allSettled(runs);
  return ends.every(({ status }) => status === 'fulfilled');
}

/** Events are numbered in turns of partition: those beyond 40 are the few. */
const wantedIn = (topic: string): string[] =>
  log
    .flat()
    .filter(({ sequence, partition }) => topic !== 'few' || (sequence - 1) * PARTITIONS + partition > 40)
    .map(({ envelope }) => envelope.id)
    .sort();

describe('recovery by origin', () => {
  it('given routers that die anywhere in a request, then each topic has each of its events once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyLife, { minLength: 1, maxLength: 6 }), async (lives) => {
        const world = new World();
        for (const life of lives) await live(world, life);
        expect(await live(world, { requests: 10_000, survivors: 0, delivery: 9, noteEach: 3 })).toBe(true);
        for (const topic of ['same', 'other', 'few']) {
          const records = Array.from({ length: PARTITIONS }, (_, p) => world.partition(topic, p)).flat();
          const ids = records.map(({ event }) => event.envelope.id);
          expect(ids.toSorted()).toEqual(wantedIn(topic));
          for (let p = 0; p < PARTITIONS; p++) {
            for (let source = 0; source < PARTITIONS; source++) {
              const sequences = world
                .partition(topic, p)
                .filter(({ event }) => event.partition === source)
                .map(({ event }) => event.sequence);
              expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
            }
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
