import { aboutProcess, type NewEvent } from './events.js';
import { type TaskFailureCode, taskFailureDetails } from './faults.js';
import type { FinishedTask } from './port.js';
import type { ClaimedTask } from './tasks.js';

/** How a task ended: its result and its events, the last of which tells the result. */
export interface TaskOutcome {
  readonly result: FinishedTask['result'];
  readonly events: readonly NewEvent[];
}

/** @param led what the task itself led to, told before its completion. */
export function taskCompleted(task: ClaimedTask, led: readonly NewEvent[]): TaskOutcome {
  const completed = aboutProcess(task)('data_import.import_process.post_import.completed', 'v1', {
    ...named(task),
    identifier: task.accountNumber,
  });
  return { result: { state: 'complete' }, events: [...led, completed] };
}

/** @param about what exactly, for a person; left out where the code says it all. */
export function taskFailed(task: ClaimedTask, code: TaskFailureCode, about?: string): TaskOutcome {
  const detail = about === undefined ? taskFailureDetails[code] : `${taskFailureDetails[code]}: ${about}`;
  const failed = aboutProcess(task)('data_import.import_process.post_import.error', 'v1', {
    ...named(task),
    error_code: code,
    error_detail: detail,
  });
  return { result: { state: 'error', code, detail }, events: [failed] };
}

function named({ task, resourceType, externalIdentifier }: ClaimedTask) {
  return {
    resource_type: task,
    import_process_resource_type: resourceType,
    import_process_external_identifier: externalIdentifier,
  };
}
