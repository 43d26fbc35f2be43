import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../src/adapters/postgres/pool.js';
import { createReadModels } from '../../src/adapters/postgres/query.js';
import { parsePositions } from '../../src/event/index.js';
import { liveVersions } from '../support/read-models.js';
import { historyOf } from './history.js';
import { QueryHouse } from './house.js';

const acme = historyOf('acme');
const lists = [
  'import-suppliers',
  'import-processes',
  'import-minutes',
  'import-errors',
  'import-refusals',
  'accounts',
  'agreements',
  'conversations',
  'supplier-lifecycles',
  'lifecycle-funnel',
  'events',
  'accounts/A-1/timeline',
];

describe('any call of the query API', () => {
  let house: QueryHouse;
  beforeAll(async () => {
    house = await QueryHouse.open();
    await house.fixture.tell(acme.accepted('a-1'), acme.accepted('a-2'), ...acme.account('A-1', 7));
  });
  afterAll(() => house.close());

  it.each([...lists, 'projections', 'accounts/A-1', 'import-processes/a-1'])(
    'given no token or one without the scope, when %s is asked for, then it is refused',
    async (path) => {
      expect(await house.get(path, null)).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
      expect(await house.get(path, 'importer')).toMatchObject({
        status: 403,
        body: { code: 'permission_denied' },
      });
    },
  );

  it.each([
    ['import-processes?colour=red', 'unknown_parameter', [['unknown_parameter', 'colour']]],
    [
      'import-processes?toString=x&__proto__=x',
      'unknown_parameter',
      [
        ['unknown_parameter', 'toString'],
        ['unknown_parameter', '__proto__'],
      ],
    ],
    ['import-processes?state=error&state=error', 'unknown_parameter', [['repeated_parameter', 'state']]],
    [
      'import-processes?colour=red&state=done',
      'unknown_parameter',
      [
        ['unknown_parameter', 'colour'],
        ['invalid_parameter', 'state'],
      ],
    ],
    [
      'import-processes?state=done&limit=0',
      'failed_validation',
      [
        ['invalid_parameter', 'state'],
        ['invalid_parameter', 'limit'],
      ],
    ],
    ['import-processes?limit=201', 'failed_validation', [['invalid_parameter', 'limit']]],
    ['import-processes?limit=1e2', 'failed_validation', [['invalid_parameter', 'limit']]],
    ['import-processes?import_supplier=', 'failed_validation', [['invalid_parameter', 'import_supplier']]],
    [
      'import-processes?external_identifier=a%00b',
      'failed_validation',
      [['invalid_parameter', 'external_identifier']],
    ],
    [
      `import-processes?error_code=${'x'.repeat(256)}`,
      'failed_validation',
      [['invalid_parameter', 'error_code']],
    ],
    ['import-processes?cursor=nonsense', 'failed_validation', [['invalid_parameter', 'cursor']]],
    ['import-processes/a-1?state=error', 'unknown_parameter', [['unknown_parameter', 'state']]],
    ['accounts/A-1?organisation=acme', 'unknown_parameter', [['unknown_parameter', 'organisation']]],
    ['projections?x=1', 'unknown_parameter', [['unknown_parameter', 'x']]],
  ])('given %s, then every fault is named', async (path, code, faults) => {
    const { status, body } = await house.get(path);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code, errors: faults.map(([code, attr]) => ({ code, attr })) });
  });

  it('given a cursor of another list, when it is used, then it is refused', async () => {
    const cursor = (await house.get('import-processes?limit=1')).body['next'];
    expect(typeof cursor).toBe('string');
    expect((await house.get(`import-processes?limit=1&cursor=${cursor}`)).status).toBe(200);
    expect((await house.get(`accounts?cursor=${cursor}`)).status).toBe(400);
  });

  it.each(['import-suppliers/none', 'import-processes/none', 'accounts/none', 'accounts/a%00b', 'elsewhere'])(
    'given nothing called %s, then the answer is 404',
    async (path) => {
      expect(await house.get(path)).toMatchObject({ status: 404, body: { code: 'not_found', errors: [] } });
    },
  );

  it('given all is applied, then an answer says where it stands and that it lags by nothing', async () => {
    for (const path of [...lists, 'accounts/A-1', 'import-processes/a-1']) {
      const { headers } = await house.get(path);
      const positions = parsePositions(String(headers['headrace-position']));
      expect(positions?.map(({ partition }) => partition)).toEqual([0, 1, 2]);
      expect(positions?.reduce((sum, { sequence }) => sum + sequence, 0)).toBe(10);
      expect(headers['headrace-lag-seconds']).toBe('0.000');
      expect(headers['cache-control']).toBe('private, no-cache');
    }
  });

  it('given events not applied, then answers lag, until they are', async () => {
    await house.fixture.publish(acme.accepted('late'));
    await new Promise((resume) => setTimeout(resume, 30));
    const lag = async () => Number((await house.get('import-processes')).headers['headrace-lag-seconds']);
    expect(await lag()).toBeGreaterThan(0.02);
    const behind = await house.get('projections');
    expect(behind.body['results']).toMatchObject([
      { projection: 'account-state', version: liveVersions['account-state'], parked: 0 },
      { projection: 'back-office', version: 1, parked: 0 },
      { projection: 'event-history', version: 2, parked: 0 },
      { projection: 'import-progress', version: liveVersions['import-progress'], parked: 0 },
      { projection: 'supplier-lifecycles', version: 1, parked: 0 },
    ]);
    expect(Number(behind.headers['headrace-lag-seconds'])).toBeGreaterThan(0.02);
    await house.fixture.apply();
    expect(await lag()).toBe(0);
    expect((await house.get('import-processes/late')).status).toBe(200);
  });

  it('given a database that is gone, when asked, then the fault is one of infrastructure', async () => {
    const pool = createPool('postgres://nobody@127.0.0.1:1/none', {
      max: 1,
      applicationName: 'test',
      onIdleError: () => {},
    });
    const gone = createReadModels(pool);
    await expect(gone.projections()).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
    await pool.end();
  });
});
