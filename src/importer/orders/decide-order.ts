import type { ClaimedOrder } from '../claimed.js';
import { aboutAccount, aboutProcess, type NewEvent } from '../events.js';
import { joinNumberOf, leaveNumberOf } from '../identifiers.js';
import { britishMidnight } from './british-midnight.js';
import type { OrderPayload } from './payload.js';

/** How an order ended: its process is requested. */
export interface CompleteOrderOutcome {
  readonly state: 'complete';
  readonly accountNumber: string;
  /** Number of the process it started. */
  readonly processNumber: string;
  readonly events: readonly NewEvent[];
}

/**
 * What becomes of an order whose account is there. `docs/emitted-events.md` names the source of each field.
 *
 * @param processId drawn for this order
 */
export function decideOrder(
  order: ClaimedOrder,
  accountNumber: string,
  processId: number,
): CompleteOrderOutcome {
  const { payload, externalIdentifier } = order;
  const isJoin = payload.type === 'join_supplier';
  const processNumber = isJoin ? joinNumberOf(processId) : leaveNumberOf(processId);
  const requested = request(payload, {
    accountNumber,
    processId,
    processNumber,
    requestedAt: payload.requested_at ?? order.acceptedAt,
  });
  const completion = aboutProcess(order)('data_import.order_process.complete', 'v1', {
    external_order_id: externalIdentifier,
    process_id: processNumber,
  });
  return { state: 'complete', accountNumber, processNumber, events: [requested, completion] };
}

interface Request {
  readonly accountNumber: string;
  readonly processId: number;
  readonly processNumber: string;
  readonly requestedAt: string;
}

function request(
  payload: OrderPayload,
  { accountNumber, processId, processNumber, requestedAt }: Request,
): NewEvent {
  const about = aboutAccount(accountNumber);
  if (payload.type === 'join_supplier') {
    return about('lifecycle.join-supplier.requested', 'v1', {
      account_number: accountNumber,
      join_supplier_process_number: processNumber,
      subtype: payload.subtype,
      supply_points: payload.supply_points.map((point) => ({
        external_identifier: point.external_identifier,
        market_name: point.market_name,
        requested_supply_start_date: point.supply_start_date,
      })),
      requested_at: requestedAt,
    });
  }
  return about('lifecycle.leave-supplier.requested', 'v3', {
    account_number: accountNumber,
    leave_supplier_process_id: processId,
    leave_supplier_process_number: processNumber,
    leave_supplier_process_subtype: payload.subtype,
    supply_points: payload.supply_points.map(({ external_identifier, market_name }) => ({
      market_identifier: market_name,
      external_identifier,
      market_name,
    })),
    requested_supply_end_at: britishMidnight(payload.supply_end_date),
    requested_supply_end_date: payload.supply_end_date,
    requested_at: requestedAt,
    is_passive: false,
  });
}
