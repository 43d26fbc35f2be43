import type { Envelope } from '../../src/event/index.js';
import type { SharedSpec } from '../../src/projector/define.js';
import type { LeaveData, ProcessName } from './names.js';
import { leaveFacts } from './process-facts.js';
import type { ProcessRow } from './processes.js';
import type { ProcessStep } from './steps.js';

interface LeaveEvent {
  readonly data: LeaveData;
  readonly envelope: Envelope;
}

/** An event that tells that a step was reached. */
const reached =
  (step: ProcessStep) =>
  ({ data, envelope }: LeaveEvent) =>
    leaveFacts(data, envelope, { [step]: envelope.time });

/** What a request and every update of it tell anew: the newest holds. */
const asked = (data: {
  readonly requested_supply_end_at: string;
  readonly requested_supply_end_date: string;
  readonly is_passive: boolean;
  readonly passive_loss_instigated_supply_point_id: number | null;
}) => ({
  points_listed: true,
  requested_supply_end_at: data.requested_supply_end_at,
  requested_supply_end_date: data.requested_supply_end_date,
  is_passive: data.is_passive,
  passive_loss_instigated_supply_point_id: data.passive_loss_instigated_supply_point_id,
});

/** What the events of leave processes tell of the process. */
export const leaveProcesses: SharedSpec<ProcessRow, keyof ProcessName>['on'] = {
  'lifecycle.leave-supplier.requested': ({ data, envelope }) =>
    leaveFacts(data, envelope, {
      ...asked(data),
      requested_at: envelope.time,
      requested_at_told: data.requested_at,
    }),
  'lifecycle.leave-supplier.updated': ({ data, envelope }) =>
    leaveFacts(data, envelope, { ...asked(data), updated_at: envelope.time }),
  'lifecycle.leave-supplier.await-pre-termination-flow-step.initiated': reached(
    'awaiting_pre_termination_at',
  ),
  'lifecycle.leave-supplier.supply-point-journey-await-pre-termination-flow-step.initiated': reached(
    'awaiting_pre_termination_at',
  ),
  'lifecycle.leave-supplier.supply-point-journey-await-pre-agreement-termination-flow-step.initiated':
    reached('awaiting_pre_agreement_termination_at'),
  'lifecycle.leave-supplier.termination.initiated': reached('termination_initiated_at'),
  'lifecycle.leave-supplier.termination.confirmed': reached('termination_confirmed_at'),
  'lifecycle.leave-supplier.await-post-termination-flow-step.initiated': reached(
    'awaiting_post_termination_at',
  ),
  'lifecycle.leave-supplier.supply-point-journey-await-post-termination-flow-step.initiated': reached(
    'awaiting_post_termination_at',
  ),
  'lifecycle.leave-supplier.await-post-deactivation-flow-step.initiated': reached(
    'awaiting_post_deactivation_at',
  ),
  'lifecycle.leave-supplier.completed': reached('completed_at'),
  'lifecycle.leave-supplier.cancellation-requested': reached('cancellation_requested_at'),
  'lifecycle.leave-supplier.cancelled': reached('cancelled_at'),
  'lifecycle.leave-supplier.reversal-requested': reached('reversal_requested_at'),
};
