import type { Merge } from '../../src/projector/definition.js';

/**
 * When each step was first reached: a column a step. The order in which events of a process come does not matter to
 * a least time, so the tables derive the status from these, by precedence.
 */
type StepTimes<Name extends string> = Readonly<Record<Name, string | null>>;

const least = <Name extends string>(...names: readonly Name[]): Readonly<Record<Name, Merge>> => {
  const merges: Partial<Record<Name, Merge>> = {};
  for (const name of names) merges[name] = 'least';
  return merges as Readonly<Record<Name, Merge>>;
};

/** Steps of a supply point, which its process reaches with the first of its supply points. */
export const pointSteps = least(
  'requested_at',
  'awaiting_pre_activation_at',
  'activation_initiated_at',
  'activation_completed_at',
  'supply_period_created_at',
  'agreement_created_at',
  'awaiting_post_activation_at',
  'awaiting_pre_termination_at',
  'awaiting_pre_agreement_termination_at',
  'termination_initiated_at',
  'termination_confirmed_at',
  'awaiting_post_termination_at',
  'cancellation_requested_at',
  'reversal_requested_at',
  'completed_at',
  'cancelled_at',
  'reversed_at',
);

export type PointStep = keyof typeof pointSteps;
export type PointStepTimes = StepTimes<PointStep>;

/** Steps of a process: those of its supply points, and those that it takes as a whole. */
export const processSteps = {
  ...pointSteps,
  ...least(
    'awaiting_pre_discovery_at',
    'awaiting_post_deactivation_at',
    'payment_instructions_initiated_at',
    'payment_instructions_completed_at',
    'security_deposits_created_at',
    'terms_accepted_at',
  ),
};

export type ProcessStep = keyof typeof processSteps;
export type ProcessStepTimes = StepTimes<ProcessStep>;
