import { compileExamination } from '../examine.js';
import type { Checked } from '../take-in.js';
import { checkOrderRules } from './rules.js';
import { type Order, orderSchema } from './schema.js';

const examine = compileExamination<Order>(orderSchema, checkOrderRules);

/**
 * An order with every fault of its payload.
 *
 * @param today `YYYY-MM-DD`, UTC.
 */
export function checkOrder(payload: unknown, today: string): Checked {
  const { value: order, errors } = examine(payload, today);
  if (order === undefined) return { outcome: 'invalid', errors };
  return {
    outcome: 'valid',
    payload: order,
    externalIdentifier: order.external_order_id,
    importSupplier: order.import_supplier,
    // Only an account reserves a number.
    accountNumber: null,
  };
}
