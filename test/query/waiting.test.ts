import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyOf } from './history.js';
import { QueryHouse } from './house.js';

const acme = historyOf('acme');

describe('reading what one wrote', () => {
  let house: QueryHouse;
  /** What a writer is told after it has written. */
  const head = async () => {
    const { rows } = await house.fixture.database.pool.query<{ partition: number; last_sequence: number }>(
      'SELECT partition, last_sequence FROM journal.partitions WHERE last_sequence > 0 ORDER BY partition',
    );
    return rows.map(({ partition, last_sequence }) => `${partition}:${last_sequence}`).join(',');
  };
  beforeAll(async () => {
    house = await QueryHouse.open();
  });
  afterAll(() => house.close());

  it('given a process just accepted, when it is asked for by its token, then the answer waits until it is there', async () => {
    await house.fixture.publish(acme.accepted('soon'));
    const asked = house.get(`import-processes/soon?wait_for=${await head()}&wait_seconds=20`);
    const listed = house.get(`import-processes?wait_for=${await head()}&wait_seconds=20&limit=1`);
    expect((await house.get('import-processes/soon')).status).toBe(404);
    await house.fixture.apply();
    expect(await asked).toMatchObject({
      status: 200,
      headers: { 'headrace-position': expect.stringContaining(await head()) },
      body: { external_identifier: 'soon', state: 'waiting' },
    });
    expect((await listed).body['results']).toHaveLength(1);
  });

  it('given a process not applied yet, when the time is up, then that is said, and not that it does not exist', async () => {
    await house.fixture.publish(acme.accepted('late'));
    const path = 'import-processes/late';
    expect(await house.get(path)).toMatchObject({ status: 404, body: { code: 'not_found_yet' } });
    const late = await house.get(`${path}?wait_for=${await head()}&wait_seconds=0`);
    expect(late).toMatchObject({ status: 503, body: { code: 'not_yet_projected', errors: [] } });
    expect(late.headers['retry-after']).toMatch(/^\d+$/);
    expect(late.headers['headrace-position']).toMatch(/^0:\d+,1:\d+,2:\d+$/);
    expect(Number(late.headers['headrace-lag-seconds'])).toBeGreaterThan(0);
    await house.fixture.apply();
    expect((await house.get(`${path}?wait_for=${await head()}&wait_seconds=0`)).status).toBe(200);
  });

  it('given a thing that is nowhere, when all is applied, then waiting for it ends with 404 and where that holds', async () => {
    const none = await house.get(`accounts/none?wait_for=${await head()}`);
    expect(none).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(none.headers['headrace-position']).toContain(await head());
  });

  it('given more pages, then the next is not waited for again', async () => {
    await house.fixture.tell(acme.accepted('p-1'), acme.accepted('p-2'));
    const { headers } = await house.get(`import-processes?limit=1&wait_for=${await head()}&wait_seconds=1`);
    expect(headers['link']).toMatch(/cursor=/);
    expect(headers['link']).not.toMatch(/wait/);
  });

  it.each([
    ['wait_for=soon', [['invalid_parameter', 'wait_for']]],
    ['wait_for=', [['invalid_parameter', 'wait_for']]],
    ['wait_for=7:1', [['invalid_parameter', 'wait_for']]],
    ['wait_for=0:1&wait_seconds=31', [['invalid_parameter', 'wait_seconds']]],
    ['wait_for=0:1&wait_seconds=-1', [['invalid_parameter', 'wait_seconds']]],
    ['wait_seconds=3', [['invalid_parameter', 'wait_seconds']]],
    [
      'wait_for=x&wait_seconds=soon',
      [
        ['invalid_parameter', 'wait_for'],
        ['invalid_parameter', 'wait_seconds'],
      ],
    ],
  ])('given %s, then every fault is named, for a list and for a thing', async (query, faults) => {
    const errors = faults.map(([code, attr]) => ({ code, attr }));
    for (const path of ['accounts', 'accounts/A-1']) {
      const { status, body } = await house.get(`${path}?${query}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'failed_validation', errors });
    }
  });
});
