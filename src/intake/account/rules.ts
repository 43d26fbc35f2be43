import type { FieldCode } from '../codes.js';
import { isDate } from '../formats/date.js';
import { isMpan, isMprn } from '../formats/meter-points.js';
import { isRecord } from '../json/is-record.js';

type Report = (code: FieldCode, attr: string) => void;
type Fields = Readonly<Record<string, unknown>>;

/**
 * What no schema can say about an account: values that depend on one another, or on today. Each rule looks only at
 * the parts that have the type it needs, so it runs on any payload, also one with other faults.
 *
 * @param today `YYYY-MM-DD`, UTC.
 */
export function checkAccountRules(payload: unknown, today: string, report: Report): void {
  if (!isRecord(payload)) return;
  items(payload['customers']).forEach(({ date_of_birth: born }, i) => {
    if (typeof born === 'string' && born >= today) report('date_not_in_past', `customers.${i}.date_of_birth`);
  });
  items(payload['supply_points']).forEach((point, i) => {
    checkSupplyPoint(point, `supply_points.${i}`, report);
  });
  reportRepeats(payload, 'customers', 'email', (customer) => lowered(customer['email']), report);
  reportRepeats(payload, 'supply_points', 'external_identifier', meterPoint, report);
  reportRepeats(payload, 'ledgers', 'number', (ledger) => ledger['number'], report);
  reportRepeats(payload, 'metadata', 'key', (entry) => entry['key'], report);
  reportRepeats(payload, 'campaigns', 'name', (campaign) => campaign['name'], report);
}

function checkSupplyPoint(point: Fields, attr: string, report: Report): void {
  const identifier = point['external_identifier'];
  if (typeof identifier === 'string') {
    if (point['market_name'] === 'electricity' && !isMpan(identifier)) {
      report('invalid_mpan', `${attr}.external_identifier`);
    }
    if (point['market_name'] === 'gas' && !isMprn(identifier)) {
      report('invalid_mprn', `${attr}.external_identifier`);
    }
  }
  const agreement = point['agreement'];
  if (!isRecord(agreement)) return;
  const { valid_from: from, valid_to: to } = agreement;
  // A date that is none has its own fault; comparing it would be a second one from the same cause.
  if (isDay(from) && isDay(to) && to <= from) {
    report('valid_to_not_after_valid_from', `${attr}.agreement.valid_to`);
  }
}

/** Reports each item whose value occurred earlier in its list. */
function reportRepeats(
  payload: Fields,
  list: string,
  field: string,
  valueIn: (item: Fields) => unknown,
  report: Report,
): void {
  const seen = new Set<string>();
  items(payload[list]).forEach((item, i) => {
    const value = valueIn(item);
    if (typeof value !== 'string') return;
    if (seen.has(value)) report('duplicate_value', `${list}.${i}.${field}`);
    seen.add(value);
  });
}

function meterPoint(point: Fields): unknown {
  const { market_name: market, external_identifier: identifier } = point;
  return typeof market === 'string' && typeof identifier === 'string' ? `${market} ${identifier}` : undefined;
}

function lowered(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : undefined;
}

/** The items of a list in their places; one that is no object shows no fields. */
function items(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map((item: unknown) => (isRecord(item) ? item : {})) : [];
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && isDate(value);
}
