import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { consumeBatches, PositionMoved } from '../../src/consumer/index.js';
import { makeTopic, settingsFor } from '../kafka/support.js';
import { kafkaForTests } from '../support/kafka.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { newName, quick, range, WAIT, write } from './support.js';

const kafka = await kafkaForTests();

describe.skipIf('missing' in kafka)('a topic consumer, in batches', () => {
  if ('missing' in kafka) return;
  const settings = settingsFor(kafka.brokers);
  const make = async () => {
    const topic = newName(kafka.prefix, 'routed');
    const group = newName(kafka.prefix, 'group');
    await makeTopic(settings, topic, 1);
    return { topic, group, ...quick(kafka.brokers, topic, group) };
  };
  const types = ['agreement.revoked'] as const;

  it('given more events than a batch takes, then they come in batches, in order', async () => {
    const { topic, options } = await make();
    await write(settings, topic, range(0, 1, 25));
    const batches: number[][] = [];
    const consumer = consumeBatches({
      ...options,
      types,
      eventsMax: 10,
      handle: (events) => void batches.push(events.map(({ data }) => data.agreement_id)),
    });
    await expect.poll(() => consumer.counts.handled, WAIT).toBe(25);
    await consumer.stop();
    expect(batches.flat()).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    expect(Math.max(...batches.map(({ length }) => length))).toBe(10);
  });

  it('given one event that makes its batch fail, then it alone is a dead letter', async () => {
    const { topic, options } = await make();
    await write(settings, topic, range(0, 1, 20));
    const handled: number[] = [];
    const dead: string[] = [];
    const consumer = consumeBatches({
      ...options,
      types,
      deadLetters: async (letter) => void dead.push(letter.offset),
      handle: (events) => {
        if (events.some(({ data }) => data.agreement_id === 13)) throw new Error('13, on purpose');
        handled.push(...events.map(({ data }) => data.agreement_id));
      },
    });
    await expect.poll(() => consumer.counts.handled, WAIT).toBe(19);
    await consumer.stop();
    expect(dead).toEqual(['12']);
    expect(handled).toEqual(Array.from({ length: 20 }, (_, i) => i + 1).filter((id) => id !== 13));
  });

  describe('with positions in the database of the effect', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createTestDatabase();
      await database.pool.query(`
        CREATE TABLE effects (agreement bigint);
        CREATE TABLE positions (topic text, partition int, position text, PRIMARY KEY (topic, partition))`);
    });
    afterAll(() => database.drop());

    it('given commits that are cut off after they went through, and a group that forgot its place, then each effect is there once', async () => {
      const { topic, options, faults } = await make();
      await write(settings, topic, [...range(0, 1, 30), ...range(0, 21, 30), ...range(0, 31, 40)]);
      let commits = 0;
      const start = (group: string) =>
        consumeBatches({
          ...options,
          group,
          types,
          eventsMax: 7,
          positions: {
            load: async (at) => {
              const { rows } = await database.pool.query(
                'SELECT position FROM positions WHERE topic = $1 AND partition = $2',
                [at.topic, at.partition],
              );
              return rows[0]?.position;
            },
          },
          handle: async (events, { position, ...at }) => {
            await inTransaction(database.pool, async (client) => {
              const moved = await client.query(
                `INSERT INTO positions VALUES ($1, $2, $3)
                 ON CONFLICT (topic, partition) DO UPDATE SET position = excluded.position
                 WHERE positions.position = $4`,
                [at.topic, at.partition, position.after, position.before],
              );
              if (moved.rowCount !== 1) throw new PositionMoved();
              const agreements = events.map(({ data }) => data.agreement_id);
              await client.query('INSERT INTO effects SELECT unnest($1::bigint[])', [agreements]);
            });
            if (++commits % 2 === 0) throw new Error('the connection was cut behind the commit, on purpose');
          },
        });
      const effects = async () =>
        (await database.pool.query('SELECT agreement FROM effects ORDER BY agreement')).rows.map(
          ({ agreement }) => agreement,
        );
      const wanted = Array.from({ length: 40 }, (_, i) => i + 1);
      const first = start(options.group);
      await expect.poll(effects, WAIT).toEqual(wanted);
      await first.stop();
      expect(faults.length).toBeGreaterThan(0);
      expect(first.counts.deadLetters).toBe(0);

      await write(settings, topic, range(0, 38, 45));
      const second = start(`${options.group}-forgotten`);
      await expect.poll(effects, WAIT).toEqual(Array.from({ length: 45 }, (_, i) => i + 1));
      await second.stop();
    });
  });
});
