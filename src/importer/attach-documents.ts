import { setMaxListeners } from 'node:events';
import type { ObjectStore } from './port.js';
import { taskCompleted, taskFailed } from './task-outcome.js';
import type { ClaimedTask } from './tasks.js';
import type { Attempt, Errand } from './try-tasks.js';

/** Questions to the object store under way at once. */
const LANES = 16;

/** Looks for the documents of an account where they must lie. */
export function documentErrand(objectStore: ObjectStore): Errand<'attach_documents'> {
  return {
    task: 'attach_documents',
    claimSize: 64,
    lanes: LANES,
    asked: 'the object store',
    givenUp: (task) => taskFailed(task, 'object_store_unavailable'),
    attempt: (task, asking) => {
      // Each question may listen; Node would take more than ten listeners for a leak.
      setMaxListeners(LANES, asking);
      return checkDocuments(task, objectStore, asking);
    },
  };
}

async function checkDocuments(
  task: ClaimedTask<'attach_documents'>,
  objectStore: ObjectStore,
  asking: AbortSignal,
): Promise<Attempt<'attach_documents'>> {
  const missing: string[] = [];
  try {
    for (const path of task.input.paths) {
      if (!(await objectStore.exists(task.rootLocation, path, asking))) missing.push(path);
    }
  } catch (cause) {
    return { kind: 'unanswered', cause };
  }
  const outcome = () =>
    missing.length > 0 ? taskFailed(task, 'document_not_found', missing.join(', ')) : taskCompleted(task, []);
  return { kind: 'ended', outcome };
}
