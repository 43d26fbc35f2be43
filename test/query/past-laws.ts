import fc from 'fast-check';
import { expect } from 'vitest';
import { createPast } from '../../src/adapters/postgres/past.js';
import { createReadModels } from '../../src/adapters/postgres/query.js';
import type { AsOf, GetRequest, PastItem, PastRequest, Row } from '../../src/query/index.js';
import { histories } from '../support/histories.js';
import type { ToldEvent } from '../support/projection-spec.js';
import { readModels as projections, projectionsFolder, ReadModelFixture } from '../support/read-models.js';

/** Read models whose single things are asked for as they are and as they were. */
export class PastFixture {
  readonly fixture: ReadModelFixture;
  readonly #live;
  readonly #past;

  private constructor(fixture: ReadModelFixture) {
    this.fixture = fixture;
    const { pool } = fixture.database;
    this.#live = createReadModels(pool);
    this.#past = createPast({
      pool,
      folder: projectionsFolder,
      projections,
      upcastPath: (type, version) => fixture.catalogue.upcastPath(type, version),
    });
  }

  static async make(): Promise<PastFixture> {
    return new PastFixture(await ReadModelFixture.make());
  }

  /** Everything there is, of what has a past, as somebody may see it now. */
  async seen(organisation: string | null): Promise<ReadonlyMap<PastRequest, readonly Row[]>> {
    const found = new Map<PastRequest, readonly Row[]>();
    for (const request of await this.#all(organisation)) found.set(request, await this.live(request));
    return found;
  }

  async live(request: GetRequest): Promise<readonly Row[]> {
    return (await this.#live.get(request)).value;
  }

  async asOf(request: PastRequest, asOf: AsOf): Promise<readonly Row[]> {
    return (await this.#past.recall({ ...request, asOf })).value.rows;
  }

  async positions() {
    return (await this.#live.freshness('event-history')).positions;
  }

  /** As if no event had ever come. */
  async clear(): Promise<void> {
    const { pool } = this.fixture.database;
    const { rows } = await pool.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND (n.nspname ~ '_v[0-9]+$' OR c.oid = 'journal.events'::regclass)`,
    );
    await pool.query(rows.map(({ name }) => `DELETE FROM ${name}`).join(';'));
    await pool.query(
      'UPDATE journal.partitions SET last_sequence = 0; UPDATE projector.positions SET sequence = 0, revision = revision + 1',
    );
  }

  async #all(organisation: string | null): Promise<readonly PastRequest[]> {
    const names = async (item: PastItem, view: string, fields: readonly string[]) => {
      const { rows } = await this.fixture.database.pool.query<Record<string, string>>(
        `SELECT DISTINCT ${fields.join(', ')} FROM read_model.${view} WHERE ${fields[0]} <> ''`,
      );
      return rows.map((known) => ({ item, known, organisation, asOf: undefined }));
    };
    return [
      ...(await names('accounts', 'accounts', ['account_number'])),
      ...(await names('import-processes', 'import_processes', ['external_identifier', 'resource_type'])),
      ...(await names('supplier-lifecycles', 'supplier_lifecycles', ['process', 'known_by', 'kind'])),
    ];
  }
}

/** Events of all types, in any version; the longer the history, the more they meet. */
export const anyHistory = ({ fixture }: PastFixture) => {
  const [imports, accounts, lifecycles] = projections;
  if (!imports || !accounts || !lifecycles) throw new Error('a projection is missing');
  const of = (projection: (typeof projections)[number]) =>
    histories(fixture.catalogue, projection, { maxLength: 40 }).chain((events) =>
      fc.tuple(...events.map((event) => fc.nat({ max: 2 }).map((customer) => ofCustomer(event, customer)))),
    );
  return fc.tuple(of(imports), of(accounts), of(lifecycles)).map((parts) => parts.flat());
};

/**
 * The event as one of a customer whose things are told of with no other's account, but for users, who have several. An
 * event that names a thing second, and another's account, is not found by the thing.
 */
function ofCustomer(event: ToldEvent, customer: number): ToldEvent {
  const own = (value: unknown, key: string, parent: string): unknown => {
    if (VOCABULARY.has(key)) return value;
    if (Array.isArray(value)) return value.map((item) => own(item, key, parent));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, own(inner, name, key)]));
    }
    if (parent === 'linked_accounts') return value === 'a' ? 'A-0' : value;
    if (typeof value === 'number') return value + 10 * customer;
    if (typeof value !== 'string') return value;
    // What is called by an empty text cannot be asked for.
    const isAccount = key === 'account_number' || (key === 'number' && parent === 'account');
    return isAccount ? `A-${customer}` : `${value}${customer}`;
  };
  return { ...event, data: own(event.data, '', '') };
}

const VOCABULARY = new Set([
  'resource_type',
  'import_process_resource_type',
  'task',
  'organisation',
  'attempt',
]);

const everybody = [null, 'acme', 'bolt'];

/** What was seen once half of a history was applied is seen again later, as of then; and as of now, what is seen now. */
export async function holdLaws(past: PastFixture, history: readonly ToldEvent[], cut: number): Promise<void> {
  await past.clear();
  await past.fixture.tell(...history.slice(0, cut));
  const then = { positions: await past.positions() };
  const seen = await Promise.all(everybody.map((one) => past.seen(one)));
  await past.fixture.tell(...history.slice(cut));
  for (const [request, rows] of seen.flatMap((found) => [...found])) {
    expect(await past.asOf(request, then), `then: ${JSON.stringify(request)}`).toEqual(rows);
  }
  const now = { positions: await past.positions() };
  for (const organisation of everybody) {
    for (const [request, rows] of await past.seen(organisation)) {
      expect(await past.asOf(request, now), `now: ${JSON.stringify(request)}`).toEqual(rows);
    }
  }
}
