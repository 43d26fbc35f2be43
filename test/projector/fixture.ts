import { expect } from 'vitest';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { createJournalStore } from '../../src/adapters/postgres/journal-reader.js';
import { createRedriveStore } from '../../src/adapters/postgres/projection-redrive.js';
import { createRedriveRequests } from '../../src/adapters/postgres/projection-requests.js';
import { createProjectionStore } from '../../src/adapters/postgres/projection-store.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import type { EventToAppend } from '../../src/event/index.js';
import { journalLog } from '../../src/journal/index.js';
import {
  createProjector,
  type Projection,
  type ProjectionStore,
  type ProjectorOptions,
} from '../../src/projector/index.js';
import { jsonEvent } from '../support/events.js';
import { testFolder } from '../support/folder.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { counting, decode, writeCountingSql } from './counting-projection.js';

export const moved = (item: string, to: string) => jsonEvent({ type: 'item.moved', key: item }, { to });

/** The same, but the partition key is another: what is stored under the item may be odd. */
export const keyed = (item: string, to: string) =>
  jsonEvent({ type: 'item.moved', key: `k${item.length}` }, { item, to });

export const said = (item: string, about: string, colour: string, minute: number) =>
  jsonEvent(
    { type: 'item.said', key: item, time: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() },
    { about, colour },
  );

export const poison = (item: string): EventToAppend => ({
  ...moved(item, ''),
  payload: Buffer.from('poison'),
});

/** A database with the counting projection, and the means to fill its journal and to run a projector on it. */
export class ProjectorFixture {
  readonly database: TestDatabase;
  readonly journal: JournalWriter;
  readonly store: ProjectionStore;
  readonly folder: string;

  private constructor(database: TestDatabase, journal: JournalWriter, folder: string) {
    this.database = database;
    this.journal = journal;
    this.folder = folder;
    this.store = createProjectionStore(database.pool, folder);
  }

  static async open(): Promise<ProjectorFixture> {
    const database = await createTestDatabase();
    const journal = await openJournal(database.pool, 3);
    const fixture = new ProjectorFixture(database, journal, writeCountingSql(testFolder()));
    await fixture.store.ensure(counting);
    return fixture;
  }

  async reset(): Promise<void> {
    await this.database.pool.query(
      'TRUNCATE journal.events; UPDATE journal.partitions SET last_sequence = 0',
    );
    await this.forget();
  }

  /** Empties the projection, and not the journal. */
  async forget(): Promise<void> {
    await this.database.pool.query(`
      TRUNCATE projector.parked_events, projector.redrives, projector.redrive_items, projector.stops;
      TRUNCATE counting_v1.items, counting_v1.places, counting_v1.sayings;
      UPDATE projector.positions SET sequence = 0, revision = 0`);
  }

  append(...events: EventToAppend[]) {
    return inTransaction(this.database.pool, (client) => this.journal.commitWith(client, events));
  }

  async rows(sql: string) {
    return (await this.database.pool.query(sql)).rows;
  }

  parked() {
    return this.rows(
      'SELECT key, reason, partition, sequence FROM projector.parked_events ORDER BY partition, sequence',
    );
  }

  everything() {
    return Promise.all([
      this.rows('SELECT * FROM counting_v1.items ORDER BY item'),
      this.rows('SELECT * FROM read_model.places ORDER BY place'),
      this.rows('SELECT * FROM counting_v1.sayings ORDER BY about'),
      this.parked(),
    ]);
  }

  /** Runs a projector until it has applied all that is in the journal now. */
  async catchUp(
    deliveryEvents = 100,
    onFault: (error: unknown) => void = () => {},
    pool = this.database.pool,
  ) {
    const running = this.start({ deliveryEvents, onFault, pool });
    await this.caughtUp();
    await running.stop();
  }

  async caughtUp(version = 1): Promise<void> {
    const behind = async () => (await this.database.pool.query(BEHIND, [version])).rows;
    await expect.poll(behind, { timeout: 20_000 }).toEqual([]);
  }

  /** Runs a projector until it is stopped. */
  start(given: Running = {}) {
    const { pool = this.database.pool, projection = counting, onFault = () => {} } = given;
    const stop = new AbortController();
    const projector = createProjector({
      projection,
      store: createProjectionStore(pool, this.folder, given.parkedMost),
      decode: given.decode ?? decode,
      keyDeterminedBy: () => 'item',
      cachedRows: 5,
      onParked: () => {},
      redrives: { store: createRedriveStore(pool, 'test'), pollMs: 20, onFault },
    });
    const log = journalLog(createJournalStore(pool), {
      name: `test-v${projection.version}`,
      delivery: { events: given.deliveryEvents ?? 100, bytes: 1_000_000 },
      concurrency: 2,
      pollMs: 20,
      retryMs: 20,
      onFault,
    });
    const running = projector.run(log, stop.signal);
    return {
      async stop() {
        stop.abort();
        await running;
      },
    };
  }

  get requests() {
    return createRedriveRequests(this.database.pool);
  }
}

export interface Running {
  readonly projection?: Projection;
  readonly decode?: ProjectorOptions['decode'];
  readonly deliveryEvents?: number;
  readonly parkedMost?: number;
  readonly onFault?: (error: unknown) => void;
  readonly pool?: TestDatabase['pool'];
}

const BEHIND = `
  SELECT partition FROM projector.positions p JOIN journal.partitions j USING (partition)
  WHERE p.projection = 'counting' AND p.version = $1 AND p.sequence < j.last_sequence`;
