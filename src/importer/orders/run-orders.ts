import type { ClaimedOrder } from '../claimed.js';
import { type ErrorOutcome, undecidable } from '../decide.js';
import type { ImportContext } from '../decide-safely.js';
import { type CancelledOutcome, expired, isOver } from '../expire.js';
import type { FinishedOrder, OrderBatch, PostponedOrder } from '../port.js';
import { seal } from '../seal.js';
import { type CompleteOrderOutcome, decideOrder } from './decide-order.js';

const FIRST_LOOK_MS = 1_000;
const LAST_LOOK_MS = 3_600_000;

/**
 * Looks at all orders of a batch: those whose window is over are cancelled, those whose account is there are carried
 * out, the others wait on.
 *
 * @param now Unix milliseconds
 * @returns how many were looked at.
 */
export async function runOrders(batch: OrderBatch, now: number, context: ImportContext): Promise<number> {
  const { orders } = batch;
  if (orders.length === 0) return 0;
  const isReady = (order: ClaimedOrder) => !isOver(order, now) && order.accountNumber !== null;
  const processIds = await batch.drawProcessIds(orders.filter(isReady).length);
  const finished: FinishedOrder[] = [];
  const postponed: PostponedOrder[] = [];
  let dealt = 0;
  for (const order of orders) {
    const { accountNumber } = order;
    if (isOver(order, now)) finished.push(sealSafely(order, () => expired(order), context));
    else if (accountNumber === null) postponed.push({ claimed: order, lookAt: nextLook(order, now) });
    else {
      const processId = processIds[dealt++];
      if (processId === undefined) throw new Error(`${processIds.length} process ids are too few`);
      finished.push(sealSafely(order, () => decideOrder(order, accountNumber, processId), context));
    }
  }
  await batch.finish(finished, postponed);
  return orders.length;
}

/**
 * When to look again at an order whose account is not there: after as long as it has waited already, within bounds.
 * An import that completes brings its orders forward by itself; only an order accepted in the same instant can be
 * missed by it, and then these looks find it soon. The last look is at the end of the window.
 *
 * @returns UTC, ISO 8601 with milliseconds
 */
export function nextLook({ acceptedAt, expiryWindowEnd }: ClaimedOrder, now: number): string {
  const waitedMs = now - Date.parse(acceptedAt);
  const waitMs = Math.min(Math.max(waitedMs, FIRST_LOOK_MS), LAST_LOOK_MS);
  return new Date(Math.min(now + waitMs, Date.parse(expiryWindowEnd))).toISOString();
}

type OrderOutcome = CompleteOrderOutcome | CancelledOutcome | ErrorOutcome;

/** An order that cannot be decided or encoded fails alone, and is logged with its stack. */
function sealSafely(order: ClaimedOrder, decide: () => OrderOutcome, context: ImportContext): FinishedOrder {
  try {
    return sealOutcome(order, decide(), context);
  } catch (error) {
    const { organisation, externalIdentifier, correlationId } = order;
    context.log.error(
      { err: error, organisation, externalIdentifier, correlationId },
      'an order could not be carried out and ends in internal_import_error',
    );
    return sealOutcome(order, undecidable(order), context);
  }
}

function sealOutcome(
  order: ClaimedOrder,
  outcome: OrderOutcome,
  { encoder, clock }: ImportContext,
): FinishedOrder {
  const time = new Date(clock()).toISOString();
  const { events: told, ...result } = outcome;
  return { claimed: order, result, events: told.map((event) => seal(event, order, time, encoder)) };
}
