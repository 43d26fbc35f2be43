import type { AttemptStatus, ImportProcess, TaskStatus } from './port.js';
import { ORDER, type Resource } from './resources.js';

/** A process as its status call shows it. */
export function presentProcess(process: ImportProcess, { type, identifierField }: Resource) {
  return {
    [identifierField]: process.externalIdentifier,
    resource_type: type,
    state: process.state,
    attempt: process.attempt,
    import_supplier: process.importSupplier,
    import_supplier_revision: process.supplierRevision,
    accepted_at: process.acceptedAt,
    finished_at: process.finishedAt,
    expiry_window_end: process.expiryWindowEnd,
    account_number: process.accountNumber,
    ...(type === ORDER.type && { process_number: process.processNumber }),
    outcome: outcomeOf(process),
    error: process.error,
    attempts: [...process.pastAttempts, process].map(presentAttempt),
    timeline: timelineOf(process),
    post_import_tasks: process.tasks.map(presentTask),
  };
}

/** `null` while it waits. */
function outcomeOf(process: ImportProcess) {
  if (process.state === 'waiting') return null;
  return {
    state: process.state,
    at: process.finishedAt,
    /** What it made: the account, or the process that an order started. */
    identifier: process.processNumber ?? process.accountNumber,
    cancelled_because: process.cancelledBecause,
  };
}

function presentAttempt(attempt: AttemptStatus) {
  return {
    attempt: attempt.attempt,
    import_supplier: attempt.importSupplier,
    import_supplier_revision: attempt.supplierRevision,
    state: attempt.state,
    accepted_at: attempt.acceptedAt,
    finished_at: attempt.finishedAt,
    expiry_window_end: attempt.expiryWindowEnd,
    cancelled_because: attempt.cancelledBecause,
    error: attempt.error,
  };
}

function presentTask(task: TaskStatus) {
  return {
    task: task.task,
    state: task.state,
    tries: task.tries,
    planned_at: task.plannedAt,
    finished_at: task.finishedAt,
    error: task.error,
  };
}

interface Moment {
  readonly at: string;
  /** `accepted` or how an attempt ended; `task_planned` or how a task ended. */
  readonly what: string;
  readonly attempt: number;
  readonly task?: string;
}

/** Everything that is known to have happened, in order. */
function timelineOf(process: ImportProcess): Moment[] {
  const moments = [...process.pastAttempts, process].flatMap((one): Moment[] => [
    { at: one.acceptedAt, what: 'accepted', attempt: one.attempt },
    ...(one.finishedAt === null ? [] : [{ at: one.finishedAt, what: one.state, attempt: one.attempt }]),
  ]);
  const tasks = process.tasks.flatMap(({ task, state, plannedAt, finishedAt }): Moment[] => [
    { at: plannedAt, what: 'task_planned', attempt: process.attempt, task },
    ...(finishedAt === null
      ? []
      : [{ at: finishedAt, what: `task_${state}`, attempt: process.attempt, task }]),
  ]);
  // Sorting is stable: what happened at the same time stays in the order of cause.
  return [...moments, ...tasks].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
