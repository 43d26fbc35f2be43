import type { JsonObject } from './accounts.js';

/** A valid order to join in which every optional field is present. */
export function fullJoinOrder(): JsonObject {
  return {
    external_order_id: 'order/000123',
    import_supplier: 'old-energy',
    type: 'join_supplier',
    subtype: 'CHANGE_OF_SUPPLY',
    account: { external_identifier: 'crm/000123' },
    supply_points: [
      {
        market_name: 'electricity',
        external_identifier: '2000000000006',
        supply_start_date: '2026-12-01',
      },
      { market_name: 'gas', external_identifier: '7412589630', supply_start_date: '2026-12-02' },
    ],
    requested_at: '2026-11-20T10:00:00Z',
  };
}

/** A valid order to leave in which every optional field is present. */
export function fullLeaveOrder(): JsonObject {
  return {
    ...fullJoinOrder(),
    type: 'leave_supplier',
    supply_points: [{ market_name: 'electricity', external_identifier: '2000000000006' }],
    supply_end_date: '2027-06-30',
  };
}
