import { fullAccount } from '../../support/accounts.js';
import { inDays } from '../../support/days.js';
import { at } from '../../support/json-path.js';
import { type BadPayload, set, sets } from './changes.js';

const noDates = ['2026-02-29', '2026-06-31', '2026-13-01', '2026-1-1', '01-01-2026', 'never', '2026-01-01 '];

/** Faults of values: dates, numbers, meter points, and values that do not go with one another. */
export const values: readonly BadPayload[] = [
  ...sets('customers.0.date_of_birth', 'invalid_date', [
    '1982-02-30',
    '1981-02-29',
    '1900-02-29',
    '1982-13-01',
    '1982-00-10',
    '1982-04-31',
    '28/02/1982',
    '1982-2-8',
    '1982-02-2８',
    '0000-01-01',
    '1982-02-28T00:00:00Z',
    '19820228',
    '1982-W09-7',
    '+1982-02-28',
  ]),
  ...sets('customers.0.date_of_birth', 'date_not_in_past', [inDays(2), '9999-12-31']),
  ...sets('supply_points.0.supply_start_date', 'invalid_date', noDates),
  ...sets('supply_points.0.agreement.valid_from', 'invalid_date', noDates),
  ...sets('supply_points.0.agreement.valid_to', 'invalid_date', noDates),
  ...sets('documents.0.dated', 'invalid_date', noDates),
  ...sets('supply_points.0.agreement.valid_to', 'valid_to_not_after_valid_from', [
    '2026-12-01',
    '2026-11-30',
    '2020-01-01',
  ]),
  ...sets('supply_points.0.market_name', 'invalid_choice', ['water', 'Electricity', '', 'GBR_GAS']),
  ...sets('supply_points.0.external_identifier', 'invalid_mpan', [
    '2000000000001',
    '2000000000000',
    '0200000000006',
    '200000000000',
    '200000000000A',
    '2000000000061',
    '20000000000060',
    ' 000000000006',
    '２000000000006',
    '7412589630',
  ]),
  ...sets('supply_points.1.external_identifier', 'invalid_mprn', [
    '12345',
    '12345678901',
    '12345A',
    '-123456',
    '123 456',
    '1234567.0',
    '2000000000006',
  ]),
  ...sets('ledgers.0.opening_balance', 'not_whole_number', [12.5, -0.01, 1e-7]),
  ...sets('ledgers.0.opening_balance', 'out_of_range', [1e12 + 1, -1e12 - 1, 2 ** 60]),
  set('customers.1.email', 'bethan.davies@example.org', 'duplicate_value'),
  set('customers.1.email', 'Bethan.Davies@EXAMPLE.org', 'duplicate_value'),
  set(
    'customers.0.psr_records.1',
    at(fullAccount(), 'customers.0.psr_records.0') ?? null,
    'duplicate_value',
    'customers.0.psr_records.1.description',
  ),
  set(
    'supply_points.1',
    at(fullAccount(), 'supply_points.0') ?? null,
    'duplicate_value',
    'supply_points.1.external_identifier',
  ),
  set('ledgers.1.number', 'L-1', 'duplicate_value'),
  set('metadata.1.key', 'legacy_id', 'duplicate_value'),
  set(
    'documents.1',
    { kind: 'bill', path: '/contracts/1234.pdf', dated: '2021-01-01' },
    'duplicate_value',
    'documents.1.path',
  ),
  set('campaigns.1.name', 'welcome-2026', 'duplicate_value'),
];
