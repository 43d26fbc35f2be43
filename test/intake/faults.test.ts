import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { goodAccounts, type JsonObject } from '../support/accounts.js';
import { eventsOf, type House, openHouse } from './house.js';

const PATH = '/v1/data-import/accounts/';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

let next = 0;
function account(): JsonObject {
  const [good = {}] = goodAccounts(1, { seed: ++next, prefix: `fault-${next}-` });
  return good;
}

/** Runs `during` while the table of processes is locked: requests wait inside their transaction. */
async function whileLocked(during: () => Promise<void>) {
  const client = await house.pool.connect();
  try {
    await client.query('BEGIN; LOCK TABLE intake.import_processes IN ACCESS EXCLUSIVE MODE');
    await during();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const waiting = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%intake.accept_first%'`;

describe('given a database that fails in the middle', () => {
  test('when the connection is cut, then it answers 503, nothing is half done, and again succeeds', async () => {
    const payload = account();
    let cut: Promise<{ status: number; headers: object }> | undefined;
    await whileLocked(async () => {
      cut = house.acme.post(PATH, payload);
      await vi.waitFor(async () => {
        const { rowCount } = await house.pool.query(
          `SELECT pg_terminate_backend(pid) FROM (${waiting}) AS w`,
        );
        expect(rowCount).toBe(1);
      });
    });
    expect(await cut).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect((await house.acme.get(`${PATH}${payload['external_identifier']}/`)).status).toBe(404);
    expect((await house.acme.post(PATH, payload)).body['attempt']).toBe(1);
    const events = await eventsOf(house, 'import.accepted');
    expect(
      events.filter(({ data }) => data['external_identifier'] === payload['external_identifier']),
    ).toHaveLength(1);
  });

  test('when a statement fails for a reason that will not pass, then it answers 500 and stores nothing', async () => {
    const payload = account();
    await house.pool.query('ALTER TABLE journal.partitions RENAME TO away');
    try {
      expect((await house.acme.post(PATH, payload)).status).toBe(500);
    } finally {
      await house.pool.query('ALTER TABLE journal.away RENAME TO partitions');
    }
    expect((await house.acme.get(`${PATH}${payload['external_identifier']}/`)).status).toBe(404);
  });

  test('when one request cannot be stored, then those that share its transaction are accepted', async () => {
    const [poison, ...good] = Array.from({ length: 6 }, account);
    await house.pool.query(
      `ALTER TABLE intake.import_processes ADD CONSTRAINT poison
       CHECK (external_identifier <> '${String(poison?.['external_identifier'])}')`,
    );
    try {
      const answers = await Promise.all([poison, ...good].map((payload) => house.acme.post(PATH, payload)));
      expect(answers.map(({ status }) => status)).toEqual([500, 202, 202, 202, 202, 202]);
    } finally {
      await house.pool.query('ALTER TABLE intake.import_processes DROP CONSTRAINT poison');
    }
  });
});
