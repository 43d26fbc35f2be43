import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface AgreementRow extends Provenance {
  readonly agreement_id: number;
  readonly account_number: string | null;
  readonly product_code: string | null;
  readonly market_name: string | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly account_contract_identifier: string | null;
  readonly business_contract_identifier: string | null;
  readonly supply_point_identifier: string | null;
  readonly join_supplier_process_number: string | null;
  readonly ledger_number: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly rolled_on_to_agreement_id: number | null;
  readonly rolled_over_at: string | null;
  readonly terminated_at: string | null;
  readonly revoked_at: string | null;
}

/** One row an agreement. Some of its events do not name the account: they stand here until one does. */
export const agreements = shared<AgreementRow, 'agreement_id'>({
  key: ['agreement_id'],
  merge: {
    ...provenance,
    account_number: 'latest',
    product_code: 'latest',
    market_name: 'latest',
    valid_from: 'latest',
    valid_to: 'latest',
    account_contract_identifier: 'latest',
    business_contract_identifier: 'latest',
    supply_point_identifier: 'latest',
    join_supplier_process_number: 'latest',
    ledger_number: 'latest',
    created_at: 'least',
    updated_at: 'greatest',
    rolled_on_to_agreement_id: 'latest',
    rolled_over_at: 'least',
    terminated_at: 'least',
    revoked_at: 'least',
  },
  on: {
    'agreement.created': ({ data, envelope }) => [
      {
        agreement_id: data.agreement_id,
        ...provenanceOf(envelope),
        account_number: data.account_number,
        product_code: data.product_code,
        valid_from: data.valid_from,
        account_contract_identifier: data.account_contract_identifier,
        business_contract_identifier: data.business_contract_identifier,
        created_at: envelope.time,
      },
    ],
    'agreement.updated': ({ data, envelope }) => [
      {
        agreement_id: data.agreement_id,
        ...provenanceOf(envelope),
        account_number: data.account_number,
        updated_at: envelope.time,
      },
    ],
    'agreement.terminated': ({ data, envelope }) => [
      {
        agreement_id: data.agreement_id,
        ...provenanceOf(envelope),
        account_number: data.account_number,
        terminated_at: envelope.time,
      },
    ],
    'agreement.revoked': ({ data, envelope }) => [
      {
        agreement_id: data.agreement_id,
        ...provenanceOf(envelope),
        account_number: data.account_number,
        revoked_at: envelope.time,
      },
    ],
    'agreement.rollover.completed': ({ data, envelope }) => [
      {
        agreement_id: data.expiring_agreement_id,
        ...provenanceOf(envelope),
        account_number: data.account_number,
        rolled_on_to_agreement_id: data.rolled_on_to_agreement_id,
        rolled_over_at: envelope.time,
      },
      {
        agreement_id: data.rolled_on_to_agreement_id,
        ...provenanceOf(envelope),
        account_number: data.account_number,
        product_code: data.new_product.code,
        market_name: data.new_product.market_name,
        valid_from: data.rolled_on_to_agreement_valid_from,
        valid_to: data.rolled_on_to_agreement_valid_to,
      },
    ],
    'lifecycle.join-supplier.agreement.created': ({ data, envelope }) =>
      data.agreements.map((agreement) => ({
        agreement_id: agreement.id,
        ...provenanceOf(envelope),
        account_number: data.account_number,
        product_code: agreement.product_code,
        market_name: data.supply_point.market_name,
        valid_from: agreement.valid_from,
        valid_to: agreement.valid_to,
        account_contract_identifier: data.contract_references.account_contract_identifier,
        business_contract_identifier: data.contract_references.business_contract_identifier,
        supply_point_identifier: data.supply_point.external_identifier,
        join_supplier_process_number: data.join_supplier_process_number,
      })),
    'billing.charging-ledger.assigned-to-agreement': ({ data, envelope }) => [
      { agreement_id: data.agreement_id, ...provenanceOf(envelope), ledger_number: data.ledger_number },
    ],
  },
});
