import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseAccount } from '../../src/adapters/postgres/erase.js';
import { createPayloadStore } from '../../src/adapters/postgres/importer-payloads.js';
import { keepDeletingPayloads } from '../../src/importer/index.js';
import { type House, openHouse } from '../intake/house.js';
import { ACCOUNTS, account, finish } from '../intake/processes.js';

const DAY_MS = 86_400_000;

describe('stored payloads', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  const accept = async (name: string) => {
    const payload = account({ external_identifier: name });
    expect((await house.acme.post(ACCOUNTS, payload)).status).toBe(202);
    return payload;
  };
  const endedDaysAgo = (name: string, days: number) =>
    house.pool.query(
      `UPDATE intake.import_processes SET finished_at = now() - $2 * interval '1 day' WHERE external_identifier = $1`,
      [name, days],
    );
  const kept = async (name: string) => (await house.acme.get(`${ACCOUNTS}${name}/payload/`)).body;
  const planTask = (name: string, state: 'pending' | 'complete', daysAgo: number) =>
    house.pool.query(
      `INSERT INTO importer.post_import_tasks (organisation, resource_type, external_identifier, import_supplier, task,
         account_number, input, state, causation_id, correlation_id, finished_at)
       VALUES ('acme', 'account', $1, 'old-energy', 'attach_documents', 'A-1', '{"paths": ["/ann.pdf"]}', $2, 'c', 'r',
         CASE WHEN $2 <> 'pending' THEN now() - $3 * interval '1 day' END)`,
      [name, state, daysAgo],
    );
  const inputs = async () => {
    const { rows } = await house.pool.query<{ name: string; input: unknown }>(
      'SELECT external_identifier AS name, input FROM importer.post_import_tasks ORDER BY 1',
    );
    return Object.fromEntries(rows.map(({ name, input }) => [name, input]));
  };

  it('given a payload, when it is asked for, then it is masked, and only its organisation sees it', async () => {
    await accept('seen');
    const body = await kept('seen');
    expect(body).toMatchObject({ attempt: 1, deleted: false, payload: { external_identifier: 'seen' } });
    expect(JSON.stringify(body)).not.toMatch(/@|Mill|given_name":"[^*]/);
    expect((await house.stranger.get(`${ACCOUNTS}seen/payload/`)).status).toBe(404);
    expect((await house.anonymous.get(`${ACCOUNTS}seen/payload/`)).status).toBe(401);
  });

  it('given processes that ended, when their time is over, then their payloads are deleted in chunks, and no others', async () => {
    const payload = await accept('old-1');
    for (const name of ['old-2', 'old-3', 'young', 'waiting']) await accept(name);
    for (const name of ['old-1', 'old-3', 'young']) await finish(house, name, 'complete');
    await finish(house, 'old-2', 'error');
    for (const name of ['old-1', 'old-2', 'old-3']) await endedDaysAgo(name, 91);
    await endedDaysAgo('young', 89);
    await planTask('old-1', 'complete', 91);
    await planTask('old-3', 'pending', 0);
    await planTask('young', 'complete', 89);
    const store = createPayloadStore(house.pool);
    expect(await store.deletePayloads(90 * DAY_MS, 2)).toBe(2);
    expect(await store.deletePayloads(90 * DAY_MS, 2)).toBe(1);
    expect(await store.deletePayloads(90 * DAY_MS, 2)).toBe(0);
    for (const name of ['old-1', 'old-2', 'old-3']) {
      expect(await kept(name)).toEqual({ attempt: 1, deleted: true, payload: null });
    }
    for (const name of ['young', 'waiting']) expect(await kept(name)).toMatchObject({ deleted: false });
    expect(await inputs()).toEqual({
      'old-1': {},
      'old-3': { paths: ['/ann.pdf'] },
      young: { paths: ['/ann.pdf'] },
    });
    // What was accepted is known by its hash.
    expect(await house.acme.post(ACCOUNTS, payload)).toMatchObject({ status: 202, body: { attempt: 1 } });
    const other = account({ external_identifier: 'old-1' });
    expect((await house.acme.post(ACCOUNTS, other)).status).toBe(409);
    const corrected = account({ external_identifier: 'old-2' });
    expect(await house.acme.post(ACCOUNTS, corrected)).toMatchObject({ status: 202, body: { attempt: 2 } });
    expect(await kept('old-2')).toMatchObject({ attempt: 2, deleted: false });
  });

  it('given a database that is away for once, then deleting is tried again, and ends when it is told to', async () => {
    const stop = new AbortController();
    const faults: unknown[] = [];
    const deleted: number[] = [];
    let calls = 0;
    const store = {
      deletePayloads: async () => {
        calls++;
        if (calls === 1) throw new Error('away');
        if (calls === 4) stop.abort();
        return calls === 2 ? 5 : 0;
      },
    };
    await keepDeletingPayloads(
      {
        store,
        keptMs: DAY_MS,
        chunk: 5,
        pollMs: 1,
        onDeleted: (n) => deleted.push(n),
        onFault: (e) => faults.push(e),
      },
      stop.signal,
    );
    expect({ calls, deleted, faults: faults.length }).toEqual({ calls: 4, deleted: [5], faults: 1 });
  });

  it('given an account, when it is erased, then what was stored is gone, and what remains is told', async () => {
    await house.pool.query('TRUNCATE importer.post_import_tasks');
    await house.pool.query(
      "UPDATE intake.import_processes SET account_number = 'A-2' WHERE account_number = 'A-1'",
    );
    for (const name of ['erased', 'spared']) await accept(name);
    await finish(house, 'erased', 'complete');
    await planTask('erased', 'complete', 0);
    await planTask('young', 'pending', 0);
    await house.pool.query(
      `UPDATE journal.events SET subject = 'account/A-1' WHERE subject = 'import-process/erased'`,
    );
    const remains = { events: [{ type: 'import.accepted', count: 1 }], parked: 0, deliveries: 0 };
    const expected = { payloads: 1, taskInputs: 1, unfinished: 1, ...remains };
    expect(await eraseAccount(house.pool, 'A-1', true)).toEqual(expected);
    expect(await kept('erased')).toMatchObject({ deleted: false });
    expect(await eraseAccount(house.pool, 'A-1', false)).toEqual(expected);
    expect(await kept('erased')).toMatchObject({ deleted: true, payload: null });
    expect(await kept('spared')).toMatchObject({ deleted: false });
    expect(await inputs()).toEqual({ erased: {}, young: { paths: ['/ann.pdf'] } });
    expect(await eraseAccount(house.pool, 'A-1', false)).toMatchObject({ payloads: 0, taskInputs: 0 });
    expect(await eraseAccount(house.pool, 'none', false)).toEqual({
      payloads: 0,
      taskInputs: 0,
      unfinished: 0,
      events: [],
      parked: 0,
      deliveries: 0,
    });
  });
});
