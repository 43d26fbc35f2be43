import { setMaxListeners } from 'node:events';
import { backoffMs } from '../pacing/backoff.js';
import { checkDocuments } from './attach-documents.js';
import type { ImportContext } from './decide-safely.js';
import { openingEntries } from './opening-balance.js';
import type { FinishedTask, ImporterStore, ObjectStore, TaskRetry } from './port.js';
import { seal } from './seal.js';
import { type TaskOutcome, taskCompleted, taskFailed } from './task-outcome.js';
import type { ClaimedTask } from './tasks.js';

export interface TaskContext extends ImportContext {
  readonly store: ImporterStore;
  readonly objectStore: ObjectStore;
}

/** Opening balances in one transaction; few, since each may post an entry per ledger. */
const OPENING_BALANCES = 200;
/** Tasks whose documents are looked for in one claim; the first failed answers should not come too late. */
const DOCUMENT_TASKS = 64;
/** Questions to the object store under way at once. */
const LANES = 16;
/** A claim is another's after this time. Longer than any batch takes, as short as a crash may delay a task. */
const LEASE_MS = 60_000;
/** What a claim may spend asking the object store, so that there is time left to store what it found. */
const ASKING_MS = 30_000;
/** With the waits below, the object store may be away for about an hour before a task is given up. */
export const MOST_TRIES = 20;
const FIRST_WAIT_MS = 1_000;
const MOST_WAIT_MS = 300_000;

/** Posts opening balances that are due. @returns how many tasks were claimed. */
export async function runOpeningBalances(context: TaskContext): Promise<number> {
  const { store } = context;
  const claimed = await store.claimTasks('opening_balance', OPENING_BALANCES, LEASE_MS);
  if (claimed.length === 0) return 0;
  const ledgers = claimed.reduce((sum, task) => sum + task.input.ledgers.length, 0);
  const entryIds = await store.drawLedgerEntryIds(ledgers);
  const finished: FinishedTask[] = [];
  let dealt = 0;
  for (const task of claimed) {
    const own = entryIds.slice(dealt, dealt + task.input.ledgers.length);
    dealt += own.length;
    finished.push(sealTask(task, () => taskCompleted(task, openingEntries(task, own)), context));
  }
  await finish(finished, context);
  return claimed.length;
}

/** Looks for the documents of tasks that are due. @returns how many tasks were claimed. */
export async function runDocumentTasks(context: TaskContext, signal: AbortSignal): Promise<number> {
  const claimed = await context.store.claimTasks('attach_documents', DOCUMENT_TASKS, LEASE_MS);
  if (claimed.length === 0) return 0;
  const waiting = [...claimed];
  const finished: FinishedTask[] = [];
  const retries: TaskRetry[] = [];
  const asking = AbortSignal.any([signal, AbortSignal.timeout(ASKING_MS)]);
  // Each question may listen; Node would take more than ten listeners for a leak.
  setMaxListeners(LANES, asking);
  const lane = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const ended = await tryDocuments(task, context, asking, signal);
      if ('waitMs' in ended) retries.push(ended);
      else finished.push(ended);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await finish(finished, context);
  if (retries.length > 0) await context.store.retryTasks(retries);
  return claimed.length;
}

async function tryDocuments(
  task: ClaimedTask<'attach_documents'>,
  context: TaskContext,
  asking: AbortSignal,
  stopping: AbortSignal,
): Promise<FinishedTask | TaskRetry> {
  if (asking.aborted) return { claimed: task, tried: false, waitMs: stopping.aborted ? 0 : FIRST_WAIT_MS };
  const check = await checkDocuments(task, context.objectStore, asking);
  if (check.kind === 'found') return sealTask(task, () => taskCompleted(task, []), context);
  if (check.kind === 'missing') {
    return sealTask(task, () => taskFailed(task, 'document_not_found', check.paths.join(', ')), context);
  }
  // Interrupted because we stop: whoever comes next tries at once.
  if (stopping.aborted) return { claimed: task, tried: false, waitMs: 0 };
  const { organisation, externalIdentifier, tries } = task;
  context.log.warn(
    { err: check.cause, organisation, externalIdentifier, task: task.task, tries, mostTries: MOST_TRIES },
    'the object store could not be asked for documents',
  );
  if (tries >= MOST_TRIES) {
    return sealTask(task, () => taskFailed(task, 'object_store_unavailable'), context);
  }
  return { claimed: task, tried: true, waitMs: backoffMs(tries, FIRST_WAIT_MS, MOST_WAIT_MS, Math.random()) };
}

/** A task that cannot be carried out or encoded fails alone. */
function sealTask(task: ClaimedTask, run: () => TaskOutcome, context: TaskContext): FinishedTask {
  try {
    return sealOutcome(task, run(), context);
  } catch (error) {
    const { organisation, externalIdentifier, correlationId } = task;
    context.log.error(
      { err: error, organisation, externalIdentifier, correlationId, task: task.task },
      'a post-import task could not be carried out and ends in internal_task_error',
    );
    return sealOutcome(task, taskFailed(task, 'internal_task_error'), context);
  }
}

function sealOutcome(task: ClaimedTask, { result, events }: TaskOutcome, context: TaskContext): FinishedTask {
  const time = new Date(context.clock()).toISOString();
  return { claimed: task, result, events: events.map((event) => seal(event, task, time, context.encoder)) };
}

async function finish(finished: readonly FinishedTask[], { store, log }: TaskContext): Promise<void> {
  if (finished.length === 0) return;
  const ended = await store.finishTasks(finished);
  if (ended < finished.length) {
    log.warn({ overtaken: finished.length - ended }, 'claims of post-import tasks ran out before they ended');
  }
}
