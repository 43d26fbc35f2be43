import { isDate } from '../formats/date.js';
import { isPostcodeOf } from '../formats/postcode.js';
import { isRecord } from '../json/is-record.js';
import { checkSupplyPoints, type Fields, items, type Report, reportRepeats } from '../supply-points.js';

/**
 * What no schema can say about an account: values that depend on one another, or on today. Each rule looks only at
 * the parts that have the type it needs, so it runs on any payload, also one with other faults.
 *
 * @param today `YYYY-MM-DD`, UTC.
 */
export function checkAccountRules(payload: unknown, today: string, report: Report): void {
  if (!isRecord(payload)) return;
  checkPostcode(payload, report);
  items(payload['customers']).forEach(({ date_of_birth: born, psr_records: records }, i) => {
    if (typeof born === 'string' && born >= today) report('date_not_in_past', `customers.${i}.date_of_birth`);
    reportRepeats(
      records,
      `customers.${i}.psr_records`,
      'description',
      (record) => record['description'],
      report,
    );
  });
  checkSupplyPoints(payload, report);
  items(payload['supply_points']).forEach(({ agreement }, i) => {
    checkAgreement(agreement, `supply_points.${i}.agreement`, report);
  });
  reportRepeats(payload['customers'], 'customers', 'email', ({ email }) => lowered(email), report);
  reportRepeats(payload['ledgers'], 'ledgers', 'number', (ledger) => ledger['number'], report);
  reportRepeats(payload['metadata'], 'metadata', 'key', (entry) => entry['key'], report);
  reportRepeats(payload['documents'], 'documents', 'path', (document) => document['path'], report);
  reportRepeats(payload['campaigns'], 'campaigns', 'name', (campaign) => campaign['name'], report);
}

/** A postcode is that of its country; one of an unknown country is not looked at. */
function checkPostcode({ account }: Fields, report: Report): void {
  const address = isRecord(account) ? account['billing_address'] : undefined;
  if (!isRecord(address)) return;
  const { postcode, country = 'GB' } = address;
  if (typeof postcode !== 'string' || typeof country !== 'string') return;
  if (!isPostcodeOf(country, postcode)) report('invalid_postcode', 'account.billing_address.postcode');
}

function checkAgreement(agreement: unknown, attr: string, report: Report): void {
  if (!isRecord(agreement)) return;
  const { valid_from: from, valid_to: to } = agreement;
  // A date that is none has its own fault; comparing it would be a second one from the same cause.
  if (isDay(from) && isDay(to) && to <= from) report('valid_to_not_after_valid_from', `${attr}.valid_to`);
}

function lowered(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : undefined;
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && isDate(value);
}
