import { isInstant } from '../formats/date.js';
import { isRecord } from '../json/is-record.js';
import { checkSupplyPoints, type Fields, items, type Report } from '../supply-points.js';

/**
 * What no schema can say about an order. Runs on any payload, also one with other faults.
 *
 * @param today `YYYY-MM-DD`, UTC.
 */
export function checkOrderRules(payload: unknown, today: string, report: Report): void {
  if (!isRecord(payload)) return;
  checkAccount(payload['account'], report);
  checkSupplyPoints(payload, report);
  if (payload['type'] === 'join_supplier') checkJoin(payload, report);
  if (payload['type'] === 'leave_supplier') checkLeave(payload, report);
  const { requested_at: requestedAt } = payload;
  if (typeof requestedAt === 'string' && isInstant(requestedAt) && requestedAt.slice(0, 10) > today) {
    report('time_in_future', 'requested_at');
  }
}

function checkAccount(account: unknown, report: Report): void {
  if (!isRecord(account)) return;
  const named = ['external_identifier', 'number'].filter((field) => field in account);
  if (named.length !== 1) report('not_exactly_one', 'account');
}

function checkJoin(order: Fields, report: Report): void {
  if ('supply_end_date' in order) report('unknown_field', 'supply_end_date');
  const list = order['supply_points'];
  items(list).forEach((point, i) => {
    // An item that is no object has its own fault.
    if (!Array.isArray(list) || !isRecord(list[i])) return;
    if (!('supply_start_date' in point)) report('required', `supply_points.${i}.supply_start_date`);
  });
}

function checkLeave(order: Fields, report: Report): void {
  if (!('supply_end_date' in order)) report('required', 'supply_end_date');
  items(order['supply_points']).forEach((point, i) => {
    if ('supply_start_date' in point) report('unknown_field', `supply_points.${i}.supply_start_date`);
  });
}
