import { backoffMs } from '../pacing/backoff.js';
import { createWaker } from '../pacing/waker.js';
import { documentErrand } from './attach-documents.js';
import { emailErrand } from './customer-email.js';
import { runOrders } from './orders/run-orders.js';
import type { EventEncoder, ImporterLog, ImporterStore, Mailer, ObjectStore, WorkHints } from './port.js';
import { runImports } from './run-imports.js';
import { runOpeningBalances } from './run-opening-balances.js';
import { type TaskContext, tryTasks } from './try-tasks.js';

export interface ImporterOptions {
  readonly store: ImporterStore;
  readonly objectStore: ObjectStore;
  readonly mailer: Mailer;
  readonly hints: WorkHints;
  readonly encoder: EventEncoder;
  readonly log: ImporterLog;
  /** Most imports, or orders, in one transaction. Default 250: larger ones hold the journal's partitions longer. */
  readonly batchImports?: number;
  /** How long to sleep where nothing waits and no hint comes. Default 1,000. */
  readonly pollMs?: number;
  /** Told each time a kind of work was done, and each time a fault kept it; then it is tried again. */
  readonly onTurn?: (work: string, fault: unknown) => void;
  /** Unix milliseconds. Default: the system's clock. */
  readonly clock?: () => number;
}

const FIRST_WAIT_MS = 100;
const MOST_WAIT_MS = 10_000;

/**
 * Runs accepted imports and orders, and post-import tasks, until `signal` is aborted; resolves when the work under way is
 * stored. A fault of the infrastructure is logged and waited out, for as long as it takes. Any number of importers
 * may run on one database.
 */
export async function runImporter(options: ImporterOptions, signal: AbortSignal): Promise<void> {
  const { store, batchImports = 250, clock = Date.now } = options;
  const context: TaskContext = { ...options, clock };
  const documents = documentErrand(options.objectStore);
  const emails = emailErrand(options.mailer);
  const work: Record<string, () => Promise<number>> = {
    imports: () => store.inBatch(batchImports, (batch) => runImports(batch, context)),
    orders: () => {
      const now = clock();
      return store.inOrderBatch(batchImports, now, (batch) => runOrders(batch, now, context));
    },
    'opening balances': () => runOpeningBalances(context),
    documents: () => tryTasks(documents, context, signal),
    'customer e-mails': () => tryTasks(emails, context, signal),
  };
  await Promise.all(Object.entries(work).map(([name, once]) => keepRunning(name, once, options, signal)));
}

/** One kind of work, over and over. `once` says how much there was; where there was none, it sleeps. */
async function keepRunning(
  name: string,
  once: () => Promise<number>,
  { hints, log, onTurn, pollMs = 1_000 }: ImporterOptions,
  signal: AbortSignal,
): Promise<void> {
  const waker = createWaker(signal);
  const unsubscribe = hints.subscribe(waker.wake);
  let failures = 0;
  try {
    while (!signal.aborted) {
      try {
        const done = await once();
        if (failures > 0) log.info({ work: name, failures }, 'the importer goes on');
        failures = 0;
        onTurn?.(name, undefined);
        if (done === 0) await waker.wait(pollMs);
      } catch (error) {
        failures += 1;
        onTurn?.(name, error);
        const waitMs = backoffMs(failures, FIRST_WAIT_MS, MOST_WAIT_MS, Math.random());
        log.error({ err: error, work: name, failures, waitMs }, 'the importer pauses and tries again');
        await waker.pause(waitMs);
      }
    }
  } finally {
    unsubscribe();
    waker.close();
  }
}
