import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../src/event/index.js';
import { type JournalStore, journalLog } from '../../src/journal/index.js';
import { SharedReading } from '../../src/projector/index.js';
import { Recorder } from '../contract/recorder.js';
import { jsonEvent } from '../support/events.js';

const PARTITIONS = 2;

describe('reading a log once for several readers', () => {
  it('given readers at one place, then each gets everything from the shared log', async () => {
    const world = new World(40);
    const readers = [new Recorder(), new Recorder(), new Recorder()];
    const stop = world.run(readers);
    await world.caughtUp(readers);
    world.append(20);
    await world.caughtUp(readers);
    await stop();
    expect(readers.flatMap(({ wrongs }) => wrongs)).toEqual([]);
    expect(world.readBy('shared')).toBe(60 * PARTITIONS);
    for (let own = 0; own < readers.length; own++) expect(world.readBy(`own ${own}`)).toBe(0);
  });

  it('given one that always fails at an event, then the others get on, and it as well once it can', async () => {
    const world = new World(40);
    const readers = [new Recorder(), new Recorder()];
    let fails = true;
    const [failing, healthy] = readers as [Recorder, Recorder];
    failing.beforeTaking = (_, events) => {
      if (fails && events.some(({ sequence }) => sequence === 20)) throw new Error('on purpose');
    };
    const stop = world.run(readers);
    await world.caughtUp([healthy]);
    expect(Math.max(...failing.positions.values())).toBeLessThan(20);
    fails = false;
    await world.caughtUp(readers);
    const readAlone = world.readBy('own 0');
    world.append(10);
    await world.caughtUp(readers);
    // Together again.
    world.append(10);
    await world.caughtUp(readers);
    await stop();
    expect(readers.flatMap(({ wrongs }) => wrongs)).toEqual([]);
    expect(readAlone).toBeGreaterThan(0);
    expect(world.readBy('own 0')).toBeLessThan(readAlone + 20 * PARTITIONS);
  });

  it('given readers that begin anywhere and fail at any time, then each takes every event once, in order', async () => {
    const begins = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 });
    const faults = fc.infiniteStream(fc.nat(9));
    await fc.assert(
      fc.asyncProperty(begins, faults, async (places, chances) => {
        const world = new World(50);
        let left = 20;
        const readers = places.map((place) => {
          const reader = new Recorder(
            new Map(Array.from({ length: PARTITIONS }, (_, partition) => [partition, place])),
          );
          reader.beforeTaking = async () => {
            const chance = chances.next().value;
            if (chance > 5) await new Promise((resume) => setImmediate(resume));
            if (chance === 0 && left-- > 0) throw new Error('on purpose');
          };
          return reader;
        });
        const stop = world.run(readers);
        await world.caughtUp(readers);
        world.append(10);
        await world.caughtUp(readers);
        await stop();
        for (const [i, reader] of readers.entries()) {
          expect(reader.wrongs).toEqual([]);
          expect(reader.owned.size).toBe(0);
          expect(reader.ids().length).toBe((60 - (places[i] ?? 0)) * PARTITIONS);
          expect(new Set(reader.ids()).size).toBe(reader.ids().length);
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** Logs over one journal in memory, which counts what each of them reads. */
class World {
  readonly #events = Array.from({ length: PARTITIONS }, (): RecordedEvent[] => []);
  readonly #read = new Map<string, number>();
  readonly #wakes = new Set<() => void>();

  constructor(count: number) {
    this.append(count);
  }

  /** To each partition. */
  append(count: number): void {
    for (const [partition, events] of this.#events.entries()) {
      for (let n = 0; n < count; n++) {
        const event = jsonEvent({ type: 'thing.happened' });
        events.push({ ...event, partition, sequence: events.length + 1, appendedAt: 0 });
      }
    }
    for (const wake of this.#wakes) wake();
  }

  readBy(name: string): number {
    return this.#read.get(name) ?? 0;
  }

  /** Each reader by a log of its own and the shared one. @returns stops them, the readers first */
  run(readers: readonly Recorder[]): () => Promise<void> {
    const shared = new SharedReading();
    const sharing = this.#start('shared', (log, signal) => log.run(shared.reader, signal));
    const running = readers.map((reader, own) =>
      this.#start(`own ${own}`, (log, signal) => log.run(shared.share(reader), signal)),
    );
    return async () => {
      await Promise.all(running.map((stop) => stop()));
      await sharing();
    };
  }

  #start(
    name: string,
    run: (log: ReturnType<typeof journalLog>, signal: AbortSignal) => Promise<void>,
  ): () => Promise<void> {
    const stop = new AbortController();
    const log = journalLog(this.#store(name), {
      name,
      delivery: { events: 7, bytes: 1_000_000 },
      concurrency: 2,
      pollMs: 2,
      retryMs: 1,
      onFault: () => {},
    });
    const running = run(log, stop.signal);
    return async () => {
      stop.abort();
      await running;
    };
  }

  #store(name: string): JournalStore {
    return {
      heads: async () => new Map(this.#events.map((events, partition) => [partition, events.length])),
      read: async (partition, after, { events: most }) => {
        const events = this.#events[partition]?.slice(after, after + most) ?? [];
        this.#read.set(name, this.readBy(name) + events.length);
        return events;
      },
      lease: async (_, wake) => {
        this.#wakes.add(wake);
        return { lost: new AbortController().signal, release: async () => void this.#wakes.delete(wake) };
      },
    };
  }

  async caughtUp(readers: readonly Recorder[]): Promise<void> {
    const behind = () =>
      readers.some((reader) =>
        this.#events.some((events, partition) => (reader.positions.get(partition) ?? 0) < events.length),
      );
    await expect.poll(behind, { timeout: 20_000, interval: 2 }).toBe(false);
  }
}
