import { shared } from '../../src/projector/define.js';

export interface SupplyPeriodRow {
  readonly process_number: string;
  readonly supply_period_id: number;
  readonly market_name: string | null;
  readonly external_identifier: string | null;
  readonly supply_start_at: string | null;
  readonly supply_end_at: string | null;
  readonly account_contract_identifier: string | null;
  readonly business_contract_identifier: string | null;
  readonly created_at: string | null;
}

/** One row a supply period that a join process made. */
export const supplyPeriods = shared<SupplyPeriodRow, 'process_number' | 'supply_period_id'>({
  key: ['process_number', 'supply_period_id'],
  merge: {
    market_name: 'latest',
    external_identifier: 'latest',
    supply_start_at: 'latest',
    supply_end_at: 'latest',
    account_contract_identifier: 'latest',
    business_contract_identifier: 'latest',
    created_at: 'least',
  },
  on: {
    'lifecycle.join-supplier.supply-period.created': ({ data, envelope }) => [
      {
        process_number: data.join_supplier_process_number,
        supply_period_id: data.supply_period.id,
        market_name: data.supply_point.market_name,
        external_identifier: data.supply_point.external_identifier,
        supply_start_at: data.supply_period.supply_start_at,
        supply_end_at: data.supply_period.supply_end_at,
        account_contract_identifier: data.contract_references.account_contract_identifier,
        business_contract_identifier: data.contract_references.business_contract_identifier,
        created_at: envelope.time,
      },
    ],
  },
});
