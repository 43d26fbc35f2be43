import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyOf } from './history.js';
import { QueryHouse } from './house.js';

describe('the query API, given views that are exchanged', () => {
  let house: QueryHouse;
  beforeAll(async () => {
    house = await QueryHouse.open();
    await house.fixture.tell(...historyOf('acme').account('A-1', 7));
  });
  afterAll(() => house.close());

  it('when their columns are others, then queries prepared before are answered all the same', async () => {
    const { pool } = house.fixture.database;
    const before = await Promise.all(Array.from({ length: 12 }, () => house.getUndocumented('accounts/A-1')));
    expect(before.every(({ status }) => status === 200)).toBe(true);
    await pool.query(`
      ALTER VIEW read_model.accounts RENAME TO accounts_before;
      CREATE VIEW read_model.accounts AS SELECT *, 'new' AS added FROM read_model.accounts_before;
      SELECT access.protect_views('read_model')`);
    const after = await Promise.all(Array.from({ length: 12 }, () => house.getUndocumented('accounts/A-1')));
    expect(after.map(({ status, body }) => [status, body['added']])).toEqual(after.map(() => [200, 'new']));
  });

  it('when another version is live, then an answer says where that one stands', async () => {
    const { pool } = house.fixture.database;
    await pool.query(`
      INSERT INTO projector.projections (projection, version, tables_sha256) VALUES ('account-state', 1000, '');
      INSERT INTO projector.positions (projection, version, partition, sequence)
        SELECT projection, 1000, partition, 0 FROM projector.positions WHERE projection = 'account-state';
      UPDATE projector.live_versions SET version = 1000 WHERE projection = 'account-state'`);
    const { headers } = await house.getUndocumented('accounts/A-1');
    expect(headers['headrace-position']).toBe('0:0,1:0,2:0');
    expect(Number(headers['headrace-lag-seconds'])).toBeGreaterThan(0);
    const states = await house.results('projections', 'operator');
    expect(states).toContainEqual(expect.objectContaining({ projection: 'account-state', version: 1000 }));
  });
});
