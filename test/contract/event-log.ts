import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventLog, EventToAppend, LogReader } from '../../src/event/index.js';
import { jsonEvent } from '../support/events.js';
import { Recorder } from './recorder.js';

/** A log and what fills it. */
export interface LogUnderTest {
  readonly partitions: readonly number[];
  /** Appends events to the journal; the log has them some time later. */
  append(events: readonly EventToAppend[]): Promise<void>;
  /** Newest sequence of each partition. */
  heads(): Promise<ReadonlyMap<number, number>>;
  /** A log as one process has it. Those with one name share the work. */
  open(name: string, onFault: (error: unknown) => void): EventLog;
  stop(): Promise<void>;
}

const WAIT = { timeout: 25_000, interval: 20 };
let names = 0;

/** What every log must do, whatever it is made of. */
export function eventLogContract(what: string, make: () => Promise<LogUnderTest>): void {
  describe(`${what}, as a log`, () => {
    let log: LogUnderTest;
    beforeAll(async () => {
      log = await make();
    }, 60_000);
    afterAll(() => log?.stop());

    const events = (count: number) =>
      Array.from({ length: count }, (_, i) => jsonEvent({ type: 'thing.happened', key: `key-${i}` }, { i }));
    const newName = () => `contract-${process.pid}-${++names}`;
    const run = (reader: LogReader, name = newName(), faults: unknown[] = []) => {
      const stop = new AbortController();
      const running = log.open(name, (error) => faults.push(error)).run(reader, stop.signal);
      return {
        faults,
        stop: async () => {
          stop.abort();
          await running;
        },
      };
    };
    const caughtUp = async (reader: Recorder) => {
      const heads = await log.heads();
      await expect
        .poll(() => new Map([...heads.keys()].map((p) => [p, reader.positions.get(p) ?? 0])), WAIT)
        .toEqual(heads);
    };

    it('given events, then they come in sequence, as they were appended, and later ones follow', async () => {
      const sent = events(40);
      await log.append(sent);
      const reader = new Recorder();
      const running = run(reader);
      await caughtUp(reader);
      const later = events(20);
      await log.append(later);
      await caughtUp(reader);
      await running.stop();

      expect(reader.wrongs).toEqual([]);
      const byId = new Map([...reader.taken.values()].flat().map((event) => [event.envelope.id, event]));
      for (const event of [...sent, ...later]) expect(byId.get(event.envelope.id)).toMatchObject(event);
      for (const event of byId.values())
        expect(Math.abs(event.appendedAt - Date.now())).toBeLessThan(600_000);
    });

    it('given that more is promised, then another delivery follows, and at last one that promises nothing', async () => {
      await log.append(events(200));
      const reader = new Recorder();
      const running = run(reader);
      await caughtUp(reader);
      await expect.poll(() => reader.promised.size, WAIT).toBe(0);
      await running.stop();
      expect(reader.wrongs).toEqual([]);
    });

    it('given a reader, then it is asked for its place in every partition, and loses all of them at the end', async () => {
      const reader = new Recorder();
      const running = run(reader);
      await expect.poll(() => [...reader.owned].sort(), WAIT).toEqual([...log.partitions]);
      await running.stop();
      expect(reader.owned.size).toBe(0);
      expect(reader.wrongs).toEqual([]);
    });

    it('given a place, then only what is behind it comes', async () => {
      await log.append(events(30));
      const heads = await log.heads();
      const places = new Map([...heads].map(([partition, head]) => [partition, Math.max(0, head - 2)]));
      const reader = new Recorder(new Map(places));
      const running = run(reader);
      await caughtUp(reader);
      await running.stop();
      expect(reader.wrongs).toEqual([]);
      for (const [partition, head] of heads) {
        expect(reader.taken.get(partition)?.[0]?.sequence).toBe(head > 0 ? Math.max(1, head - 1) : undefined);
      }
    });

    it('given a place beyond what the log has yet, then what was before it does not come', async () => {
      const heads = await log.heads();
      const reader = new Recorder(new Map([...heads].map(([partition, head]) => [partition, head + 2])));
      const running = run(reader);
      await expect.poll(() => reader.owned.size, WAIT).toBe(log.partitions.length);
      while ([...(await log.heads())].some(([partition, head]) => head < (heads.get(partition) ?? 0) + 4)) {
        await log.append(events(10));
      }
      await caughtUp(reader);
      await running.stop();
      expect(reader.wrongs).toEqual([]);
    });

    it('given a reader that throws, then it is asked again and gets the same once more', async () => {
      await log.append(events(30));
      const reader = new Recorder();
      let throws = 4;
      reader.beforeTaking = () => {
        if (throws-- > 0) throw new Error('not taken, on purpose');
      };
      const running = run(reader);
      await caughtUp(reader);
      await running.stop();
      expect(reader.wrongs).toEqual([]);
      expect(new Set(reader.ids()).size).toBe(reader.ids().length);
      expect(Math.max(...reader.asked.values())).toBeGreaterThan(1);
      expect(running.faults.length).toBeGreaterThan(0);
    });

    it('given a reader that cannot say its place yet, then it is asked until it can', async () => {
      await log.append(events(10));
      const reader = new Recorder();
      const place = reader.assigned.bind(reader);
      let refusals = 5;
      reader.assigned = async (partition) => {
        if (refusals-- > 0) throw new Error('no database, on purpose');
        return place(partition);
      };
      const running = run(reader);
      await caughtUp(reader);
      await running.stop();
      expect(reader.wrongs).toEqual([]);
    });

    it('given a reader that wants nothing for a while, then nothing comes until it has been asked again', async () => {
      await log.append(events(60));
      const recorder = new Recorder();
      const askers = new Map<number, () => void>();
      const resting = new Set<number>();
      let wantsRest = true;
      const reader: LogReader = {
        async assigned(partition, askAgain) {
          askers.set(partition, askAgain);
          const place = await recorder.assigned(partition);
          return resting.has(partition) ? undefined : place;
        },
        async deliver(partition, delivered, more) {
          if (resting.has(partition)) recorder.wrongs.push(`partition ${partition} wanted nothing`);
          if (wantsRest) {
            resting.add(partition);
            askers.get(partition)?.();
          }
          await recorder.deliver(partition, delivered, more && !wantsRest);
        },
        revoked: (partition) => recorder.revoked(partition),
      };
      const running = run(reader);
      const heads = await log.heads();
      const filled = [...heads].filter(([, head]) => head > 0).map(([partition]) => partition);
      await expect.poll(() => [...resting].sort(), WAIT).toEqual(filled.sort());
      await log.append(events(60));
      await new Promise((resume) => setTimeout(resume, 300));
      wantsRest = false;
      for (const partition of resting) {
        resting.delete(partition);
        askers.get(partition)?.();
      }
      await caughtUp(recorder);
      await running.stop();
      expect(recorder.wrongs).toEqual([]);
      expect(running.faults).toEqual([]);
      expect(new Set(recorder.ids()).size).toBe(recorder.ids().length);
    });

    it('given a reader that asks for what was read already, then it comes again, though nothing more is written', async () => {
      await log.append(events(60));
      const recorder = new Recorder();
      const askers = new Map<number, () => void>();
      const reader: LogReader = {
        assigned(partition, askAgain) {
          askers.set(partition, askAgain);
          return recorder.assigned(partition);
        },
        deliver: (...delivery) => recorder.deliver(...delivery),
        revoked: (partition) => recorder.revoked(partition),
      };
      const running = run(reader);
      await caughtUp(recorder);
      for (const back of [1, 7, 1_000]) {
        for (const [partition, head] of await log.heads())
          recorder.positions.set(partition, Math.max(0, head - back));
        for (const askAgain of askers.values()) askAgain();
        await caughtUp(recorder);
      }
      await running.stop();
      expect(recorder.wrongs).toEqual([]);
      expect(running.faults).toEqual([]);
    });

    it('given a stop during a delivery, then it ends when the delivery has returned', async () => {
      await log.append(events(10));
      const reader = new Recorder();
      let finish: () => void = () => {};
      const finished = new Promise<void>((resume) => {
        finish = resume;
      });
      const started = new Promise<void>((begun) => {
        reader.beforeTaking = () => {
          begun();
          return finished;
        };
      });
      const running = run(reader);
      await started;
      let ended = false;
      const stopped = running.stop().then(() => {
        ended = true;
      });
      await new Promise((resume) => setTimeout(resume, 300));
      expect(ended).toBe(false);
      finish();
      await stopped;
      expect(reader.ids().length).toBeGreaterThan(0);
      expect(reader.wrongs).toEqual([]);
      expect(reader.owned.size).toBe(0);
    });

    it('given two readers of one name, then each event is taken once, and one goes on where the other ends', async () => {
      await log.append(events(30));
      const name = newName();
      const positions = new Map<number, number>();
      const [first, second] = [new Recorder(positions), new Recorder(positions)];
      const [one, two] = [run(first, name), run(second, name)];
      await caughtUp(first);
      await log.append(events(30));
      await caughtUp(first);
      await one.stop();
      await log.append(events(30));
      await caughtUp(second);
      await two.stop();

      expect([...first.wrongs, ...second.wrongs]).toEqual([]);
      const ids = [...first.ids(), ...second.ids()];
      expect(new Set(ids).size).toBe(ids.length);
      const heads = await log.heads();
      expect(ids.length).toBe([...heads.values()].reduce((sum, head) => sum + head, 0));
    });
  });
}
