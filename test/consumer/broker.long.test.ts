import { describe, expect, it } from 'vitest';
import { consume } from '../../src/consumer/index.js';
import { makeTopic, settingsFor } from '../kafka/support.js';
import { missingForServices, startBroker } from '../support/kafka-programs.js';
import { newName, quick, range, write } from './support.js';

const missing = await missingForServices();
const LONG = { timeout: 90_000, interval: 50 };

describe.skipIf(missing)('a topic consumer whose broker dies', () => {
  it('given a broker that is killed and comes back, twice, while a handler works, then every event is handled, in order', async () => {
    const broker = await startBroker();
    try {
      const settings = settingsFor(broker.brokers);
      const topic = newName('', 'routed');
      await makeTopic(settings, topic, 1);
      const { options, faults } = quick(broker.brokers, topic, 'group');
      const handled: number[] = [];
      const consumer = consume({
        ...options,
        handlers: {
          'agreement.revoked': async ({ data }) => {
            await new Promise((resume) => setTimeout(resume, 5));
            handled.push(data.agreement_id);
          },
        },
      });
      for (let round = 0; round < 2; round++) {
        await write(settings, topic, range(0, round * 1_000 + 1, round * 1_000 + 1_000));
        await expect.poll(() => handled.at(-1) ?? 0, LONG).toBeGreaterThan(round * 1_000 + 100);
        await broker.kill();
        await expect.poll(() => faults.length, LONG).toBeGreaterThan(round);
        await broker.start();
        await expect.poll(() => handled.at(-1), LONG).toBe(round * 1_000 + 1_000);
      }
      await consumer.stop();
      expect(consumer.counts.deadLetters).toBe(0);
      expect(new Set(handled).size).toBe(2_000);
      // It goes back to what was committed, and never leaves one out.
      let newest = 0;
      for (const event of handled) {
        expect(event).toBeLessThanOrEqual(newest + 1);
        newest = Math.max(newest, event);
      }
    } finally {
      await broker.stop();
    }
  }, 300_000);
});
