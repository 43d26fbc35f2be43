import { type EventOf, shared } from '../../src/projector/define.js';

export interface ContractJourneyRow {
  readonly contract_identifier: string;
  readonly journey_number: string;
  readonly purpose: 'creation' | 'variation' | 'termination' | null;
  readonly type: string | null;
  readonly requested_at_told: string | null;
  readonly subjects: readonly { readonly number: string; readonly subject_number: string }[] | null;
  readonly started_at: string | null;
}

type JourneyEvent = EventOf<
  | 'contracts.journeys.creation.started'
  | 'contracts.journeys.variation.started'
  | 'contracts.journeys.termination.started'
>;

const started = ({ data, envelope }: JourneyEvent, purpose: NonNullable<ContractJourneyRow['purpose']>) => [
  {
    contract_identifier: data.contract_identifier,
    journey_number: data.contract_journey.number,
    purpose,
    type: data.contract_journey.type,
    requested_at_told: data.contract_journey.requested_at,
    subjects: 'subject_contract_journeys' in data ? data.subject_contract_journeys : null,
    started_at: envelope.time,
  },
];

/** One row a journey of a contract that was started. */
export const contractJourneys = shared<ContractJourneyRow, 'contract_identifier' | 'journey_number'>({
  key: ['contract_identifier', 'journey_number'],
  merge: {
    purpose: 'latest',
    type: 'latest',
    requested_at_told: 'latest',
    subjects: 'latest',
    started_at: 'least',
  },
  on: {
    'contracts.journeys.creation.started': (event) => started(event, 'creation'),
    'contracts.journeys.variation.started': (event) => started(event, 'variation'),
    'contracts.journeys.termination.started': (event) => started(event, 'termination'),
  },
});

export interface ContractSubjectRow {
  readonly contract_identifier: string;
  readonly subject_type: string;
  readonly subject_identifier: string;
  readonly is_present: boolean | null;
  readonly effective_from: string | null;
  readonly effective_to: string | null;
  readonly changed_at: string | null;
}

/** One row a subject of a contract that was ever amended, kept when removed. */
export const contractSubjects = shared<
  ContractSubjectRow,
  'contract_identifier' | 'subject_type' | 'subject_identifier'
>({
  key: ['contract_identifier', 'subject_type', 'subject_identifier'],
  merge: { is_present: 'latest', effective_from: 'latest', effective_to: 'latest', changed_at: 'greatest' },
  on: {
    'contracts.subject-amended': ({ data, envelope }) => {
      const amended = (subjects: typeof data.added, is_present: boolean) =>
        subjects.map((subject) => ({
          contract_identifier: data.contract_identifier,
          subject_type: subject.type,
          subject_identifier: subject.identifier,
          is_present,
          effective_from: subject.effective_from,
          effective_to: subject.effective_to,
          changed_at: envelope.time,
        }));
      // Of one event the first word on a subject holds: what is removed and added anew is there.
      return [...amended(data.added, true), ...amended(data.updated, true), ...amended(data.removed, false)];
    },
  },
});
