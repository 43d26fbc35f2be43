import { fileURLToPath } from 'node:url';
import accountState from '../../projections/account-state/projection.js';
import backOffice from '../../projections/back-office/projection.js';
import eventHistory from '../../projections/event-history/projection.js';
import importProgress from '../../projections/import-progress/projection.js';
import supplierLifecycles from '../../projections/supplier-lifecycles/projection.js';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { createJournalStore } from '../../src/adapters/postgres/journal-reader.js';
import { createProjectionStore } from '../../src/adapters/postgres/projection-store.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { type Catalogue, loadCatalogue } from '../../src/catalogue/index.js';
import { compile } from '../../src/projector/compile.js';
import type { ProjectionStore } from '../../src/projector/index.js';
import { PartitionWorker } from '../../src/projector/worker.js';
import { createTestDatabase, type TestDatabase } from './postgres.js';
import { keyed, type ToldEvent } from './projection-spec.js';

export const projectionsFolder = fileURLToPath(new URL('../../projections', import.meta.url));
export const readModels = [importProgress, accountState, supplierLifecycles, eventHistory, backOffice];

/** The versions that the views of a {@link ReadModelFixture} show. */
export const liveVersions = {
  'import-progress': importProgress.version,
  'account-state': accountState.version,
  'supplier-lifecycles': supplierLifecycles.version,
  'event-history': eventHistory.version,
  'back-office': backOffice.version,
};

/** A database with the read models, filled only when a test says so. */
export class ReadModelFixture {
  readonly database: TestDatabase;
  readonly store: ProjectionStore;
  readonly #journal: JournalWriter;
  readonly catalogue: Catalogue;

  private constructor(
    database: TestDatabase,
    store: ProjectionStore,
    journal: JournalWriter,
    catalogue: Catalogue,
  ) {
    this.database = database;
    this.store = store;
    this.#journal = journal;
    this.catalogue = catalogue;
  }

  static async make(partitions = 3): Promise<ReadModelFixture> {
    const [database, catalogue] = await Promise.all([createTestDatabase(), loadCatalogue()]);
    const journal = await openJournal(database.pool, partitions);
    const store = createProjectionStore(database.pool, projectionsFolder);
    for (const projection of readModels) await store.ensure(projection);
    return new ReadModelFixture(database, store, journal, catalogue);
  }

  /** Appends to the log; nothing is applied yet. */
  async publish(...events: readonly ToldEvent[]): Promise<void> {
    const appended = events.map((event) => keyed(this.catalogue, event));
    await inTransaction(this.database.pool, (client) => this.#journal.commitWith(client, appended));
  }

  /** Applies what is in the log, in windows of a few events. */
  async apply(windowEvents = 50): Promise<void> {
    const journal = createJournalStore(this.database.pool);
    for (const projection of readModels) {
      for (const partition of (await journal.heads()).keys()) {
        const worker = await PartitionWorker.open(compile(projection), this.store, partition, {
          cachedRows: 10,
          windowRows: 10,
        });
        for (;;) {
          const events = await journal.read(partition, worker.sequence, { events: windowEvents, bytes: 1e9 });
          if (events.length === 0) break;
          const parked = await worker.apply(
            events.map((recorded) => ({ recorded, decoded: this.catalogue.decodeCurrent(recorded) })),
          );
          if (parked[0]) throw new Error(`${parked[0].event.envelope.type} was parked: ${parked[0].detail}`);
        }
      }
    }
  }

  async tell(...events: readonly ToldEvent[]): Promise<void> {
    await this.publish(...events);
    await this.apply();
  }
}
