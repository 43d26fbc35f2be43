import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRelay } from '../../src/cli/check-relay/run.js';
import { newTopic } from '../kafka/support.js';
import { kafkaForTests } from '../support/kafka.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

const kafka = await kafkaForTests();
const SEED = 20_261_121;

describe.skipIf('missing' in kafka)('relays that are killed and stopped under load', () => {
  if ('missing' in kafka) return;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('given five of them, then nothing is missing, repeated or out of order on the topic', async () => {
    const said: string[] = [];
    const verdict = await checkRelay({
      databaseUrl: database.url,
      brokers: kafka.brokers,
      topic: newTopic(kafka.prefix),
      leaseMs: 3_000,
      eventsPerSecond: 1_000,
      kills: 5,
      seed: SEED,
      stopEach: 3,
      say: (line) => said.push(line),
    });
    expect(said.filter((line) => line.includes('taken over'))).toHaveLength(5);
    expect(verdict.events).toBeGreaterThan(1_000);
    expect(verdict).toMatchObject({ kills: 5, missing: 0, repeated: 0, out_of_order: 0 });
  }, 180_000);
});
