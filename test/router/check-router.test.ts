import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRouter } from '../../src/cli/check-router/run.js';
import { newTopic } from '../kafka/support.js';
import { kafkaForTests } from '../support/kafka.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

const kafka = await kafkaForTests();
const SEED = 20_261_121;

describe.skipIf('missing' in kafka)('routers that are killed and stopped under load', () => {
  if ('missing' in kafka) return;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('given four of them, then nothing is missing, repeated or out of order on the topics', async () => {
    const said: string[] = [];
    const verdict = await checkRouter({
      databaseUrl: database.url,
      brokers: kafka.brokers,
      topic: newTopic(kafka.prefix),
      leaseMs: 3_000,
      eventsPerSecond: 800,
      kills: 4,
      seed: SEED,
      stopEach: 3,
      say: (line) => said.push(line),
    });
    expect(said.filter((line) => line.includes('taken over'))).toHaveLength(4);
    expect(verdict.events).toBeGreaterThan(1_000);
    expect(verdict).toMatchObject({ kills: 4, missing: 0, repeated: 0, out_of_order: 0 });
  }, 180_000);
});
