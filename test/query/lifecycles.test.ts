import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, type ToldEvent, told } from '../support/projection-spec.js';
import { historyOf } from './history.js';
import { QueryHouse } from './house.js';

const acme = historyOf('acme');
const point = (external_identifier: string) => ({ external_identifier, market_name: 'ELEC' });

/** A join of two supply points, told by a system that knows no organisation, up to one of them being activated. */
function join(number: string, account_number: string, minute = 10): readonly ToldEvent[] {
  const process = { account_number, join_supplier_process_number: number };
  const typed = { ...process, subtype: 'switch' };
  const asked = ['2000', '3000'].map((mpan) => ({
    ...point(mpan),
    requested_supply_start_date: '2026-02-01',
  }));
  const activated = { ...point('2000'), confirmed_supply_start_date: '2026-02-02' };
  return [
    told('lifecycle.join-supplier.requested', 'v1', minute, {
      ...typed,
      supply_points: asked,
      requested_at: 'yesterday',
    }),
    told('lifecycle.join-supplier.await-pre-activation-flow-step.initiated', 'v1', minute + 2, typed),
    told('lifecycle.join-supplier.activation.completed', 'v1', minute + 5, {
      ...typed,
      activation_journey_type: 'cos',
      supply_point: activated,
    }),
    told('lifecycle.join-supplier.agreement.created', 'v1', minute + 6, {
      ...process,
      supply_point: activated,
      agreements: [{ id: 70, valid_from: '2026-02-02', valid_to: '', product_code: 'FIX' }],
      contract_references: { account_contract_identifier: null, business_contract_identifier: null },
    }),
    told('lifecycle.status-changed', 'v1', minute + 7, {
      process_number: number,
      account_number,
      previous_status: 'PENDING',
      new_status: 'ACTIVE',
    }),
  ];
}

const leaving = (account_number: string, leave_supplier_process_id: number, points: readonly string[]) => ({
  account_number,
  leave_supplier_process_id,
  leave_supplier_process_subtype: 'move',
  supply_points: points.map((mpan) => ({ ...point(mpan), market_identifier: 'GB-E' })),
  requested_supply_end_at: '2026-03-01T00:00:00Z',
  requested_supply_end_date: '2026-03-01',
  is_passive: false,
});

const cancelled = (number: string, id: number, account_number: string, minute: number) =>
  told('lifecycle.leave-supplier.cancelled', 'v2', minute, {
    account_number,
    leave_supplier_process_id: id,
    leave_supplier_process_number: number,
    supply_points: [],
  });

describe('the query API on supplier lifecycles', () => {
  let house: QueryHouse;
  beforeAll(async () => {
    house = await QueryHouse.open();
    await house.fixture.tell(
      ...acme.account('A-1', 7),
      ...historyOf('bolt', 'meadow').account('B-1', 8),
      ...join('J-1', 'A-1'),
      ...join('J-2', 'B-1', 30),
    );
  });
  afterAll(() => house.close());

  it('given a join, when it is asked for, then it comes with its supply points, steps and what it made', async () => {
    const { status, body } = await house.get('supplier-lifecycles/J-1');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'join',
      known_by: 'number',
      process: 'J-1',
      process_number: 'J-1',
      organisation: 'acme',
      import_supplier: 'orchard',
      account_number: 'A-1',
      status: 'agreement_created',
      open_since: at(16),
      reported_status: 'ACTIVE',
      supply_points: 2,
      supply_points_activated: 1,
      requested_at: at(10),
      requested_at_told: 'yesterday',
      supply_point_journeys: [
        { external_identifier: '2000', status: 'agreement_created', is_listed: true },
        { external_identifier: '3000', status: 'requested', requested_supply_start_date: '2026-02-01' },
      ],
      steps: [
        { step: 'requested', began_at: at(10), ended_at: at(12), seconds: 120 },
        { step: 'awaiting_pre_activation', seconds: 180 },
        { step: 'activation_completed', seconds: 60 },
        { step: 'agreement_created', ended_at: null, seconds: null },
      ],
      agreements: [{ agreement_id: 70, product_code: 'FIX', external_identifier: '2000' }],
      status_changes: [{ previous_status: 'PENDING', new_status: 'ACTIVE', changed_at: at(17) }],
    });
    expect(body['timeline']).toMatchObject([
      { happened_at: at(10), what: 'requested', supply_points: [point('2000'), point('3000')] },
      { happened_at: at(12), what: 'awaiting_pre_activation', supply_points: null },
      { happened_at: at(15), what: 'activation_completed', supply_points: [point('2000')] },
      { happened_at: at(16), what: 'agreement_created', supply_points: [point('2000')] },
      { happened_at: at(17), what: 'status_changed', details: [{ new_status: 'ACTIVE' }] },
    ]);
  });

  it('given a request by id alone, when its number is told, then one row holds both', async () => {
    const request = leaving('A-1', 9, ['2000', '3000']);
    await house.fixture.tell(
      told('lifecycle.leave-supplier.requested', 'v2', 1, { ...request, requested_at: 'then' }),
    );
    const byId = await house.results('supplier-lifecycles?kind=leave');
    expect(byId).toMatchObject([
      { known_by: 'id', process: '9', process_number: null, process_id: 9, status: 'requested' },
    ]);
    expect((await house.get('supplier-lifecycles/9?known_by=id')).body).toMatchObject({ process: '9' });
    await house.fixture.tell(
      told('lifecycle.leave-supplier.updated', 'v3', 2, {
        ...leaving('A-1', 9, ['2000']),
        requested_supply_end_date: '2026-04-01',
        leave_supplier_process_number: 'L-1',
        updated_at: 'later',
      }),
      cancelled('L-1', 9, 'A-1', 4),
    );
    expect(await house.results('supplier-lifecycles?kind=leave')).toMatchObject([
      {
        known_by: 'number',
        process: 'L-1',
        process_id: 9,
        status: 'cancelled',
        open_since: null,
        requested_at: at(1),
        requested_supply_end_date: '2026-04-01',
        duration_seconds: 180,
        supply_points: 1,
      },
    ]);
    const { body } = await house.get('supplier-lifecycles/L-1');
    expect(body['supply_point_journeys']).toMatchObject([
      { external_identifier: '2000', is_listed: true, requested_at: at(1) },
      { external_identifier: '3000', is_listed: false },
    ]);
    expect(body['steps']).toMatchObject([
      { step: 'requested', seconds: 180 },
      { step: 'cancelled', seconds: null },
    ]);
    expect((await house.get('supplier-lifecycles/9?known_by=id')).status).toBe(404);
  });

  it('given a number that only a reported status names, then it is shown, until its process is told', async () => {
    const change = { process_number: 'J-7', account_number: 'A-1', previous_status: 'A', new_status: 'B' };
    await house.fixture.tell(told('lifecycle.status-changed', 'v1', 1, change));
    expect(await house.results('supplier-lifecycles?kind=unknown')).toMatchObject([
      { process: 'J-7', status: 'unknown', reported_status: 'B' },
    ]);
    await house.fixture.tell(...join('J-7', 'A-1', 2));
    expect(await house.results('supplier-lifecycles?process=J-7')).toMatchObject([
      { kind: 'join', status: 'agreement_created', reported_status: 'ACTIVE' },
    ]);
    expect(await house.results('supplier-lifecycles?kind=unknown')).toEqual([]);
  });

  it.each([
    ['status=agreement_created&process=J-1', ['J-1']],
    ['status=completed', []],
    ['account_number=A-1&kind=join&process=J-1', ['J-1']],
    ['import_supplier=orchard&process=J-1', ['J-1']],
    ['import_supplier=meadow', []],
    ['subtype=switch&process=J-1', ['J-1']],
    ['stuck_since_before=2026-01-01T00:16:01Z&process=J-1', ['J-1']],
    ['stuck_since_before=2026-01-01T00:16:00Z&process=J-1', []],
    ['organisation=bolt', []],
  ])('given lifecycles, when filtered by %s, then those are listed', async (query, expected) => {
    const found = await house.results(`supplier-lifecycles?${query}`);
    expect(found.map(({ process }) => process)).toEqual(expected);
  });

  it.each(['yesterday', '2026-01-01', '2026-02-30T00:00:00Z', '2026-01-01T00:00:00+01:00'])(
    'given %s as a time, then it is refused',
    async (time) => {
      const { status, body } = await house.get(
        `supplier-lifecycles?stuck_since_before=${encodeURIComponent(time)}`,
      );
      expect(status).toBe(400);
      expect(body).toMatchObject({ errors: [{ attr: 'stuck_since_before' }] });
    },
  );

  it('given another organisation, when it asks, then it sees its own only', async () => {
    const seen = await house.results('supplier-lifecycles', 'bolt');
    expect(seen.map(({ process }) => process)).toEqual(['J-2']);
    expect((await house.get('supplier-lifecycles/J-1', 'bolt')).status).toBe(404);
  });

  it('given an organisation that publishes about another, then it sees nothing of the other', async () => {
    await house.fixture.tell(
      ...join('J-9', 'A-1', 1),
      told('lifecycle.leave-supplier.requested', 'v2', 1, {
        ...leaving('A-1', 90, ['2000']),
        requested_at: 'then',
      }),
      // A link from another's id to a process of one's own.
      told(
        'lifecycle.leave-supplier.cancelled',
        'v2',
        2,
        {
          account_number: 'B-1',
          leave_supplier_process_id: 90,
          leave_supplier_process_number: 'L-90',
          supply_points: [],
        },
        { organisation: 'bolt' },
      ),
    );
    expect((await house.get('supplier-lifecycles/J-9', 'bolt')).status).toBe(404);
    expect((await house.get('supplier-lifecycles/L-90', 'bolt')).body).toMatchObject({
      requested_at: null,
      supply_point_journeys: [],
    });
    expect((await house.get('supplier-lifecycles/90?known_by=id', 'operator')).body).toMatchObject({
      organisation: null,
      requested_at: at(1),
    });
  });

  it('given one number of two kinds, when it is asked for, then the answer asks which', async () => {
    await house.fixture.tell(...join('N-1', 'A-1', 1), cancelled('N-1', 50, 'A-1', 2));
    const { status, body } = await house.get('supplier-lifecycles/N-1');
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'failed_validation', errors: [{ attr: 'kind' }] });
    expect((await house.get('supplier-lifecycles/N-1?kind=leave')).body).toMatchObject({
      status: 'cancelled',
    });
  });

  it('given processes, then the funnel counts them where they stand, and names those stuck', async () => {
    expect(await house.results('lifecycle-funnel?kind=join&status=agreement_created', 'bolt')).toMatchObject([
      {
        organisation: 'bolt',
        import_supplier: 'meadow',
        processes: 1,
        open_since_least: at(36),
        stuck_first: ['J-2'],
      },
    ]);
    const places = await house.results('lifecycle-funnel?limit=200', 'operator');
    const listed = await house.results('supplier-lifecycles?limit=200', 'operator');
    expect(places.reduce((sum, { processes }) => sum + Number(processes), 0)).toBe(listed.length);
  });

  it('given pages of one, when Link is followed, then every process is met exactly once', async () => {
    const listed = await house.results('supplier-lifecycles?limit=200');
    const walked = await house.walk('supplier-lifecycles?limit=1');
    expect(walked).toEqual(listed);
  });
});
