import { shared } from '../../src/projector/define.js';

export interface AgreementRow {
  readonly process_number: string;
  readonly agreement_id: number;
  readonly market_name: string | null;
  readonly external_identifier: string | null;
  readonly product_code: string | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly account_contract_identifier: string | null;
  readonly business_contract_identifier: string | null;
  readonly created_at: string | null;
}

/** One row an agreement that a join process made. */
export const agreements = shared<AgreementRow, 'process_number' | 'agreement_id'>({
  key: ['process_number', 'agreement_id'],
  merge: {
    market_name: 'latest',
    external_identifier: 'latest',
    product_code: 'latest',
    valid_from: 'latest',
    valid_to: 'latest',
    account_contract_identifier: 'latest',
    business_contract_identifier: 'latest',
    created_at: 'least',
  },
  on: {
    'lifecycle.join-supplier.agreement.created': ({ data, envelope }) =>
      data.agreements.map((agreement) => ({
        process_number: data.join_supplier_process_number,
        agreement_id: agreement.id,
        market_name: data.supply_point.market_name,
        external_identifier: data.supply_point.external_identifier,
        product_code: agreement.product_code,
        valid_from: agreement.valid_from,
        valid_to: agreement.valid_to,
        account_contract_identifier: data.contract_references.account_contract_identifier,
        business_contract_identifier: data.contract_references.business_contract_identifier,
        created_at: envelope.time,
      })),
  },
});
