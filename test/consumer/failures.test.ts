import { describe, expect, it } from 'vitest';
import { createKafka } from '../../src/adapters/kafka/index.js';
import { retryAdmin } from '../../src/adapters/kafka/retry.js';
import { consume, type DeadLetter, RecordsLost } from '../../src/consumer/index.js';
import { makeTopic, settingsFor } from '../kafka/support.js';
import { kafkaForTests } from '../support/kafka.js';
import { committed, newName, quick, range, readAsTheyGo, routed, WAIT, write } from './support.js';

const kafka = await kafkaForTests();

describe.skipIf('missing' in kafka)('a topic consumer, where something fails', () => {
  if ('missing' in kafka) return;
  const settings = settingsFor(kafka.brokers);
  const make = async (configs?: Record<string, string>) => {
    const topic = newName(kafka.prefix, 'routed');
    const group = newName(kafka.prefix, 'group');
    await makeTopic(settings, topic, 1, configs);
    return { topic, group, ...quick(kafka.brokers, topic, group) };
  };

  it('given a handler that fails at first, then it is called again, in order, and nothing is a dead letter', async () => {
    const { topic, options, faults } = await make();
    await write(settings, topic, range(0, 1, 4));
    const calls: number[] = [];
    const consumer = consume({
      ...options,
      handlers: {
        'agreement.revoked': ({ data }) => {
          calls.push(data.agreement_id);
          if (data.agreement_id === 2 && calls.length < 4) throw new Error('not now, on purpose');
        },
      },
    });
    await expect.poll(() => consumer.counts.handled, WAIT).toBe(4);
    await consumer.stop();
    expect(calls).toEqual([1, 2, 2, 2, 3, 4]);
    expect(consumer.counts.deadLetters).toBe(0);
    // A broker may have something of its own to say.
    const told = faults.map(({ message }) => message).filter((message) => message.startsWith(topic));
    expect(told).toEqual([
      `${topic}/0 at offset 1: the handler failed (call 1): not now, on purpose`,
      `${topic}/0 at offset 1: the handler failed (call 2): not now, on purpose`,
    ]);
  });

  it('given a handler that fails always, and poison, then both become dead letters as they were, and others go on', async () => {
    const { topic, options, group } = await make();
    const good = range(0, 1, 6);
    const [one, two, three, four, five, six] = good;
    if (!one || !two || !three || !four || !five || !six) throw new Error('six are made');
    const { ce_id: _, ...nameless } = three.headers ?? {};
    const messages = [
      one,
      { ...two, value: Buffer.from('plain text') },
      { ...three, headers: nameless },
      { ...four, value: Buffer.from([0, 0, 0, 0, 1]) },
      { ...five, value: null },
      { ...six, value: Buffer.concat([Buffer.from(six.value ?? ''), Buffer.from('too long')]) },
      routed({
        origin: [0, 7],
        type: 'agreement.revoked',
        version: 'v2',
        data: { agreement_id: 7, account_number: '' },
      }),
      ...range(0, 8, 9),
    ];
    messages[6] = { ...messages[6], value: one.value };
    await write(settings, topic, messages);
    const consumer = consume({
      ...options,
      handlers: {
        'agreement.revoked': async ({ data }) => {
          if (data.agreement_id === 8) throw new Error('never, on purpose');
        },
      },
    });
    await expect.poll(() => consumer.counts.deadLetters, WAIT).toBe(7);
    await expect.poll(() => consumer.counts.handled, WAIT).toBe(2);
    await consumer.stop();
    expect((await committed(settings, group, topic)).offset).toBe(9);

    const letters: Record<string, string>[] = [];
    const values: (string | null)[] = [];
    await readRaw(`${topic}.${group}.dead`, 7, (headers, value) => {
      letters.push(headers);
      values.push(value?.toString('hex') ?? null);
    });
    expect(letters.map((headers) => headers['headrace-dead-reason'])).toEqual([
      'not_framed',
      'missing_header',
      'unknown_schema',
      'not_framed',
      'undecodable',
      'schema_mismatch',
      'handler_failed',
    ]);
    expect(values).toEqual(
      messages.slice(1, 8).map(({ value }) => (value === null ? null : Buffer.from(value).toString('hex'))),
    );
    expect(letters[6]).toMatchObject({
      ce_id: 'e-0-8',
      'headrace-origin': '0/8',
      'headrace-dead-detail': 'never, on purpose',
      'headrace-dead-attempts': '3',
      'headrace-dead-group': group,
      'headrace-dead-topic': topic,
      'headrace-dead-partition': '0',
      'headrace-dead-offset': '7',
    });

    // Mended, they are handled like any others: by a consumer of the dead letters.
    const again: number[] = [];
    const redrive = consume({
      ...options,
      topics: [`${topic}.${group}.dead`],
      group: `${group}.redrive`,
      handlers: { 'agreement.revoked': ({ data }) => void again.push(data.agreement_id) },
    });
    await expect.poll(() => again, WAIT).toEqual([8]);
    await redrive.stop();
  });

  it('given dead letters that cannot be kept yet, then the partition waits and none is left out', async () => {
    const { topic, options } = await make();
    await write(settings, topic, range(0, 1, 3));
    const kept: DeadLetter[] = [];
    let refusals = 2;
    const consumer = consume({
      ...options,
      retry: { ...options.retry, judge: () => 'dead' },
      deadLetters: async (letter) => {
        if (refusals-- > 0) throw new Error('the box is full, on purpose');
        kept.push(letter);
      },
      handlers: {
        'agreement.revoked': ({ data }) => {
          if (data.agreement_id === 2) throw new Error('never, on purpose');
        },
      },
    });
    await expect.poll(() => consumer.counts.handled, WAIT).toBe(2);
    await consumer.stop();
    expect(kept).toMatchObject([{ topic, partition: 0, offset: '1', reason: 'handler_failed', attempts: 1 }]);
  });

  it('given a fault that all events share, when it is judged so, then it is waited for beyond all attempts', async () => {
    const { topic, options } = await make();
    await write(settings, topic, range(0, 1, 2));
    let failures = 0;
    const consumer = consume({
      ...options,
      retry: { ...options.retry, attempts: 1, judge: () => 'wait' },
      handlers: {
        'agreement.revoked': () => {
          if (++failures <= 6) throw new Error('the database is down, on purpose');
        },
      },
    });
    await expect.poll(() => consumer.counts.handled, WAIT).toBe(2);
    await consumer.stop();
    expect(consumer.counts.deadLetters).toBe(0);
  });

  it('given a registry that does not answer, then nothing is a dead letter, and it is said so', async () => {
    const { topic, options, group, faults } = await make();
    await write(settings, topic, range(0, 1, 2));
    const consumer = consume({
      ...options,
      registryUrl: 'http://127.0.0.1:9',
      handlers: { 'agreement.revoked': () => {} },
    });
    await expect.poll(() => faults.length, WAIT).toBeGreaterThan(0);
    await consumer.stop();
    expect(faults[0]?.message).toContain('waits and tries again: registry http://127.0.0.1:9');
    expect(consumer.counts).toEqual({ handled: 0, skipped: 0, repeated: 0, deadLetters: 0 });
    expect((await committed(settings, group, topic)).offset).toBeLessThanOrEqual(0);
  });

  it('given records that went before they were handled, then it says which', async () => {
    const { topic, options, faults } = await make();
    await write(settings, topic, range(0, 1, 10));
    const first = consume({ ...options, handlers: { 'agreement.revoked': () => {} } });
    await expect.poll(() => first.counts.handled, WAIT).toBe(10);
    await first.stop();
    await write(settings, topic, range(0, 11, 20));
    const admin = createKafka(settings).admin();
    await admin.connect();
    // Makes the client know the topic.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '15' }] });
    await admin.disconnect();
    const second = consume({ ...options, handlers: { 'agreement.revoked': () => {} } });
    await expect.poll(() => second.counts.handled, WAIT).toBe(5);
    await second.stop();
    const lost = faults.filter((fault) => fault instanceof RecordsLost);
    expect(lost).toHaveLength(1);
    expect(lost[0]?.message).toContain(`${topic}/0: records from offset 10 up to 15 are gone`);
  });

  it('given a place beyond the end of the topic, then it is read from its beginning, nothing is taken for a repeat, and it says so', async () => {
    const { topic, options, group, faults } = await make();
    const admin = createKafka(settings).admin();
    await admin.connect();
    await retryAdmin(() =>
      admin.setOffsets({ groupId: group, topic, partitions: [{ partition: 0, offset: '50' }] }),
    );
    await admin.disconnect();
    await write(settings, topic, range(0, 1, 4));
    const consumer = consume({ ...options, from: 'end', handlers: { 'agreement.revoked': () => {} } });
    await expect.poll(() => consumer.counts.handled, WAIT).toBe(4);
    await consumer.stop();
    const lost = faults.filter((fault) => fault instanceof RecordsLost);
    expect(lost.map(({ message }) => message)).toEqual([expect.stringContaining('made anew or cut')]);
    expect((await committed(settings, group, topic)).offset).toBe(4);
  });

  it('given records that go while it reads, then it says which, and begins behind them', async () => {
    const { topic, options, faults } = await make();
    const { consumer, handled } = await readAsTheyGo(settings, topic, options, () => {});
    await expect.poll(() => handled.at(-1), WAIT).toBe(10);
    await consumer.stop();
    // A fetch that was under way may still have brought some of them.
    const first = handled[3] ?? 0;
    expect(handled).toEqual([1, 2, 3, ...Array.from({ length: 11 - first }, (_, i) => first + i)]);
    expect(faults.some((fault) => fault instanceof RecordsLost)).toBe(first > 4);
  });

  it('given it is stopped as soon as it is behind them, then it has said so before it ends', async () => {
    const { topic, options, faults } = await make();
    const { consumer, handled } = await readAsTheyGo(settings, topic, options, (it) => void it.stop());
    await expect.poll(() => handled.length, WAIT).toBeGreaterThan(3);
    await consumer.stop();
    expect(faults.some((fault) => fault instanceof RecordsLost)).toBe(handled[3] !== 4);
  });

  it('given options that cannot work, then it throws at once; given an unknown type, then it ends and says why', async () => {
    const { options } = await make();
    const handlers = { 'agreement.revoked': () => {} };
    expect(() => consume({ ...options, brokers: [], handlers })).toThrow(TypeError);
    expect(() => consume({ ...options, handlers: {} })).toThrow('no event type is handled');
    expect(() => consume({ ...options, handlers, keysAtOnce: 0 })).toThrow('keysAtOnce');
    expect(() => consume({ ...options, handlers, group: 'g'.repeat(300) })).toThrow('249');
    const misspelt = { 'agreement.revoekd': () => {}, ...handlers };
    const consumer = consume({ ...options, handlers: misspelt });
    expect((await consumer.failed).message).toContain('agreement.revoekd');
    await consumer.stop();
  });

  async function readRaw(
    topic: string,
    count: number,
    take: (headers: Record<string, string>, value: Buffer | null) => void,
  ): Promise<void> {
    const reader = createKafka(settings).consumer({ groupId: newName(topic, 'raw') });
    await reader.connect();
    await reader.subscribe({ topics: [topic], fromBeginning: true });
    let seen = 0;
    await reader.run({
      eachMessage: async ({ message }) => {
        const entries = Object.entries(message.headers ?? {});
        take(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])), message.value);
        seen++;
      },
    });
    await expect.poll(() => seen, WAIT).toBe(count);
    await reader.disconnect();
  }
});
