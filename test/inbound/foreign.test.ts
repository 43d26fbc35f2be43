import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import accountState from '../../projections/account-state/projection.js';
import { createJournalStore } from '../../src/adapters/postgres/journal-reader.js';
import { createProjectionStore } from '../../src/adapters/postgres/projection-store.js';
import { frame } from '../../src/adapters/registry/wire.js';
import { type Catalogue, loadCatalogue, schemasFolder } from '../../src/catalogue/index.js';
import { journalLog } from '../../src/journal/index.js';
import { packageRoot } from '../../src/package-root.js';
import { createProjector } from '../../src/projector/index.js';
import { openSchemas } from '../../src/start/schemas.js';
import { makeTopic, newTopic, settingsFor, started } from '../kafka/support.js';
import { kafkaForTests } from '../support/kafka.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { type Compression, type ForeignRecord, sendFromJava } from './foreign-producer.js';
import { headers } from './records.js';
import { takeTopicIn } from './topic.js';

const kafka = await kafkaForTests();
const WAIT = { timeout: 60_000, interval: 100 };
const ACCOUNT = 'A-10423977';
const DISPATCHED = 'billing.billing_document_representation.dispatched';

describe.skipIf('missing' in kafka)("records of Kafka's own client, in every compression", () => {
  if ('missing' in kafka) return;
  const { registryUrl } = kafka;
  let database: TestDatabase;
  let catalogue: Catalogue;
  beforeAll(async () => {
    [database, catalogue] = await Promise.all([createTestDatabase(), loadCatalogue()]);
  });
  afterAll(() => database.drop());

  const rows = async (sql: string) => (await database.pool.query(sql)).rows;

  /** As a producer elsewhere does: by the registry's own API. */
  async function schemaIdOf(type: string, version: string): Promise<number> {
    const schema = catalogue.schema(type, version);
    const answer = await fetch(`${registryUrl}/subjects/${encodeURIComponent(schema.name)}/versions`, {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
      body: JSON.stringify({ schema: JSON.stringify(schema) }),
    });
    const { id }: { id?: number } = JSON.parse(await answer.text());
    if (id === undefined) throw new Error(`the registry has no id for ${schema.name}: ${answer.status}`);
    return id;
  }

  /** The bytes of a golden sample: no codec of ours had a hand in them. */
  function sample(type: string, version: string): Buffer {
    const file = join(schemasFolder, type, 'samples', `${version}.json`);
    return Buffer.from(JSON.parse(readFileSync(file, 'utf8')).bytes, 'hex');
  }

  async function said(id: string, type: string, version: string, payload?: Buffer): Promise<ForeignRecord> {
    const value = frame(await schemaIdOf(type, version), payload ?? sample(type, version));
    const about = { id, source: 'legacy/billing', payloadversion: version, subject: `account/${ACCOUNT}` };
    return { key: id, value, headers: headers(type, about) };
  }

  it('given payloads of v1, v2 and v3, each sent in all compressions, then each is journaled once and is in its rows', async () => {
    const settings = settingsFor(kafka.brokers);
    const topic = newTopic(kafka.prefix);
    await makeTopic(settings, topic, 3, {});
    const created = catalogue.encode('agreement.created', 'v1', {
      agreement_id: 310224,
      account_number: ACCOUNT,
      valid_from: '2026-01-01',
      product_code: 'FIXED-1',
    });
    const good = await Promise.all([
      said('created', 'agreement.created', 'v1', created),
      said('revoked-1', 'agreement.revoked', 'v1'),
      said('revoked-2', 'agreement.revoked', 'v2'),
      said('terminated-1', 'agreement.terminated', 'v1'),
      said('terminated-2', 'agreement.terminated', 'v2'),
      ...['v1', 'v2', 'v3'].map((version) => said(`dispatched-${version}`, DISPATCHED, version)),
    ]);
    const [model] = good;
    const forged = headers('data_import.import_process.complete', { id: 'forged' });
    const poison: ForeignRecord[] = [
      { key: null, value: null, headers: {} },
      { key: 'magic', value: Buffer.from('{"not": "Avro"}'), headers: model.headers },
      {
        key: 'cut',
        value: model.value?.subarray(0, 9) ?? null,
        headers: { ...model.headers, ce_id: Buffer.from('cut') },
      },
      { key: 'id', value: frame(2_000_000_000, created), headers: model.headers },
      { key: 'type', value: model.value, headers: headers('agreement.revoked', { id: 'type' }) },
      { key: 'forged', value: model.value, headers: forged },
      {
        key: 'ours',
        value: model.value,
        headers: headers('agreement.created', { source: 'headrace/importer' }),
      },
      {
        key: 'bytes',
        value: model.value,
        headers: { ...model.headers, ce_subject: Buffer.from([0xc3, 0x28]) },
      },
    ];
    const all: Compression[] = ['none', 'gzip', 'snappy', 'lz4', 'zstd'];
    for (const compression of all)
      await sendFromJava(kafka.brokers, topic, compression, [...good, ...poison]);

    const schemas = await openSchemas(registryUrl, catalogue);
    const taking = started((signal) =>
      takeTopicIn({ settings, topic, pool: database.pool, catalogue, schemas }, signal),
    );
    const total = all.length * (good.length + poison.length);
    const counted = 'SELECT sum(journaled + duplicates + parked)::int AS taken FROM inbound.positions';
    await expect.poll(() => rows(counted), WAIT).toEqual([{ taken: total }]);
    await taking.stop();

    const journaled = await rows(
      'SELECT id, version, key, organisation, import_supplier FROM journal.events ORDER BY id',
    );
    expect(journaled).toHaveLength(good.length);
    expect(new Set(journaled.map(({ id }) => id)).size).toBe(good.length);
    expect(
      journaled.every(
        ({ organisation, import_supplier }) => organisation === null && import_supplier === null,
      ),
    ).toBe(true);
    const parked = await rows(
      'SELECT reason, count(*)::int AS n FROM inbound.parked_records GROUP BY reason ORDER BY reason',
    );
    expect(parked).toEqual(
      [
        'invalid_header',
        'no_value',
        'not_framed',
        'reserved_source',
        'reserved_type',
        'schema_mismatch',
        'undecodable',
        'unknown_schema',
      ].map((reason) => ({ reason, n: all.length })),
    );
    await project();
    expect(
      await rows(`SELECT agreement_id, account_number, product_code, revoked_at IS NOT NULL AS revoked
        FROM read_model.agreements WHERE agreement_id = 310224`),
    ).toEqual([{ agreement_id: 310224, account_number: ACCOUNT, product_code: 'FIXED-1', revoked: true }]);
    expect(await rows('SELECT * FROM projector.parked_events')).toEqual([]);
  }, 180_000);

  /** The journal into account-state, up to its end. */
  async function project(): Promise<void> {
    const store = createProjectionStore(database.pool, join(packageRoot, 'projections'));
    const projector = createProjector({
      projection: accountState,
      store,
      decode: (event) => catalogue.decodeCurrent(event),
      keyDeterminedBy: (type) => catalogue.keyDeterminedBy(type),
      cachedRows: 100,
      windowRows: 50,
      onParked: () => {},
    });
    const log = journalLog(createJournalStore(database.pool), {
      name: 'inbound-test',
      delivery: { events: 100, bytes: 1_000_000 },
      concurrency: 1,
      pollMs: 20,
      retryMs: 20,
      onFault: () => {},
    });
    const running = started((signal) => projector.run(log, signal));
    const behind = `SELECT count(*)::int AS n FROM journal.partitions j
      LEFT JOIN projector.positions p ON p.partition = j.partition AND p.sequence >= j.last_sequence
      WHERE p.partition IS NULL`;
    await expect.poll(() => rows(behind), WAIT).toEqual([{ n: 0 }]);
    await running.stop();
  }
});
