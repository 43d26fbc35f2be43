import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createHub, type Hub } from '../../../src/query/live/hub.js';
import { FakeSink } from './fake-sink.js';

/** A hub that looks often, on read models that stand where the test says. */
function given() {
  const world = { mark: '0', lagSeconds: 0, fails: false, looks: 0, renders: 0, faults: [] as unknown[] };
  const hub = createHub({
    standing: async () => {
      world.looks++;
      if (world.fails) throw new Error('no database');
      return world;
    },
    onFault: (error) => world.faults.push(error),
    lookMs: 2,
    beatMs: 5,
    readersMost: 3,
  });
  const render = async () => {
    world.renders++;
    return new Map([['figures', `at ${world.mark}`]]);
  };
  return { world, hub, render };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(1);
}

describe('one look for all who watch', () => {
  let hub: Hub | undefined;
  afterEach(() => hub?.close());

  test('given nobody watches, then nothing is asked; given many, then what changed is made once for all', async () => {
    const { world, hub: open, render } = given();
    hub = open;
    await sleep(10);
    expect(world.looks).toBe(0);
    const sinks = [new FakeSink(), new FakeSink(), new FakeSink()];
    const leaving = sinks.map((sink) => open.join('view', render, sink, undefined));
    await until(() => sinks.every((sink) => sink.messages().length === 1));
    world.mark = '1';
    await until(() => sinks.every((sink) => sink.messages().length === 2));
    expect(world.renders).toBe(2);
    expect(sinks[2]?.messages().at(-1)?.parts).toEqual({ figures: 'at 1' });
    for (const leave of leaving) leave();
    await sleep(10);
    const { looks } = world;
    await sleep(10);
    expect(world.looks).toBe(looks);
  });

  test('given read models that are late or away, then signs of life say so, until it is over', async () => {
    const { world, hub: open, render } = given();
    hub = open;
    const sink = new FakeSink();
    open.join('view', render, sink, undefined);
    const says = (words: string) => until(() => String(sink.chunks.at(-1)).includes(words));
    world.lagSeconds = 42.4;
    await says('the oldest event that is not in them is 42 s old');
    world.fails = true;
    await says('these are old');
    expect(world.faults.length).toBeGreaterThan(0);
    world.fails = false;
    world.lagSeconds = 0;
    await says('{"warning":""}');
  });

  test('given one view that cannot be made, then the others are', async () => {
    const { world, hub: open, render } = given();
    hub = open;
    const [well, ill] = [new FakeSink(), new FakeSink()];
    open.join('ill', () => Promise.reject(new Error('no such thing')), ill, undefined);
    open.join('well', render, well, undefined);
    await until(() => well.messages().length === 1);
    expect(world.faults).toContainEqual(new Error('no such thing'));
    expect(ill.messages()).toEqual([]);
  });

  test('given as many readers as are allowed, then one more is refused, and all are let go when it closes', () => {
    const { hub: open, render } = given();
    const sinks = [new FakeSink(), new FakeSink(), new FakeSink()];
    for (const sink of sinks) open.join('view', render, sink, undefined);
    expect(() => open.join('view', render, new FakeSink(), undefined)).toThrow(
      expect.objectContaining({ code: 'service_unavailable' }),
    );
    open.close();
    expect(sinks.map(({ isDestroyed }) => isDestroyed)).toEqual([true, true, true]);
  });
});
