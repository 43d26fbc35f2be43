import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface ContractRow extends Provenance {
  readonly contract_identifier: string;
  readonly sales_record_identifier: string | null;
  readonly version_reference: number | null;
  readonly actualized_for_subjects: readonly string[] | null;
  readonly valid_to: string | null;
  readonly days_before_expiry: number | null;
  readonly new_contract_identifier: string | null;
  readonly collateral_agreement_id: number | null;
  readonly created_at: string | null;
  readonly actualized_at: string | null;
  readonly terms_varied_at: string | null;
  readonly subject_amended_at: string | null;
  readonly creation_started_at: string | null;
  readonly variation_started_at: string | null;
  readonly termination_started_at: string | null;
  readonly expiry_announced_at: string | null;
  readonly collateral_fulfilled_at: string | null;
  readonly expired_at: string | null;
  readonly novated_at: string | null;
  readonly terminated_at: string | null;
  readonly rescinded_at: string | null;
  readonly revoked_at: string | null;
}

/** A step that is taken once, or of which the last time counts. */
type ContractStep = Extract<keyof ContractRow, `${string}_at`>;

interface ContractEvent {
  readonly data: { readonly contract_identifier: string };
  readonly envelope: Envelope;
}

const fact = (data: ContractEvent['data'], envelope: Envelope) => ({
  contract_identifier: data.contract_identifier,
  ...provenanceOf(envelope),
});

/** An event that tells no more than that a step was taken. */
const taken =
  (step: ContractStep) =>
  ({ data, envelope }: ContractEvent) => [{ ...fact(data, envelope), [step]: envelope.time }];

/** One row a contract. Agreements name theirs, so views find its accounts through them. */
export const contracts = shared<ContractRow, 'contract_identifier'>({
  key: ['contract_identifier'],
  merge: {
    ...provenance,
    sales_record_identifier: 'latest',
    version_reference: 'latest',
    actualized_for_subjects: 'latest',
    valid_to: 'latest',
    days_before_expiry: 'latest',
    new_contract_identifier: 'latest',
    collateral_agreement_id: 'latest',
    created_at: 'least',
    actualized_at: 'greatest',
    terms_varied_at: 'greatest',
    subject_amended_at: 'greatest',
    creation_started_at: 'least',
    variation_started_at: 'greatest',
    termination_started_at: 'greatest',
    expiry_announced_at: 'greatest',
    collateral_fulfilled_at: 'greatest',
    expired_at: 'least',
    novated_at: 'least',
    terminated_at: 'least',
    rescinded_at: 'least',
    revoked_at: 'least',
  },
  on: {
    'contracts.created': ({ data, envelope }) => [
      {
        ...fact(data, envelope),
        sales_record_identifier: data.sales_record_identifier,
        created_at: envelope.time,
      },
    ],
    'contracts.actualized': ({ data, envelope }) => [
      {
        ...fact(data, envelope),
        version_reference: data.version_reference,
        actualized_for_subjects: data.for_subjects,
        actualized_at: envelope.time,
      },
    ],
    'contracts.expiry-approaching': ({ data, envelope }) => [
      {
        ...fact(data, envelope),
        days_before_expiry: data.days_before_expiry,
        expiry_announced_at: envelope.time,
      },
    ],
    'contracts.expired': ({ data, envelope }) => [
      { ...fact(data, envelope), valid_to: data.valid_to, expired_at: envelope.time },
    ],
    'contracts.novated': ({ data, envelope }) => [
      {
        ...fact(data, envelope),
        new_contract_identifier: data.new_contract_identifier,
        novated_at: envelope.time,
      },
    ],
    'contracts.terms-varied': taken('terms_varied_at'),
    'contracts.subject-amended': taken('subject_amended_at'),
    'contracts.terminated': taken('terminated_at'),
    'contracts.rescinded': taken('rescinded_at'),
    'contracts.revoked': taken('revoked_at'),
    'contracts.journeys.creation.started': taken('creation_started_at'),
    'contracts.journeys.variation.started': taken('variation_started_at'),
    'contracts.journeys.termination.started': taken('termination_started_at'),
    'collateral_agreement.fulfilled': ({ data, envelope }) => [
      {
        contract_identifier: data.contract_id,
        ...provenanceOf(envelope),
        collateral_agreement_id: data.collateral_agreement_id,
        collateral_fulfilled_at: envelope.time,
      },
    ],
  },
});
