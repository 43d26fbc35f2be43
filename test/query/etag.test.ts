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

  describe('as they were', () => {
    const at = async () => String((await house.get('events', 'operator')).headers['headrace-position']);

    it('given nothing new, when a position or the events behind it are asked for again, then the answer is 304', async () => {
      for (const path of [
        `accounts/A-1?as_of=${await at()}`,
        'accounts/A-1/explain',
        `accounts/A-1/explain?as_of=${await at()}`,
      ]) {
        const etag = await etagOf(path);
        const { status, text, headers } = await again(path, etag);
        expect([status, text, headers['etag']], path).toEqual([304, '', etag]);
        expect((await again(path, etag, 'operator')).status, path).toBe(200);
      }
    });

    it('given the event history or what the read model has parked moved, then the answer has another tag', async () => {
      const { pool } = house.fixture.database;
      for (const moved of ['event-history', 'account-state']) {
        const etag = await etagOf('accounts/A-1/explain');
        await pool.query(
          'UPDATE projector.positions SET revision = revision + 1 WHERE projection = $1 AND partition = 0',
          [moved],
        );
        expect((await again('accounts/A-1/explain', etag)).status, moved).toBe(200);
      }
    });
  });

  it('given parked events, when they are asked for again, then the answer is 304 until one is tried again', async () => {
    const { pool } = house.fixture.database;
    await pool.query(`INSERT INTO projector.parked_events (projection, version, partition, sequence, key, event_id, event_type,
        event_version, reason, detail, payload, envelope, appended_at)
      SELECT projection, version, 0, 999, 'k', 'e-parked', 't', 'v1', 'fold_failed', '', '', '{}', now()
      FROM projector.live_versions WHERE projection = 'account-state'`);
    for (const path of ['parked-events', 'parked-events/e-parked']) {
      const { headers } = await house.get(path, 'operator');
      const etag = String(headers['etag']);
      expect((await again(path, etag, 'operator')).status, path).toBe(304);
      await pool.query('UPDATE projector.parked_events SET attempts = attempts + 1');
      expect((await again(path, etag, 'operator')).status, path).toBe(200);
    }
  });

  it('given what goes by the clock, then it has no tag', async () => {
    const justNow = new Date(Date.now() - 2_000).toISOString().replace(/\.\d+/, '');
    for (const path of [
      `accounts/A-1?as_of=${justNow}`,
      `accounts/A-1/explain?as_of=${justNow}`,
      'projections',
    ]) {
      const { status, headers } = await house.get(path);
      expect(status, path).toBe(200);
      expect(headers, path).not.toHaveProperty('etag');
    }
  });

  it('given what is missing, then it has no tag', async () => {
    for (const path of ['accounts/none', 'accounts/none/explain'])
      expect((await house.get(path)).headers, path).not.toHaveProperty('etag');
  });
});
