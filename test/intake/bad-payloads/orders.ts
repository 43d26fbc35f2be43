import { inDays } from '../../support/days.js';
import { type BadPayload, drop, long, many, set, sets } from './changes.js';

const texts = ['external_order_id', 'import_supplier', 'subtype', 'account.external_identifier'];

/** Faults of an order of either type. */
const either: readonly BadPayload[] = [
  ...['', 'account', 'supply_points', 'supply_points.0', 'requested_at', ...texts].map((path) =>
    set(path, null, 'null_not_allowed'),
  ),
  ...['account', 'supply_points.0'].flatMap((path) => [
    set(path, [], 'invalid_type'),
    set(`${path}.surprise`, 1, 'unknown_field'),
  ]),
  ...texts.flatMap((path) => [set(path, 42, 'invalid_type'), set(path, '', 'blank')]),
  set('', [], 'invalid_type'),
  set('supply_points', {}, 'invalid_type'),
  set('supply_points', [], 'too_few_items'),
  set('extra', 1, 'unknown_field'),
  set('external_identifier', 'crm-1', 'unknown_field'),
  drop('external_order_id'),
  drop('import_supplier'),
  drop('subtype'),
  drop('account'),
  drop('supply_points'),
  drop('supply_points.0.market_name'),
  drop('supply_points.0.external_identifier'),
  set('external_order_id', long(256), 'too_long'),
  set('subtype', long(65), 'too_long'),
  ...sets('external_order_id', 'invalid_characters', ['a\u0000b', 'a\nb', '\u0085']),
  set('account', {}, 'not_exactly_one'),
  set('account.number', 'A-1', 'not_exactly_one', 'account'),
  set('account', { number: 'A 1' }, 'invalid_account_number', 'account.number'),
  ...sets('supply_points.0.market_name', 'invalid_choice', ['water', '']),
  ...sets('supply_points.0.external_identifier', 'invalid_mpan', ['2000000000001', '200000000000']),
  ...sets('requested_at', 'invalid_datetime', [
    '2026-11-20',
    '2026-11-20T10:00:00',
    '2026-11-20 10:00:00Z',
    '2026-11-20T10:00:00+00:00',
    '2026-11-20T24:00:00Z',
    '2026-02-30T10:00:00Z',
  ]),
  set('requested_at', '2026-11-20T10:00:00.000Z', 'invalid_datetime'),
  ...sets('requested_at', 'time_in_future', [`${inDays(2)}T00:00:00Z`, '9999-12-31T23:59:59Z']),
];

export const joinOrders: readonly BadPayload[] = [
  ...either,
  drop('type'),
  ...sets('type', 'invalid_choice', ['join', 'JOIN_SUPPLIER', '']),
  set('type', 1, 'invalid_type'),
  drop('supply_points.1.supply_start_date'),
  set('supply_points.0.supply_start_date', '2026-02-29', 'invalid_date'),
  set('supply_points.0.supply_start_date', null, 'null_not_allowed'),
  set('supply_end_date', '2027-01-01', 'unknown_field'),
  set(
    'supply_points.1',
    { market_name: 'electricity', external_identifier: '2000000000006', supply_start_date: '2027-01-01' },
    'duplicate_value',
    'supply_points.1.external_identifier',
  ),
  set(
    'supply_points',
    many(201, (i) => ({
      market_name: 'gas',
      external_identifier: String(100_000 + i),
      supply_start_date: '2027-01-01',
    })),
    'too_many_items',
  ),
];

export const leaveOrders: readonly BadPayload[] = [
  ...either,
  drop('supply_end_date'),
  set('supply_end_date', null, 'null_not_allowed'),
  set('supply_end_date', '2026-02-29', 'invalid_date'),
  set('supply_points.0.supply_start_date', '2027-01-01', 'unknown_field'),
];
