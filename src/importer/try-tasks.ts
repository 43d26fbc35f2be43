import { backoffMs } from '../pacing/backoff.js';
import type { ImportContext } from './decide-safely.js';
import type { FinishedTask, ImporterStore, TaskRetry } from './port.js';
import { seal } from './seal.js';
import { type TaskOutcome, taskFailed } from './task-outcome.js';
import type { ClaimedTask, TaskKind } from './tasks.js';

export interface TaskContext extends ImportContext {
  readonly store: ImporterStore;
}

/** A claim is another's after this time. Longer than any batch takes, as short as a crash may delay a task. */
export const LEASE_MS = 60_000;
/** What a claim may spend asking others, so that there is time left to store what came of it. */
const ASKING_MS = 30_000;
/** With the waits below, whoever is asked may be away for about an hour before a task is given up. */
export const MOST_TRIES = 20;
const FIRST_WAIT_MS = 1_000;
const MOST_WAIT_MS = 300_000;

/** What came of asking somebody else to do a task. */
export type Attempt<Kind extends TaskKind> =
  | { readonly kind: 'ended'; readonly outcome: () => TaskOutcome }
  /** They did not answer; asking again may help. `remaining` where some of it is done. */
  | { readonly kind: 'unanswered'; readonly cause: unknown; readonly remaining?: ClaimedTask<Kind>['input'] };

/** A kind of task that needs somebody else: it is tried again and again, with longer and longer waits. */
export interface Errand<Kind extends TaskKind> {
  readonly task: Kind;
  /** Tasks in one claim; the first failed answers should not come too late. */
  readonly claimSize: number;
  /** Tasks under way at once. */
  readonly lanes: number;
  /** Whom it asks, for the log. */
  readonly asked: string;
  /** The end of a task whose tries are used up. */
  readonly givenUp: (task: ClaimedTask<Kind>) => TaskOutcome;
  /** Never rejects. `asking` is aborted when time is up or the importer stops. */
  readonly attempt: (task: ClaimedTask<Kind>, asking: AbortSignal) => Promise<Attempt<Kind>>;
}

/** Tries all tasks of one kind that are due, up to a claim's size. @returns how many were claimed. */
export async function tryTasks<Kind extends TaskKind>(
  errand: Errand<Kind>,
  context: TaskContext,
  stopping: AbortSignal,
): Promise<number> {
  const claimed = await context.store.claimTasks(errand.task, errand.claimSize, LEASE_MS);
  if (claimed.length === 0) return 0;
  const waiting = [...claimed];
  const finished: FinishedTask[] = [];
  const retries: TaskRetry[] = [];
  const asking = AbortSignal.any([stopping, AbortSignal.timeout(ASKING_MS)]);
  const lane = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const ended = await tryOne(errand, task, context, asking, stopping);
      if ('waitMs' in ended) retries.push(ended);
      else finished.push(ended);
    }
  };
  await Promise.all(Array.from({ length: errand.lanes }, lane));
  await finishTasks(finished, context);
  if (retries.length > 0) await context.store.retryTasks(retries);
  return claimed.length;
}

async function tryOne<Kind extends TaskKind>(
  errand: Errand<Kind>,
  task: ClaimedTask<Kind>,
  context: TaskContext,
  asking: AbortSignal,
  stopping: AbortSignal,
): Promise<FinishedTask | TaskRetry> {
  if (asking.aborted) return { claimed: task, tried: false, waitMs: stopping.aborted ? 0 : FIRST_WAIT_MS };
  const attempt = await errand.attempt(task, asking);
  if (attempt.kind === 'ended') return sealTask(task, attempt.outcome, context);
  const left = attempt.remaining && { remaining: attempt.remaining };
  // Interrupted because we stop: whoever comes next tries at once.
  if (stopping.aborted) return { claimed: task, tried: false, waitMs: 0, ...left };
  const { organisation, externalIdentifier, tries } = task;
  context.log.warn(
    { err: attempt.cause, organisation, externalIdentifier, task: task.task, tries, mostTries: MOST_TRIES },
    `${errand.asked} did not answer for a post-import task`,
  );
  if (tries >= MOST_TRIES) return sealTask(task, () => errand.givenUp(task), context);
  const waitMs = backoffMs(tries, FIRST_WAIT_MS, MOST_WAIT_MS, Math.random());
  return { claimed: task, tried: true, waitMs, ...left };
}

/** A task that cannot be carried out or encoded fails alone. */
export function sealTask(task: ClaimedTask, run: () => TaskOutcome, context: TaskContext): FinishedTask {
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

/** Stores ends of tasks that are still this claim's. */
export async function finishTasks(
  finished: readonly FinishedTask[],
  { store, log }: TaskContext,
): Promise<void> {
  if (finished.length === 0) return;
  const ended = await store.finishTasks(finished);
  if (ended < finished.length) {
    log.warn({ overtaken: finished.length - ended }, 'claims of post-import tasks ran out before they ended');
  }
}
