import type { Envelope } from '../../src/event/index.js';
import type { SharedSpec } from '../../src/projector/define.js';
import { type LeaveData, leaveName } from './names.js';
import { pointFact, pointFacts, type ToldPoint } from './point-facts.js';
import type { PointStep } from './steps.js';
import type { SupplyPointName, SupplyPointRow } from './supply-points.js';

interface AllPoints {
  readonly data: LeaveData & { readonly supply_points: readonly ToldPoint[] };
  readonly envelope: Envelope;
}

interface OnePoint {
  readonly data: LeaveData & { readonly supply_point: ToldPoint };
  readonly envelope: Envelope;
}

/** An event of the whole process: each supply point that it names reached the step. */
const all =
  (step: PointStep) =>
  ({ data, envelope }: AllPoints) =>
    pointFacts(leaveName(data), data.supply_points, envelope, { [step]: envelope.time });

/** An event of the journey of one supply point. */
const one =
  (step: PointStep) =>
  ({ data, envelope }: OnePoint) => [
    pointFact(leaveName(data), data.supply_point, envelope, { [step]: envelope.time }),
  ];

/** What the events of leave processes tell of their supply points. */
export const leaveSupplyPoints: SharedSpec<SupplyPointRow, keyof SupplyPointName>['on'] = {
  'lifecycle.leave-supplier.requested': ({ data, envelope }) =>
    pointFacts(leaveName(data), data.supply_points, envelope, { requested_at: envelope.time, listed: true }),
  'lifecycle.leave-supplier.updated': ({ data, envelope }) =>
    pointFacts(leaveName(data), data.supply_points, envelope, { listed: true }),
  'lifecycle.leave-supplier.supply-point-journey-await-pre-termination-flow-step.initiated': one(
    'awaiting_pre_termination_at',
  ),
  'lifecycle.leave-supplier.supply-point-journey-await-pre-agreement-termination-flow-step.initiated': one(
    'awaiting_pre_agreement_termination_at',
  ),
  'lifecycle.leave-supplier.termination.initiated': one('termination_initiated_at'),
  'lifecycle.leave-supplier.termination.confirmed': one('termination_confirmed_at'),
  'lifecycle.leave-supplier.supply-point-journey-await-post-termination-flow-step.initiated': one(
    'awaiting_post_termination_at',
  ),
  'lifecycle.leave-supplier.completed': all('completed_at'),
  'lifecycle.leave-supplier.cancellation-requested': all('cancellation_requested_at'),
  'lifecycle.leave-supplier.cancelled': all('cancelled_at'),
  'lifecycle.leave-supplier.reversal-requested': all('reversal_requested_at'),
};
