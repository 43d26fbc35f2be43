import { openingEntries } from './opening-balance.js';
import type { FinishedTask } from './port.js';
import { taskCompleted } from './task-outcome.js';
import { finishTasks, LEASE_MS, sealTask, type TaskContext } from './try-tasks.js';

/** Opening balances in one transaction; few, since each may post an entry per ledger. */
const OPENING_BALANCES = 200;

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
  await finishTasks(finished, context);
  return claimed.length;
}
