/** The parts of an accepted order that carrying it out reads. Intake has validated every row before it was stored. */
export type OrderPayload = JoinOrder | LeaveOrder;

interface Order {
  readonly subtype: string;
  /** When the customer asked, `YYYY-MM-DDTHH:MM:SSZ`; left out where the order itself is the request. */
  readonly requested_at?: string;
}

interface JoinOrder extends Order {
  readonly type: 'join_supplier';
  readonly supply_points: readonly (SupplyPoint & {
    /** `YYYY-MM-DD` */
    readonly supply_start_date: string;
  })[];
}

interface LeaveOrder extends Order {
  readonly type: 'leave_supplier';
  readonly supply_points: readonly SupplyPoint[];
  /** First day without supply, `YYYY-MM-DD`. */
  readonly supply_end_date: string;
}

interface SupplyPoint {
  readonly market_name: string;
  /** MPAN in an electricity market, MPRN in a gas market. */
  readonly external_identifier: string;
}
