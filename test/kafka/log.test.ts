import { describe, expect, it } from 'vitest';
import { BrokenLogError, kafkaLog } from '../../src/adapters/kafka/index.js';
import { Recorder } from '../contract/recorder.js';
import { kafkaForTests } from '../support/kafka.js';
import { eventAt, makeTopic, newTopic, publish, schemas, settingsFor, started } from './support.js';

const kafka = await kafkaForTests();
const WAIT = { timeout: 20_000, interval: 20 };

describe.skipIf('missing' in kafka)('the log on Kafka', () => {
  if ('missing' in kafka) return;
  const settings = settingsFor(kafka.brokers);

  const range = (partition: number, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => eventAt(partition, from + i));

  const topicWith = async (...runs: [partition: number, from: number, to: number][]): Promise<string> => {
    const topic = newTopic(kafka.prefix);
    await makeTopic(settings, topic, 2);
    for (const one of runs) await publish(settings, topic, range(...one));
    return topic;
  };

  function read(topic: string, reader: Recorder, ids = schemas) {
    const faults: unknown[] = [];
    const log = kafkaLog(settings, topic, ids, {
      name: `${topic}-reader`,
      deliveryBytes: 50_000,
      concurrency: 2,
      retryMs: 20,
      sessionMs: 6_000,
      onFault: (error) => faults.push(error),
    });
    return { faults, ...started((signal) => log.run(reader, signal)) };
  }

  const place = (reader: Recorder, partition: number) => reader.positions.get(partition) ?? 0;

  it('given records sent again by a suspended sender, then each event comes once, in order', async () => {
    const topic = await topicWith([0, 1, 300], [0, 101, 250], [0, 301, 320], [0, 1, 40], [0, 321, 321]);
    const reader = new Recorder();
    const reading = read(topic, reader);
    await expect.poll(() => place(reader, 0), WAIT).toBe(321);
    await reading.stop();
    expect(reader.wrongs).toEqual([]);
    expect(reader.ids()).toEqual(range(0, 1, 321).map(({ envelope }) => envelope.id));
  });

  it('given an offset beyond the wanted place, then it goes back to where the place is', async () => {
    const topic = await topicWith([0, 1, 2_000], [1, 1, 10]);
    const first = new Recorder();
    const reading = read(topic, first);
    await expect.poll(() => place(first, 0), WAIT).toBe(2_000);
    // Committed every five seconds; then the group's offsets stand at the end.
    await new Promise((resume) => setTimeout(resume, 5_200));
    await publish(settings, topic, range(0, 2_001, 2_001));
    await expect.poll(() => place(first, 0), WAIT).toBe(2_001);
    await reading.stop();

    const again = new Recorder(new Map([[0, 1_500]]));
    const rereading = read(topic, again);
    await publish(settings, topic, range(0, 2_002, 2_002));
    await expect.poll(() => place(again, 0), WAIT).toBe(2_002);
    await rereading.stop();
    expect(again.wrongs).toEqual([]);
    expect(again.taken.get(0)?.[0]?.sequence).toBe(1_501);
    expect(again.taken.get(0)).toHaveLength(502);
  });

  it('given a sequence that is missing, then its partition stops with an error and the others go on', async () => {
    const topic = await topicWith([0, 1, 20], [0, 22, 30], [1, 1, 20]);
    const reader = new Recorder();
    const reading = read(topic, reader);
    const broken = () => reading.faults.filter((fault) => fault instanceof BrokenLogError);
    await expect.poll(() => broken().length, WAIT).toBe(1);
    expect(String(broken()[0])).toContain('partition 0: sequence 21 is not on the topic, but 22 is');
    await publish(settings, topic, range(1, 21, 40));
    await expect.poll(() => place(reader, 1), WAIT).toBe(40);
    await reading.stop();
    expect(place(reader, 0)).toBe(20);
    expect(reader.wrongs).toEqual([]);
  });

  it('given a record written with another schema, then its partition stops with an error', async () => {
    const topic = await topicWith([0, 1, 5]);
    const reader = new Recorder();
    const reading = read(topic, reader, {
      ...schemas,
      meaningOf: async () => ({ type: 'thing.happened', version: 'v2', recode: undefined }),
    });
    await expect.poll(() => reading.faults.length, WAIT).toBe(1);
    await reading.stop();
    expect(reading.faults[0]).toBeInstanceOf(BrokenLogError);
    expect(String(reading.faults[0])).toContain(
      'thing.happened v1 with schema 1, which is thing.happened v2',
    );
    expect(reader.ids()).toEqual([]);
  });

  it('given payloads of an older layout, then they are written anew as the catalogue has it today', async () => {
    const topic = await topicWith([0, 1, 5]);
    const reader = new Recorder();
    const recode = (payload: Buffer) => Buffer.concat([payload, Buffer.from(' again')]);
    const meaningOf = async () => ({ type: 'thing.happened', version: 'v1', recode });
    const reading = read(topic, reader, { ...schemas, meaningOf });
    await expect.poll(() => place(reader, 0), WAIT).toBe(5);
    await reading.stop();
    expect(reader.taken.get(0)?.[0]?.payload.toString()).toBe('{"sequence":1} again');
  });

  it('given a registry that does not answer, then it waits and goes on when it does', async () => {
    const topic = await topicWith([0, 1, 5]);
    let refusals = 3;
    const meaningOf = async (id: number) => {
      if (refusals-- > 0) throw new Error('no registry, on purpose');
      return schemas.meaningOf(id);
    };
    const reader = new Recorder();
    const reading = read(topic, reader, { ...schemas, meaningOf });
    await expect.poll(() => place(reader, 0), WAIT).toBe(5);
    await reading.stop();
    expect(reader.wrongs).toEqual([]);
    expect(reading.faults.every((fault) => !(fault instanceof BrokenLogError))).toBe(true);
    expect(reading.faults.length).toBeGreaterThanOrEqual(3);
  });

  it('given a delivery that takes longer than a session, then the partition is kept meanwhile', async () => {
    const topic = await topicWith([0, 1, 5]);
    const reader = new Recorder();
    reader.beforeTaking = () => new Promise((resume) => setTimeout(resume, 8_000));
    const reading = read(topic, reader);
    await expect.poll(() => place(reader, 0), WAIT).toBe(5);
    await reading.stop();
    expect(reader.asked.get(0)).toBe(1);
    expect(reading.faults).toEqual([]);
  });

  it('given a topic that is not there yet, then it waits until it is', async () => {
    const topic = newTopic(kafka.prefix);
    const reader = new Recorder();
    const reading = read(topic, reader);
    await expect.poll(() => reading.faults.length, WAIT).toBeGreaterThan(0);
    await makeTopic(settings, topic, 2);
    await publish(settings, topic, range(0, 1, 3));
    await expect.poll(() => place(reader, 0), WAIT).toBe(3);
    await reading.stop();
  });
});
