import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface LatePaymentFeeRunRow extends Provenance {
  readonly account_number: string;
  readonly run_id: string;
  readonly service: 'calculation' | 'application' | 'calculator';
  readonly started_at: string | null;
  readonly completed_at: string | null;
  readonly fees_calculated_count: number | null;
  readonly fees_applied_count: number | null;
  readonly fees_unapplied_count: number | null;
}

interface RunEvent<Counts = unknown> {
  readonly data: { readonly account_number: string; readonly run_id: string } & Counts;
  readonly envelope: Envelope;
}

const run = ({ data, envelope }: RunEvent, service: LatePaymentFeeRunRow['service']) => ({
  account_number: data.account_number,
  run_id: data.run_id,
  service,
  ...provenanceOf(envelope),
});

const started = (service: LatePaymentFeeRunRow['service']) => (event: RunEvent) => [
  { ...run(event, service), started_at: event.envelope.time },
];

const applied =
  (service: LatePaymentFeeRunRow['service']) =>
  (event: RunEvent<{ readonly fees_applied_count: number; readonly fees_unapplied_count: number }>) => [
    {
      ...run(event, service),
      completed_at: event.envelope.time,
      fees_applied_count: event.data.fees_applied_count,
      fees_unapplied_count: event.data.fees_unapplied_count,
    },
  ];

/** One row an account and run of a service for late payment fees. */
export const latePaymentFeeRuns = shared<LatePaymentFeeRunRow, 'account_number' | 'run_id' | 'service'>({
  key: ['account_number', 'run_id', 'service'],
  merge: {
    ...provenance,
    started_at: 'least',
    completed_at: 'greatest',
    fees_calculated_count: 'latest',
    fees_applied_count: 'latest',
    fees_unapplied_count: 'latest',
  },
  on: {
    late_payment_fee_calculation_service_started: started('calculation'),
    late_payment_fee_calculation_service_completed: (event) => [
      {
        ...run(event, 'calculation'),
        completed_at: event.envelope.time,
        fees_calculated_count: event.data.fees_calculated_count,
      },
    ],
    late_payment_fee_application_service_started: started('application'),
    late_payment_fee_application_service_completed: applied('application'),
    late_payment_fee_calculator_started: started('calculator'),
    late_payment_fee_calculator_completed: applied('calculator'),
  },
});

export interface LatePaymentFeeRow extends Provenance {
  readonly account_number: string;
  readonly charge_id: string;
  readonly run_id: string | null;
  /** In pence. */
  readonly fee_amount: number | null;
  readonly fee_date: string | null;
  readonly fee_type: string | null;
  readonly applied_at: string | null;
}

/** One row a late payment fee that was charged to an account. */
export const latePaymentFees = shared<LatePaymentFeeRow, 'account_number' | 'charge_id'>({
  key: ['account_number', 'charge_id'],
  merge: {
    ...provenance,
    run_id: 'latest',
    fee_amount: 'latest',
    fee_date: 'latest',
    fee_type: 'latest',
    applied_at: 'least',
  },
  on: {
    late_payment_fee_application_service_fee_applied: ({ data, envelope }) => [
      {
        account_number: data.account_number,
        charge_id: data.charge_id,
        ...provenanceOf(envelope),
        run_id: data.run_id,
        fee_amount: data.fee_amount,
        fee_date: data.fee_date,
        fee_type: data.fee_type,
        applied_at: envelope.time,
      },
    ],
    late_payment_fee_calculator_fee_applied: ({ data, envelope }) => [
      {
        account_number: data.account_number,
        charge_id: data.charge_id,
        ...provenanceOf(envelope),
        run_id: data.run_id,
        applied_at: envelope.time,
      },
    ],
  },
});

export interface LatePaymentFeeWaiverRow extends Provenance {
  readonly fee_id: number;
  readonly waived_at_told: string | null;
  readonly support_user_id: number | null;
}

/** One row a fee that was waived. No event tells which charge its id belongs to, so it stands alone. */
export const latePaymentFeeWaivers = shared<LatePaymentFeeWaiverRow, 'fee_id'>({
  key: ['fee_id'],
  merge: { ...provenance, waived_at_told: 'latest', support_user_id: 'latest' },
  on: {
    late_payment_fee_waived: ({ data, envelope }) => [
      {
        fee_id: data.fee_id,
        ...provenanceOf(envelope),
        waived_at_told: data.waived_at,
        support_user_id: data.support_user_id,
      },
    ],
  },
});
