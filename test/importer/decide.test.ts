import { describe, expect, test } from 'vitest';
import { decide, undecidable } from '../../src/importer/decide.js';
import { claimed, customer, identifiers, payload } from './support.js';

const told = (events: readonly { type: string; version: string; data: object }[]) =>
  events.map(({ type, version, data }) => [`${type} ${version}`, data]);

describe('given an accepted import, when it is decided', () => {
  test('then the smallest payload makes an account and its user, and completes', () => {
    const outcome = decide(claimed(), identifiers({ accountNumber: 'A-7', userIds: [12] }));
    expect(outcome).toMatchObject({ state: 'complete', accountNumber: 'A-7', tasks: [] });
    expect(told(outcome.events)).toEqual([
      [
        'account.created v1',
        { account_number: 'A-7', account_user_emails: ['ada@example.com'], is_imported: true },
      ],
      [
        'account_user.created v1',
        {
          user_id: 12,
          user_email: 'ada@example.com',
          user_number: expect.stringMatching(/^U-[0-9A-Z]{8}$/),
          linked_accounts: [{ number: 'A-7' }],
          initiator_type: 'data_import',
          is_customer_initiated: false,
        },
      ],
      [
        'data_import.import_process.complete v1',
        { resource_type: 'account', external_identifier: 'ext-1', identifier: 'A-7' },
      ],
    ]);
  });

  test('then account events go by account number and process events by process', () => {
    const { events } = decide(claimed({ externalIdentifier: 'a/b' }), identifiers({ accountNumber: 'A-7' }));
    expect(events.map(({ key, subject }) => [key, subject])).toEqual([
      ['A-7', 'account/A-7'],
      ['A-7', 'account/A-7'],
      ['org/account/a%2Fb', 'import-process/a/b'],
    ]);
  });

  test('then a full payload tells everything in the documented order', () => {
    const record = { description: 'Blind', electricity_industry_code: '08', gas_industry_code: '08' };
    const agreement = { product_code: 'VAR', valid_from: '2026-02-01' };
    const outcome = decide(
      claimed({
        payload: payload({
          account: {
            number: 'A-9',
            communication_preferences: { requires_postal_comms: false, preferred_language_for_comms: 'cy' },
          },
          customers: [customer('a@example.com', { psr_records: [record] }), customer('b@example.com')],
          supply_points: [
            { market_name: 'gas', external_identifier: '123456', supply_start_date: '2026-03-01' },
            { market_name: 'electricity', external_identifier: '2000000000008', agreement },
            {
              market_name: 'electricity',
              external_identifier: '1012345678901',
              supply_start_date: '2026-03-02',
              agreement: { product_code: 'FIX', valid_from: '2026-02-02' },
            },
          ],
          metadata: [{ key: 'k', value: 'v' }],
          campaigns: [{ name: 'spring' }],
          ledgers: [{ number: 'L1', opening_balance: 0 }, { number: 'L2' }],
          documents: [{ kind: 'contract', path: '/c.pdf' }],
        }),
      }),
      identifiers({ accountNumber: 'A-9', userIds: [1, 2], agreementIds: [31, 32] }),
    );
    const shared = { account_number: 'A-9' };
    const flags = { is_internal_transfer: false, is_migrated: true, is_export: false };
    const process = { resource_type: 'account', external_identifier: 'ext-1' };
    const planned = { organisation: 'org', import_supplier: 'cohort', ...process };
    expect(told(outcome.events)).toEqual([
      [
        'account.created v1',
        expect.objectContaining({ account_user_emails: ['a@example.com', 'b@example.com'] }),
      ],
      ['account_user.created v1', expect.objectContaining({ user_id: 1, user_email: 'a@example.com' })],
      [
        'account_user.psr_records_updated v1',
        { user_id: 1, created_records: [record], updated_records: [], deleted_records: [] },
      ],
      ['account_user.created v1', expect.objectContaining({ user_id: 2, user_email: 'b@example.com' })],
      ['account_metadata.created v1', { ...shared, key: 'k', value: 'v' }],
      ['agreement.created v1', { agreement_id: 31, ...shared, ...agreement }],
      [
        'agreement.created v1',
        { agreement_id: 32, ...shared, product_code: 'FIX', valid_from: '2026-02-02' },
      ],
      ['campaign_account.added v1', { ...shared, campaign_name: 'spring' }],
      [
        'meterpoint.gas.cos_gain.registration.requested v1',
        { mprn: '123456', supply_start_date: '2026-03-01', supplier_mpid: 'GASX', ...shared },
      ],
      [
        'meterpoint.elec.cos_gain.registration.requested v1',
        {
          mpan: '1012345678901',
          supply_start_date: '2026-03-02',
          supplier_mpid: 'ELEC',
          ...shared,
          ...flags,
        },
      ],
      [
        'account.communications_preferences_updated v1',
        { ...shared, changes: { requires_postal_comms: [false], preferred_language_for_comms: ['cy'] } },
      ],
      ['post_import.planned v1', { ...planned, task: 'opening_balance' }],
      ['post_import.planned v1', { ...planned, task: 'attach_documents' }],
      ['data_import.import_process.complete v1', { ...process, identifier: 'A-9' }],
    ]);
    expect(outcome).toMatchObject({
      tasks: [
        {
          plan: { task: 'opening_balance', input: { ledgers: [{ number: 'L1', opening_balance: 0 }] } },
          toldBy: { data: { task: 'opening_balance' } },
        },
        {
          plan: { task: 'attach_documents', input: { paths: ['/c.pdf'] } },
          toldBy: { data: { task: 'attach_documents' } },
        },
      ],
    });
  });

  test('then a number that another has fails it, and the failure is all that is told', () => {
    const outcome = decide(claimed({ attempt: 3 }), identifiers({ accountNumberAvailable: false }));
    expect(outcome).toMatchObject({
      state: 'error',
      code: 'account_number_unavailable',
      errors: [{ code: 'account_number_unavailable', attr: 'account.number' }],
    });
    expect(told(outcome.events)).toEqual([
      [
        'data_import.import_process.error v1',
        {
          resource_type: 'account',
          external_identifier: 'ext-1',
          error_code: 'account_number_unavailable',
          error_detail: 'account.number: The account number belongs to another account.',
        },
      ],
      [
        'import.failed v1',
        {
          organisation: 'org',
          resource_type: 'account',
          external_identifier: 'ext-1',
          import_supplier: 'cohort',
          attempt: 3,
          code: 'account_number_unavailable',
          errors: [{ code: 'account_number_unavailable', attr: 'account.number' }],
        },
      ],
    ]);
  });

  test('then every fault is told at once, the first naming the outcome', () => {
    const outcome = decide(
      claimed({
        supplierMpids: { electricity: 'ELEC' },
        payload: payload({
          supply_points: [
            {
              market_name: 'electricity',
              external_identifier: '2000000000008',
              supply_start_date: '2026-03-01',
            },
            { market_name: 'gas', external_identifier: '123456', supply_start_date: '2026-03-01' },
            { market_name: 'gas', external_identifier: '123457', supply_start_date: '2026-03-01' },
          ],
        }),
      }),
      identifiers({ accountNumberAvailable: false }),
    );
    expect(outcome).toMatchObject({
      code: 'account_number_unavailable',
      errors: [
        { code: 'account_number_unavailable', attr: 'account.number' },
        { code: 'supplier_mpid_missing', attr: 'supply_points.1.market_name' },
        { code: 'supplier_mpid_missing', attr: 'supply_points.2.market_name' },
      ],
    });
  });

  test('then a supply point that asks for no registration needs no market participant id', () => {
    const supply_points = [{ market_name: 'gas', external_identifier: '123456' }];
    const outcome = decide(
      claimed({ supplierMpids: {}, payload: payload({ supply_points }) }),
      identifiers(),
    );
    expect(outcome.state).toBe('complete');
  });

  test('then a market named like a property of every object has no market participant id', () => {
    const supply_points = [
      { market_name: 'constructor', external_identifier: '1', supply_start_date: '2026-01-01' },
    ];
    const outcome = decide(claimed({ payload: payload({ supply_points }) }), identifiers());
    expect(outcome).toMatchObject({ code: 'supplier_mpid_missing' });
  });
});

test('given an import that cannot be decided, then its end says so and holds no number', () => {
  const outcome = undecidable(claimed());
  expect(outcome).toMatchObject({ state: 'error', code: 'internal_import_error', errors: [{ attr: '' }] });
  expect(outcome.detail).toBe('The import failed on our side; nothing of it was kept.');
});
