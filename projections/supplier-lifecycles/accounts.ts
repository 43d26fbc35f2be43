import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface AccountRow extends Provenance {
  readonly account_number: string;
  readonly import_supplier: string | null;
}

const spokenOf = ({
  data,
  envelope,
}: {
  readonly data: { readonly account_number: string };
  readonly envelope: Envelope;
}) => [
  {
    account_number: data.account_number,
    ...provenanceOf(envelope),
    import_supplier: envelope.importSupplier,
  },
];

/** One row an account: whose it is, and so whose its processes are. */
export const accounts = shared<AccountRow, 'account_number'>({
  key: ['account_number'],
  merge: { ...provenance, import_supplier: 'latest' },
  on: {
    'account.created': spokenOf,
    'lifecycle.join-supplier.requested': spokenOf,
    'lifecycle.join-supplier.await-pre-discovery-flow-step.initiated': spokenOf,
    'lifecycle.join-supplier.await-pre-activation-flow-step.initiated': spokenOf,
    'lifecycle.join-supplier.supply-point-journey-await-pre-activation-flow-step.initiated': spokenOf,
    'lifecycle.join-supplier.activation.initiated': spokenOf,
    'lifecycle.join-supplier.activation.completed': spokenOf,
    'lifecycle.join-supplier.supply-period.created': spokenOf,
    'lifecycle.join-supplier.agreement.created': spokenOf,
    'lifecycle.join-supplier.await-post-activation-flow-step.initiated': spokenOf,
    'lifecycle.join-supplier.supply-point-journey-await-post-activation-flow-step.initiated': spokenOf,
    'lifecycle.join-supplier.completed': spokenOf,
    'lifecycle.join-supplier.cancellation-requested': spokenOf,
    'lifecycle.join-supplier.cancelled': spokenOf,
    'lifecycle.join-supplier.reversal-requested': spokenOf,
    'lifecycle.join-supplier.reversed': spokenOf,
    'lifecycle.join_supplier._ensure_payment_instructions.step_initiated': spokenOf,
    'lifecycle.join_supplier._ensure_payment_instructions.step_completed': spokenOf,
    'lifecycle.enrollment.supply-status-qualifies-account-for-loyalty-point': spokenOf,
    'lifecycle.enrollment.loyalty-points-qualification-reversed': spokenOf,
    'lifecycle.leave-supplier.requested': spokenOf,
    'lifecycle.leave-supplier.updated': spokenOf,
    'lifecycle.leave-supplier.await-pre-termination-flow-step.initiated': spokenOf,
    'lifecycle.leave-supplier.supply-point-journey-await-pre-termination-flow-step.initiated': spokenOf,
    'lifecycle.leave-supplier.supply-point-journey-await-pre-agreement-termination-flow-step.initiated':
      spokenOf,
    'lifecycle.leave-supplier.termination.initiated': spokenOf,
    'lifecycle.leave-supplier.termination.confirmed': spokenOf,
    'lifecycle.leave-supplier.await-post-termination-flow-step.initiated': spokenOf,
    'lifecycle.leave-supplier.supply-point-journey-await-post-termination-flow-step.initiated': spokenOf,
    'lifecycle.leave-supplier.await-post-deactivation-flow-step.initiated': spokenOf,
    'lifecycle.leave-supplier.completed': spokenOf,
    'lifecycle.leave-supplier.cancellation-requested': spokenOf,
    'lifecycle.leave-supplier.cancelled': spokenOf,
    'lifecycle.leave-supplier.reversal-requested': spokenOf,
    'lifecycle.status-changed': spokenOf,
  },
});
