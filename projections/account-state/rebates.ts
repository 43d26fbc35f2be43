import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface RebateRow extends Provenance {
  readonly rebate_period_id: number;
  readonly account_number: string | null;
  readonly rebate_type: string | null;
  readonly effective_from: string | null;
  readonly effective_to: string | null;
  readonly is_application_accepted: boolean | null;
  readonly decline_reason: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly accepted_at: string | null;
  readonly declined_at: string | null;
}

interface RebateData {
  readonly rebate_period_id: number;
  readonly account_number: string;
  readonly rebate_type: string;
  readonly effective_from: string;
  readonly effective_to: string;
}

const told = (data: RebateData, envelope: Envelope) => ({
  rebate_period_id: data.rebate_period_id,
  ...provenanceOf(envelope),
  account_number: data.account_number,
  rebate_type: data.rebate_type,
  effective_from: data.effective_from,
  effective_to: data.effective_to,
});

/** One row a rebate of an account for a period. */
export const rebates = shared<RebateRow, 'rebate_period_id'>({
  key: ['rebate_period_id'],
  merge: {
    ...provenance,
    account_number: 'latest',
    rebate_type: 'latest',
    effective_from: 'latest',
    effective_to: 'latest',
    is_application_accepted: 'latest',
    decline_reason: 'latest',
    created_at: 'least',
    updated_at: 'greatest',
    accepted_at: 'greatest',
    declined_at: 'greatest',
  },
  on: {
    'billing.rebate.created': ({ data, envelope }) => [
      {
        ...told(data, envelope),
        is_application_accepted: data.is_application_accepted,
        created_at: envelope.time,
      },
    ],
    'billing.rebate.updated': ({ data, envelope }) => [
      {
        ...told(data, envelope),
        is_application_accepted: data.is_application_accepted,
        updated_at: envelope.time,
      },
    ],
    'billing.rebate.accepted': ({ data, envelope }) => [
      { ...told(data, envelope), accepted_at: envelope.time },
    ],
    'billing.rebate.declined': ({ data, envelope }) => [
      { ...told(data, envelope), declined_at: envelope.time, decline_reason: data.decline_reason },
    ],
  },
});
