import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, told } from '../support/projection-spec.js';
import { historyOf } from './history.js';
import { QueryHouse } from './house.js';

const acme = historyOf('acme');
const asOf = (minute: number) => `as_of=${at(minute).replace('.000Z', 'Z')}`;

describe('single things as they were', () => {
  let house: QueryHouse;
  /** Before anything but the account itself was told. */
  let early: string;
  beforeAll(async () => {
    house = await QueryHouse.open();
    await house.fixture.tell(...acme.account('A-1', 7), acme.accepted('p-1'));
    early = String((await house.get('events')).headers['headrace-position']);
    await house.fixture.tell(
      acme.complete('p-1', 'A-1'),
      told('agreement.revoked', 'v1', 5, { agreement_id: 7 }, { organisation: 'acme', id: 'revoked' }),
      told('account.occupied', 'v1', 6, { account_number: 'A-1' }, { organisation: 'acme' }),
      // Another organisation publishes about what is not its own.
      told('account.occupied', 'v1', 7, { account_number: 'A-1' }, { organisation: 'bolt', id: 'foreign' }),
      told(
        'lifecycle.leave-supplier.completed',
        'v3',
        8,
        {
          leave_supplier_process_number: 'L-1',
          leave_supplier_process_id: 3,
          leave_supplier_process_subtype: 'move',
          supply_points: [],
          account_number: 'A-1',
        },
        { organisation: 'acme' },
      ),
      told(
        'collection_process.raised',
        'v1',
        9,
        { number: 'C-1', account_number: 'A-1', ledger: 'L', config_code: 'c' },
        { organisation: 'acme' },
      ),
      // Names the process alone, by another field than the event that tells whose it is.
      told(
        'collection_process.comm_step_resolved',
        'v1',
        10,
        {
          collection_process_number: 'C-1',
          step_identifier: 's',
          trigger_id: 't',
          status: 'sent',
          reason: 'r',
          dispatched_channels: [],
          failed_channels: [],
          timestamp: at(10),
        },
        { organisation: 'acme' },
      ),
    );
  });
  afterAll(() => house.close());

  it('given a position, when an account is asked for as of it, then it is as it was there', async () => {
    const { body, headers } = await house.get(`accounts/A-1?as_of=${early}`);
    expect(body).toMatchObject({ status: 'created', agreements: [{ agreement_id: 7, status: 'agreed' }] });
    expect(headers['headrace-position']).toBe(early);
    expect((await house.get('accounts/A-1')).body).toMatchObject({ status: 'occupied' });
  });

  it.each([
    [4, 'created', 'agreed'],
    [5, 'created', 'revoked'],
    [6, 'occupied', 'revoked'],
  ])('given minute %i, then the account is %s and its agreement %s', async (minute, status, agreement) => {
    const { body } = await house.get(`accounts/A-1?${asOf(minute)}`);
    expect(body).toMatchObject({ status, agreements: [{ status: agreement }] });
  });

  it('given the newest position, then each thing is as it is', async () => {
    const newest = (await house.get('events')).headers['headrace-position'];
    for (const path of ['accounts/A-1', 'import-processes/p-1', 'supplier-lifecycles/L-1']) {
      for (const token of ['acme', 'operator']) {
        const { body } = await house.get(`${path}?as_of=${newest}`, token);
        expect(body).toEqual((await house.get(path, token)).body);
      }
    }
  });

  it('given a step of a collection process, then the account as it is now has it', async () => {
    const newest = (await house.get('events')).headers['headrace-position'];
    const { body } = await house.get(`accounts/A-1?as_of=${newest}`);
    expect(body).toMatchObject({ collection_processes: [{ steps: [{ step_identifier: 's' }] }] });
  });

  it('given joins that are told to have one id, then neither is told of before its own events', async () => {
    const shared = { join_supplier_process_id: 22, account_number: 'A-1' };
    const step = 'lifecycle.join_supplier._ensure_payment_instructions.step_initiated';
    await house.fixture.tell(
      told(step, 'v2', 11, { ...shared, join_supplier_process_number: 'J-1' }, { organisation: 'acme' }),
      told(step, 'v2', 12, { ...shared, join_supplier_process_number: 'J-2' }, { organisation: 'acme' }),
    );
    const firstTold = async (process: string) =>
      (await house.get(`supplier-lifecycles/${process}`)).body['first_told_at'];
    expect([await firstTold('J-1'), await firstTold('J-2')]).toEqual([at(11), at(12)]);
  });

  it('given a time before the first event, then there is no such thing', async () => {
    const { status, body } = await house.get(`accounts/A-1?${asOf(0)}`);
    expect([status, body['code']]).toEqual([404, 'not_found']);
  });

  it('given the account of another organisation, then there is none, now or then', async () => {
    for (const path of [`accounts/A-1?as_of=${early}`, 'accounts/A-1/explain']) {
      expect((await house.get(path, 'bolt')).status).toBe(404);
    }
  });

  it('given an account, when it is explained, then each event says how it was upcast and what it changed', async () => {
    const { body } = await house.get('accounts/A-1/explain');
    expect(body['row']).toEqual((await house.get('accounts/A-1')).body);
    expect(body['events']).toContainEqual(
      expect.objectContaining({
        event_id: 'revoked',
        event_type: 'agreement.revoked',
        event_version: 'v1',
        upcast_path: ['v2'],
        occurred_at: at(5),
        effects: [{ table: 'agreements', columns: expect.arrayContaining(['revoked_at']) }],
      }),
    );
    expect(JSON.stringify(body['events'])).not.toContain('data_import.import_process');
  });

  it('given an event of another organisation, then only an operator sees it behind the row', async () => {
    const seen = async (token: string) =>
      JSON.stringify((await house.get('accounts/A-1/explain', token)).body);
    expect(await seen('operator')).toContain('"foreign"');
    expect(await seen('acme')).not.toContain('"foreign"');
  });

  it('given a process as of before it ended, when it is explained, then by its acceptance alone', async () => {
    const { body } = await house.get(`import-processes/p-1/explain?as_of=${early}`);
    expect(body).toMatchObject({
      row: { state: 'waiting' },
      events: [{ event_type: 'import.accepted', effects: [{ table: 'processes' }] }],
    });
  });

  it('given events that are not applied yet, then what is asked for behind them is not yet there', async () => {
    await house.fixture.publish(
      told('account.occupied', 'v1', 9, { account_number: 'A-1' }, { organisation: 'acme' }),
    );
    const heads = await house.fixture.database.pool.query<{ token: string }>(
      "SELECT string_agg(partition || ':' || last_sequence, ',') AS token FROM journal.partitions",
    );
    // To a whole second that came after it.
    await new Promise((resume) => setTimeout(resume, 1_000));
    const now = `${new Date().toISOString().slice(0, 19)}Z`;
    for (const time of [heads.rows[0]?.token, now]) {
      const { status, body, headers } = await house.get(`accounts/A-1?as_of=${time}`);
      expect([status, body['code']]).toEqual([503, 'not_yet_projected']);
      expect(headers).toMatchObject({
        'retry-after': expect.any(String),
        'headrace-position': expect.any(String),
      });
    }
    await house.fixture.apply();
    expect((await house.get(`accounts/A-1?as_of=${heads.rows[0]?.token}`)).status).toBe(200);
  });

  it.each([
    ['as_of=yesterday', 'failed_validation'],
    ['as_of=2026-02-30T00:00:00Z', 'failed_validation'],
    ['as_of=2999-01-01T00:00:00Z', 'failed_validation'],
    ['as_of=99:1', 'failed_validation'],
    [`as_of=0:1&as_of=0:1`, 'unknown_parameter'],
  ])('given %s, then it is refused at its place', async (query, code) => {
    for (const path of ['accounts/A-1', 'accounts/A-1/explain']) {
      const { status, body } = await house.get(`${path}?${query}`);
      expect([status, body['code']]).toEqual([400, code]);
      expect(body['errors']).toEqual([expect.objectContaining({ attr: 'as_of' })]);
    }
  });

  it('given what has no past, then as_of is refused', async () => {
    const { status, body } = await house.get('events/revoked?as_of=0:1');
    expect([status, body['code']]).toEqual([400, 'unknown_parameter']);
  });

  it('given many who ask at once, then nothing of one answer is in another, or stays', async () => {
    const paths = Array.from({ length: 12 }, (_, index) =>
      index % 2 ? `accounts/A-1?as_of=${early}` : 'accounts/A-1/explain',
    );
    const answers = await Promise.all(paths.map((path) => house.get(path)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(2);
    const { rows } = await house.fixture.database.pool.query('SELECT FROM account_state_v3_past.accounts');
    expect(rows).toEqual([]);
  });
});
