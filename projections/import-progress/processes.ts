import type { Envelope } from '../../src/event/index.js';
import { type EventOf, owned } from '../../src/projector/define.js';

/** One fault of a failed or refused import, without the value at fault. */
export interface Fault {
  readonly code: string;
  readonly attr: string;
}

export type ProcessState = 'waiting' | 'complete' | 'error' | 'cancelled';

export interface ProcessRow {
  readonly organisation: string;
  readonly resource_type: string;
  readonly external_identifier: string;
  /** False where only an outcome was told: such a process counts for no supplier. */
  readonly accepted: boolean;
  readonly import_supplier: string | null;
  readonly state: ProcessState;
  /** 0 where no attempt was accepted. */
  readonly attempt: number;
  readonly account_number: string | null;
  /** What the process made, in the words of its outcome. */
  readonly identifier: string | null;
  readonly first_accepted_at: string | null;
  readonly accepted_at: string | null;
  readonly finished_at: string | null;
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly errors: readonly Fault[] | null;
  readonly expiry_window_end: string | null;
  /** The catalogue event that ended the latest attempt that ended: the same event again changes nothing. */
  readonly outcome_event_id: string | null;
}

type Key = Pick<ProcessRow, 'organisation' | 'resource_type' | 'external_identifier'>;
type Outcome = Partial<ProcessRow> & { readonly state: ProcessState };

export type OutcomeType =
  | 'data_import.import_process.complete'
  | 'data_import.import_process.error'
  | 'data_import.import_process.cancelled'
  | 'data_import.order_process.complete'
  | 'data_import.order_process.error'
  | 'data_import.order_process.cancelled';

const unaccepted = (key: Key): ProcessRow => ({
  ...key,
  accepted: false,
  import_supplier: null,
  state: 'waiting',
  attempt: 0,
  account_number: null,
  identifier: null,
  first_accepted_at: null,
  accepted_at: null,
  finished_at: null,
  error_code: null,
  error_detail: null,
  errors: null,
  expiry_window_end: null,
  outcome_event_id: null,
});

/** The same process waiting once more, nothing known of how it ends. */
function accepted(row: ProcessRow | undefined, event: EventOf<'import.accepted'>): ProcessRow {
  const { organisation, resource_type, external_identifier, import_supplier, attempt } = event.data;
  if (row && row.attempt >= attempt) return row;
  return {
    ...unaccepted({ organisation, resource_type, external_identifier }),
    accepted: true,
    import_supplier,
    attempt,
    account_number: event.data.account_number,
    first_accepted_at: row?.first_accepted_at ?? event.envelope.time,
    accepted_at: event.envelope.time,
    outcome_event_id: row?.outcome_event_id ?? null,
  };
}

/** The internal companion of an error outcome: it knows attempt and fields, the catalogue's event the detail. */
function failed(row: ProcessRow | undefined, event: EventOf<'import.failed'>): ProcessRow {
  const { organisation, resource_type, external_identifier, attempt, code, errors } = event.data;
  const before = row ?? unaccepted({ organisation, resource_type, external_identifier });
  if (before.attempt > attempt || before.state === 'complete' || before.state === 'cancelled') return before;
  return {
    ...before,
    state: 'error',
    finished_at: before.finished_at ?? event.envelope.time,
    error_code: code,
    errors: errors.map((fault) => ({ code: fault.code, attr: fault.attr })),
  };
}

/**
 * The first outcome of an attempt stands. A process that was never accepted has no attempts: there the newest
 * outcome is shown.
 */
function ended(before: ProcessRow, { id, time }: Envelope, outcome: Outcome): ProcessRow {
  if (before.outcome_event_id === id) return before;
  const completesFailure =
    outcome.state === 'error' && before.state === 'error' && before.error_detail === null;
  if (before.accepted && before.state !== 'waiting' && !completesFailure) return before;
  const base = before.accepted ? before : unaccepted(before);
  return {
    ...base,
    ...outcome,
    errors: completesFailure ? before.errors : base.errors,
    finished_at: (completesFailure ? before.finished_at : null) ?? time,
    outcome_event_id: id,
  };
}

type Name = Omit<Key, 'organisation'>;

/** What an outcome does to the process it names. One without an organisation names none of ours. */
function outcome<Type extends OutcomeType>(
  name: (data: EventOf<Type>['data']) => Name,
  tell: (data: EventOf<Type>['data']) => Outcome,
) {
  const keys = ({ data, envelope: { organisation } }: EventOf<Type>): readonly Key[] =>
    organisation === null ? [] : [{ organisation, ...name(data) }];
  return {
    rows: keys,
    fold(row: ProcessRow | undefined, event: EventOf<Type>): ProcessRow {
      const before = row ?? keys(event).map(unaccepted)[0];
      if (!before) throw new Error('an outcome without an organisation has no process');
      return ended(before, event.envelope, tell(event.data));
    },
  };
}

const byProcess = (data: { resource_type: string; external_identifier: string }) => ({
  resource_type: data.resource_type,
  external_identifier: data.external_identifier,
});
const byOrder = (data: { external_order_id: string }) => ({
  resource_type: 'order',
  external_identifier: data.external_order_id,
});
const own = ({ data }: { data: Key }): readonly Key[] => [
  {
    organisation: data.organisation,
    resource_type: data.resource_type,
    external_identifier: data.external_identifier,
  },
];
const error = (data: { error_code: string; error_detail: string }): Outcome => ({
  state: 'error',
  error_code: data.error_code,
  error_detail: data.error_detail,
});
const cancelled = (data: { expiry_window_end: string }): Outcome => ({
  state: 'cancelled',
  expiry_window_end: data.expiry_window_end,
});

/** One row a process, told by its latest attempt. */
export const processes = owned<ProcessRow>({
  key: ['organisation', 'resource_type', 'external_identifier'],
  partitionedBy: 'process',
  on: {
    'import.accepted': { rows: own, fold: accepted },
    'import.failed': { rows: own, fold: failed },
    'data_import.import_process.complete': outcome(byProcess, (data) => ({
      state: 'complete',
      identifier: data.identifier,
      ...(data.resource_type === 'account' ? { account_number: data.identifier } : {}),
    })),
    'data_import.import_process.error': outcome(byProcess, error),
    'data_import.import_process.cancelled': outcome(byProcess, cancelled),
    'data_import.order_process.complete': outcome(byOrder, (data) => ({
      state: 'complete',
      identifier: data.process_id,
    })),
    'data_import.order_process.error': outcome(byOrder, error),
    'data_import.order_process.cancelled': outcome(byOrder, cancelled),
  },
});
