import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { told } from '../support/projection-spec.js';
import { historyOf } from './history.js';
import { QueryHouse } from './house.js';

const acme = historyOf('acme');
const order = { resource_type: 'order', external_identifier: 'o-1' };
const known = { organisation: 'acme', importSupplier: 'orchard', source: 'headrace/importer' };

describe('what there is besides', () => {
  let house: QueryHouse;
  beforeAll(async () => {
    house = await QueryHouse.open();
    await house.fixture.tell(
      ...acme.account('A-1', 7),
      acme.accepted('p-1'),
      acme.complete('p-1', 'A-1'),
      acme.planned('p-1', 'opening_balance'),
      acme.planned('p-1', 'attached_documents'),
      told(
        'import.accepted',
        'v1',
        1,
        { organisation: 'acme', import_supplier: 'orchard', ...order, attempt: 1 },
        known,
      ),
    );
    await house.fixture.database.pool.query(`
      INSERT INTO projector.parked_events (projection, version, partition, sequence, key, event_id, event_type,
          event_version, reason, detail, payload, envelope, appended_at)
        SELECT 'account-state', l.version, 0, 100 + n, 'A-' || n, 'parked-' || n, 'account.created', 'v1', 'fold_failed', 'No.',
          '', jsonb_build_object('source', 'billing', 'organisation', 'acme', 'time', '2026-01-01T00:00:00.000Z'), now()
        FROM projector.live_versions l, generate_series(1, 3) n WHERE l.projection = 'account-state'`);
  });
  afterAll(() => house.close());

  it('given an order among accounts, then the list of orders has it alone, and it can be asked for', async () => {
    expect(await house.results('orders')).toEqual([expect.objectContaining(order)]);
    expect((await house.get('orders/o-1')).body).toMatchObject({ ...order, state: 'waiting' });
    expect((await house.get('orders/p-1')).status).toBe(404);
  });

  it('given two tasks of a process, then one is asked for by its name', async () => {
    expect(await house.results('post-imports?task=opening_balance')).toHaveLength(1);
    expect((await house.get('post-imports/p-1?task=opening_balance')).body).toMatchObject({
      state: 'pending',
    });
    expect((await house.get('post-imports/p-1')).body['errors']).toEqual([
      expect.objectContaining({ attr: 'task' }),
    ]);
  });

  it('given an agreement, then it is asked for by its id, and what is no id is not found', async () => {
    expect((await house.get('agreements/7')).body).toMatchObject({ agreement_id: 7, account_number: 'A-1' });
    for (const id of ['8', 'x', '7.0', '99999999999999999999']) {
      expect((await house.get(`agreements/${id}`)).status).toBe(404);
    }
  });

  it('given parked events, then operators see them, page by page, and organisations are refused', async () => {
    expect((await house.get('parked-events?limit=2', 'operator')).body).toMatchObject({
      results: [{ event_id: 'parked-1', reason: 'fold_failed', source: 'billing' }, { event_id: 'parked-2' }],
      next: expect.any(String),
    });
    expect(await house.results('parked-events?key=A-3', 'operator')).toHaveLength(1);
    expect((await house.get('parked-events/parked-3', 'operator')).body).toMatchObject({ detail: 'No.' });
    for (const path of ['parked-events', 'parked-events/parked-3', 'routes', 'routes/billing']) {
      expect((await house.get(path)).body['code']).toBe('permission_denied');
    }
    expect((await house.get('parked-events?wait_for=0:1', 'operator')).body['code']).toBe(
      'unknown_parameter',
    );
  });

  it('given a projection, then it is asked for by its name', async () => {
    const { body } = await house.get('projections/account-state');
    expect(body).toMatchObject({ projection: 'account-state', parked: 3 });
    expect((await house.get('projections/nothing')).status).toBe(404);
  });

  it('given routes, then operators see where events go', async () => {
    const billing = { name: 'billing', targets: [{ behind: 2 }] };
    expect((await house.get('routes', 'operator')).body).toMatchObject({ results: [billing] });
    expect((await house.get('routes/billing', 'operator')).body).toMatchObject(billing);
    expect((await house.get('routes/nothing', 'operator')).status).toBe(404);
  });

  it('given nothing of a name, then whether it may still come is told by the code', async () => {
    expect((await house.get('accounts/A-2')).body['code']).toBe('not_found');
    await house.fixture.publish(...acme.account('A-2', 8));
    const { status, body, headers } = await house.get('accounts/A-2');
    expect([status, body['code']]).toEqual([404, 'not_found_yet']);
    expect(Number(headers['headrace-lag-seconds'])).toBeGreaterThan(0);
    // What is waited for is there: what comes later is not asked about.
    expect((await house.get('accounts/A-3?wait_for=0:0')).body['code']).toBe('not_found');
    await house.fixture.apply();
    expect((await house.get('accounts/A-2')).status).toBe(200);
  });
});
