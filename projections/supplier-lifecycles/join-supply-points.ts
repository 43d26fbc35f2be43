import type { Envelope } from '../../src/event/index.js';
import type { SharedSpec } from '../../src/projector/define.js';
import { type JoinData, joinName, toldAt } from './names.js';
import { type PointFact, pointFact, pointFacts, type ToldPoint } from './point-facts.js';
import type { PointStep } from './steps.js';
import type { SupplyPointName, SupplyPointRow } from './supply-points.js';

interface AllPoints {
  readonly data: JoinData & { readonly supply_points: readonly ToldPoint[] };
  readonly envelope: Envelope;
}

interface OnePoint {
  readonly data: JoinData & { readonly supply_point: ToldPoint; readonly activation_journey_type?: string };
  readonly envelope: Envelope;
}

/** An event of the whole process: each supply point that it names reached the step. */
const all =
  (step: PointStep) =>
  ({ data, envelope }: AllPoints) =>
    pointFacts(joinName(data), data.supply_points, envelope, { [step]: envelope.time });

/** An event of the journey of one supply point. */
const one =
  (step: PointStep) =>
  ({ data, envelope }: OnePoint) => [
    pointFact(joinName(data), data.supply_point, envelope, {
      [step]: envelope.time,
      activation_journey_type: data.activation_journey_type ?? null,
    }),
  ];

interface EnrolledPoint {
  readonly market_name: string;
  readonly external_identifier: string;
  readonly confirmed_ssd: string;
  readonly was_cancelled: boolean;
}

/** What enrollment says of the supply points of a process; `these` are the ones the event is about. */
function enrolled(
  data: JoinData & { readonly all_supply_points: readonly EnrolledPoint[] },
  envelope: Envelope,
  these: readonly EnrolledPoint[],
  facts: Partial<SupplyPointRow>,
): readonly PointFact[] {
  const process = joinName(data);
  const fact = (point: EnrolledPoint) => ({
    ...process,
    market_name: point.market_name,
    external_identifier: point.external_identifier,
    ...toldAt(envelope),
    confirmed_ssd: point.confirmed_ssd,
    was_cancelled: point.was_cancelled,
  });
  return [...data.all_supply_points.map(fact), ...these.map((point) => ({ ...fact(point), ...facts }))];
}

/** What the events of join processes tell of their supply points. */
export const joinSupplyPoints: SharedSpec<SupplyPointRow, keyof SupplyPointName>['on'] = {
  'lifecycle.join-supplier.requested': ({ data, envelope }) =>
    pointFacts(joinName(data), data.supply_points, envelope, { requested_at: envelope.time, listed: true }),
  'lifecycle.join-supplier.supply-point-journey-await-pre-activation-flow-step.initiated': one(
    'awaiting_pre_activation_at',
  ),
  'lifecycle.join-supplier.activation.initiated': one('activation_initiated_at'),
  'lifecycle.join-supplier.activation.completed': one('activation_completed_at'),
  'lifecycle.join-supplier.supply-period.created': one('supply_period_created_at'),
  'lifecycle.join-supplier.agreement.created': one('agreement_created_at'),
  'lifecycle.join-supplier.supply-point-journey-await-post-activation-flow-step.initiated': one(
    'awaiting_post_activation_at',
  ),
  'lifecycle.join-supplier.completed': all('completed_at'),
  'lifecycle.join-supplier.cancellation-requested': all('cancellation_requested_at'),
  'lifecycle.join-supplier.cancelled': all('cancelled_at'),
  'lifecycle.join-supplier.reversal-requested': all('reversal_requested_at'),
  'lifecycle.join-supplier.reversed': all('reversed_at'),
  'lifecycle.enrollment.supply-status-qualifies-account-for-loyalty-point': ({ data, envelope }) =>
    enrolled(data, envelope, data.supply_points_past_ssd, { past_ssd_at: envelope.time }),
  'lifecycle.enrollment.loyalty-points-qualification-reversed': ({ data, envelope }) =>
    enrolled(data, envelope, data.supply_points_no_longer_coming_on_supply, {
      no_longer_coming_at: envelope.time,
    }),
};
