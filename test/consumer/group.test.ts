import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { type Consumer, consume } from '../../src/consumer/index.js';
import { packageRoot } from '../../src/package-root.js';
import { makeTopic, settingsFor } from '../kafka/support.js';
import { kafkaForTests } from '../support/kafka.js';
import { committed, newName, quick, range, WAIT, write } from './support.js';

const kafka = await kafkaForTests();
/** What a busy machine needs to start a process, and a group to notice that one is gone. */
const LONG = { timeout: 90_000, interval: 50 };

describe.skipIf('missing' in kafka)('consumers of one group', () => {
  if ('missing' in kafka) return;
  const settings = settingsFor(kafka.brokers);
  const PARTITIONS = 4;
  const make = async (partitions = PARTITIONS) => {
    const topic = newName(kafka.prefix, 'routed');
    const group = newName(kafka.prefix, 'group');
    await makeTopic(settings, topic, partitions);
    return { topic, group, ...quick(kafka.brokers, topic, group) };
  };

  it('given members that come, go and are killed while events come, then each is handled, in order, and only what the killed one did not commit comes again', async () => {
    const { topic, group, options, faults } = await make();
    const handled = new Map<string, string[]>();
    const note = (member: string, event: string) =>
      handled.set(member, [...(handled.get(member) ?? []), event]);
    const member = (name: string): Consumer =>
      consume({
        ...options,
        partitionsAtOnce: 2,
        handlers: {
          'agreement.revoked': async ({ origin }) => {
            await new Promise((resume) => setTimeout(resume, (origin?.sequence ?? 0) % 3));
            note(name, `${origin?.partition} ${origin?.sequence}`);
          },
        },
      });
    const count = (name: string) => handled.get(name)?.length ?? 0;
    let last = 0;
    const more = async (events: number) => {
      const sources = Array.from({ length: PARTITIONS }, (_, p) =>
        range(p, last + 1, last + events, { partition: p }),
      );
      last += events;
      await write(settings, topic, sources.flat());
    };

    const first = member('first');
    await more(100);
    await expect.poll(() => count('first'), LONG).toBeGreaterThan(0);
    const second = member('second');
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        join(packageRoot, 'test/consumer/member-process.ts'),
        kafka.brokers.join(),
        topic,
        group,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const lines = createInterface(child.stdout).on('line', (line) => note('killed', line));
    const read = once(lines, 'close');
    try {
      while (count('killed') < 20 || count('second') < 20) {
        await more(50);
        await new Promise((resume) => setTimeout(resume, 200));
        if (last > 20_000) throw new Error('a member got nothing to do');
      }
    } finally {
      child.kill('SIGKILL');
    }
    await read;
    await more(100);
    await first.stop();
    const third = member('third');
    await more(100);

    const wanted = Array.from({ length: PARTITIONS }, (_, p) =>
      Array.from({ length: last }, (_, i) => `${p} ${i + 1}`),
    ).flat();
    const missing = () => {
      const all = new Set([...handled.values()].flat());
      return wanted.filter((event) => !all.has(event)).length;
    };
    await expect.poll(missing, LONG).toBe(0);
    await Promise.all([second.stop(), third.stop()]);

    for (const [name, events] of handled) {
      for (let source = 0; source < PARTITIONS; source++) {
        const own = events
          .filter((event) => event.startsWith(`${source} `))
          .map((event) => Number(event.split(' ')[1]));
        expect(own, name).toEqual([...new Set(own)].toSorted((a, b) => a - b));
      }
    }
    const others = [...handled].flatMap(([name, events]) => (name === 'killed' ? [] : events));
    // A commit that a broker refused is told, and the only reason for more.
    const refused = faults.some(({ message }) => message.includes('not committed'));
    if (!refused) expect(others).toHaveLength(new Set(others).size);
  }, 240_000);

  it('given a handler that takes longer than a session, then the partition is kept meanwhile', async () => {
    const { topic, options, faults } = await make(1);
    await write(settings, topic, range(0, 1, 2));
    const calls: number[] = [];
    const consumer = consume({
      ...options,
      handlers: {
        'agreement.revoked': async ({ data }) => {
          calls.push(data.agreement_id);
          if (data.agreement_id === 1) await new Promise((resume) => setTimeout(resume, 8_000));
        },
      },
    });
    await expect.poll(() => consumer.counts.handled, WAIT).toBe(2);
    await consumer.stop();
    expect(calls).toEqual([1, 2]);
    expect(faults.filter(({ message }) => message.includes(topic))).toEqual([]);
  }, 60_000);

  it('given slow handlers, then what they have done is committed on the way, and other partitions get their turn', async () => {
    const { topic, group, options } = await make(2);
    await write(settings, topic, [...range(0, 1, 100), ...range(1, 1, 100, { partition: 1 })]);
    const order: number[] = [];
    const consumer = consume({
      ...options,
      partitionsAtOnce: 1,
      handlers: {
        'agreement.revoked': async ({ partition }) => {
          order.push(partition);
          await new Promise((resume) => setTimeout(resume, 100));
        },
      },
    });
    await expect.poll(() => new Set(order).size, WAIT).toBe(2);
    expect(order.length).toBeLessThan(50);
    await expect.poll(async () => (await committed(settings, group, topic)).offset, WAIT).toBeGreaterThan(3);
    await consumer.stop();
  }, 60_000);

  it('given a handler that outlasts a rebalance, then its partition goes to another, and it is told', async () => {
    const { topic, options } = await make(1);
    await write(settings, topic, range(0, 1, 1));
    let begun = false;
    let told = false;
    const slow = consume({
      ...options,
      handlers: {
        'agreement.revoked': (_, signal) =>
          new Promise<void>((resume) => {
            begun = true;
            signal.addEventListener('abort', () => {
              told = true;
              resume();
            });
          }),
      },
    });
    await expect.poll(() => begun, WAIT).toBe(true);
    const other = consume({ ...options, handlers: { 'agreement.revoked': () => {} } });
    await expect.poll(() => other.counts.handled, LONG).toBe(1);
    await expect.poll(() => told, LONG).toBe(true);
    await Promise.all([slow.stop(), other.stop()]);
  }, 120_000);
});
