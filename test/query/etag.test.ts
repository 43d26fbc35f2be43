import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyOf } from './history.js';
import { QueryHouse } from './house.js';

const acme = historyOf('acme');

describe('answers that a client has already', () => {
  let house: QueryHouse;
  beforeAll(async () => {
    house = await QueryHouse.open();
    await house.fixture.tell(...acme.account('A-1', 7), acme.accepted('p-1'));
  });
  afterAll(() => house.close());

  const etagOf = async (path: string) => String((await house.get(path)).headers['etag']);
  const again = (path: string, etag: string, token = 'acme') =>
    house.get(path, token, { 'if-none-match': etag });

  it.each(['accounts', 'accounts/A-1', 'accounts/A-1/timeline', 'import-processes?state=waiting', 'orders'])(
    'given nothing new, when %s is asked for again, then the answer is 304 without a body, and says how fresh',
    async (path) => {
      const { status, text, headers } = await again(path, `"other", ${await etagOf(path)}`);
      expect([status, text]).toEqual([304, '']);
      expect(headers).toMatchObject({
        etag: await etagOf(path),
        'cache-control': 'private, no-cache',
        vary: 'Authorization, Accept',
        'headrace-position': expect.stringMatching(/^0:/),
        'headrace-lag-seconds': '0.000',
      });
    },
  );

  it('given a 304, then no row was read', async () => {
    const etag = await etagOf('accounts');
    const { pool } = house.fixture.database;
    await pool.query('ALTER VIEW read_model.accounts RENAME TO hidden');
    try {
      expect((await again('accounts', etag)).status).toBe(304);
    } finally {
      await pool.query('ALTER VIEW read_model.hidden RENAME TO accounts');
    }
  });

  it('given another request, organisation or tag, then it is answered', async () => {
    const etag = await etagOf('accounts');
    for (const [path, tag, token] of [
      ['accounts?limit=1', etag, 'acme'],
      ['accounts', etag, 'bolt'],
      ['accounts', etag, 'operator'],
      ['accounts', '"x"', 'acme'],
      ['accounts', 'nonsense', 'acme'],
    ] as const) {
      expect((await again(path, tag, token)).status).toBe(200);
    }
  });

  it('given an event was applied, then the answer has another tag', async () => {
    const etag = await etagOf('accounts');
    await house.fixture.tell(...acme.account('A-2', 8));
    const { status, headers } = await again('accounts', etag);
    expect(status).toBe(200);
    expect(headers['etag']).not.toBe(etag);
  });

  it('given parked events were applied again, then the answer has another tag, at the same position', async () => {
    const before = await house.get('accounts');
    // As a redrive does: the revision alone moves.
    await house.fixture.database.pool.query(
      "UPDATE projector.positions SET revision = revision + 1 WHERE projection = 'account-state' AND partition = 0",
    );
    const { status, headers } = await again('accounts', String(before.headers['etag']));
    expect(status).toBe(200);
    expect(headers['headrace-position']).toBe(before.headers['headrace-position']);
  });

  it('given what is as it was, is missing, or never behind, then it has no tag', async () => {
    const now = (await house.get('events')).headers['headrace-position'];
    for (const path of [
      `accounts/A-1?as_of=${now}`,
      'accounts/A-1/explain',
      'accounts/none',
      'projections',
    ]) {
      expect((await house.get(path)).headers).not.toHaveProperty('etag');
    }
  });
});
