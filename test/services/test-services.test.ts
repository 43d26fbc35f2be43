import { Kafka, logLevel } from 'kafkajs';
import { describe, expect, test } from 'vitest';
import { kafkaForTests, startBroker } from '../support/kafka.js';

const kafka = await kafkaForTests();

describe.skipIf('missing' in kafka)('services for tests', () => {
  test('given the run, when a file asks, then a broker and a registry answer', async () => {
    if ('missing' in kafka) throw new Error(kafka.missing);
    const admin = new Kafka({ brokers: kafka.brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const topic = `${kafka.prefix}topic`;
    await admin.createTopics({ topics: [{ topic, numPartitions: 3 }], waitForLeaders: true });
    expect(await admin.listTopics()).toContain(topic);
    await admin.disconnect();
    const subjects = await fetch(`${kafka.registryUrl}/subjects`);
    expect(await subjects.json()).toEqual(expect.any(Array));
  });

  test('given a broker of its own, when it is killed and started again, then it has its topics', async () => {
    const broker = await startBroker();
    const client = new Kafka({ brokers: broker.brokers, logLevel: logLevel.NOTHING });
    const admin = client.admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: 'kept', numPartitions: 1 }], waitForLeaders: true });
    await broker.restart();
    await admin.disconnect();
    await admin.connect();
    expect(await admin.listTopics()).toEqual(['kept']);
    await admin.disconnect();
    await broker.stop();
  }, 60_000);
});
