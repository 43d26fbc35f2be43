import type { ImporterStore } from '../../importer/index.js';
import { createImportBatch } from './importer-batch.js';
import { drawLedgerEntryIds } from './importer-identifiers.js';
import { createOrderBatch } from './importer-orders.js';
import { claimTasks, finishTasks, retryTasks } from './importer-tasks.js';
import type { JournalWriter } from './journal.js';
import type { Pool } from './pool.js';
import { inTransaction } from './transaction.js';

/** The importer's tables, and those of the intake that it finishes, as the importer's port. */
export function createImporterStore(pool: Pool, journal: JournalWriter): ImporterStore {
  return {
    inBatch: (limit, work) =>
      inTransaction(pool, async (client) => work(await createImportBatch(client, journal, limit))),
    inOrderBatch: (limit, now, work) =>
      inTransaction(pool, async (client) => work(await createOrderBatch(client, journal, limit, now))),
    claimTasks: (kind, limit, leaseMs) => claimTasks(pool, kind, limit, leaseMs),
    drawLedgerEntryIds: (count) => drawLedgerEntryIds(pool, count),
    finishTasks: (finished) => inTransaction(pool, (client) => finishTasks(client, journal, finished)),
    retryTasks: (retries) => retryTasks(pool, retries),
  };
}
