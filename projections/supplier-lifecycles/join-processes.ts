import type { Envelope } from '../../src/event/index.js';
import type { SharedSpec } from '../../src/projector/define.js';
import type { JoinData, ProcessName } from './names.js';
import { joinFacts } from './process-facts.js';
import type { ProcessRow } from './processes.js';
import type { ProcessStep } from './steps.js';

interface JoinEvent {
  readonly data: JoinData;
  readonly envelope: Envelope;
}

/** An event that tells that a step was reached. */
const reached =
  (step: ProcessStep) =>
  ({ data, envelope }: JoinEvent) =>
    joinFacts(data, envelope, { [step]: envelope.time });

/** What the events of join processes tell of the process. */
export const joinProcesses: SharedSpec<ProcessRow, keyof ProcessName>['on'] = {
  'lifecycle.join-supplier.requested': ({ data, envelope }) =>
    joinFacts(data, envelope, {
      requested_at: envelope.time,
      requested_at_told: data.requested_at,
      points_listed: true,
    }),
  'lifecycle.join-supplier.await-pre-discovery-flow-step.initiated': reached('awaiting_pre_discovery_at'),
  'lifecycle.join-supplier.await-pre-activation-flow-step.initiated': reached('awaiting_pre_activation_at'),
  'lifecycle.join-supplier.supply-point-journey-await-pre-activation-flow-step.initiated': reached(
    'awaiting_pre_activation_at',
  ),
  'lifecycle.join-supplier.activation.initiated': reached('activation_initiated_at'),
  'lifecycle.join-supplier.activation.completed': reached('activation_completed_at'),
  'lifecycle.join-supplier.supply-period.created': reached('supply_period_created_at'),
  'lifecycle.join-supplier.agreement.created': reached('agreement_created_at'),
  'lifecycle.join-supplier.await-post-activation-flow-step.initiated': reached('awaiting_post_activation_at'),
  'lifecycle.join-supplier.supply-point-journey-await-post-activation-flow-step.initiated': reached(
    'awaiting_post_activation_at',
  ),
  'lifecycle.join-supplier.completed': reached('completed_at'),
  'lifecycle.join-supplier.cancellation-requested': reached('cancellation_requested_at'),
  'lifecycle.join-supplier.cancelled': reached('cancelled_at'),
  'lifecycle.join-supplier.reversal-requested': reached('reversal_requested_at'),
  'lifecycle.join-supplier.reversed': reached('reversed_at'),
  'lifecycle.join_supplier._ensure_payment_instructions.step_initiated': reached(
    'payment_instructions_initiated_at',
  ),
  'lifecycle.join_supplier._ensure_payment_instructions.step_completed': reached(
    'payment_instructions_completed_at',
  ),
  'lifecycle.join_supplier.security_deposits.created': reached('security_deposits_created_at'),
  'lifecycle.join_supplier.terms-and-conditions.accepted': reached('terms_accepted_at'),
  'lifecycle.enrollment.supply-status-qualifies-account-for-loyalty-point': ({ data, envelope }) =>
    joinFacts(data, envelope, { loyalty_qualified_at: envelope.time }),
  'lifecycle.enrollment.loyalty-points-qualification-reversed': ({ data, envelope }) =>
    joinFacts(data, envelope, { loyalty_reversed_at: envelope.time }),
};
