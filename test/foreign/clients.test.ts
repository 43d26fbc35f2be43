import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRelayTopic } from '../../src/adapters/kafka/index.js';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { confluentRegistry } from '../../src/adapters/registry/confluent.js';
import { schemasOf } from '../../src/adapters/registry/schemas.js';
import { type Field, type FieldType, loadCatalogue } from '../../src/catalogue/index.js';
import { createRandom } from '../../src/cli/random.js';
import { randomPayload } from '../../src/cli/schemas/random-payload.js';
import type { EventToAppend } from '../../src/event/index.js';
import { packageRoot } from '../../src/package-root.js';
import { newTopic, relayOver, settingsFor } from '../kafka/support.js';
import { envelope } from '../support/events.js';
import { kafkaForTests } from '../support/kafka.js';
import { jars, java, missingForServices } from '../support/kafka-programs.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

const kafka = await kafkaForTests();
const run = promisify(execFile);
/** As for the broker: a visible line, or a failure where it is required. */
const noJava = 'missing' in kafka ? kafka.missing : await missingForServices();
if (noJava && process.env['HEADRACE_REQUIRE_KAFKA'] === '1')
  throw new Error(`Java is required, but ${noJava}`);
if (noJava) process.stderr.write(`SKIPPED: the foreign client in Java: ${noJava}\n`);
const noKcat = await run('kcat', ['-V']).then(
  () => undefined,
  () => 'kcat is not installed',
);
if (noKcat) process.stderr.write(`SKIPPED: the foreign client kcat: ${noKcat}\n`);

/** Several versions, nested shapes, arrays, untyped objects, names with every kind of sign. */
const TYPES = [
  'agreement.revoked',
  'account.created',
  'billing.ledger.entry_posted',
  'contracts.created',
  'contract-groups.version-created',
  'lifecycle.join-supplier.requested',
  'account.updated',
  'account_user.created',
  'ink.message_attachment.safe',
];
const PARTITIONS = 3;
const SEED = 20_261_121;

describe.skipIf('missing' in kafka)('clients that know nothing of this project', () => {
  if ('missing' in kafka) return;
  const settings = settingsFor(kafka.brokers);
  const topic = newTopic(kafka.prefix);
  let database: TestDatabase;
  let sent: readonly Sent[];

  beforeAll(async () => {
    const catalogue = await loadCatalogue();
    expect(TYPES.filter((type) => !catalogue.types.has(type))).toEqual([]);
    const known = schemasOf(catalogue).filter(({ type }) => TYPES.includes(type));
    const idOf = await confluentRegistry({ url: kafka.registryUrl, schemas: known }).register();
    sent = eventsOf(catalogue);
    database = await createTestDatabase();
    const journal = await openJournal(database.pool, PARTITIONS);
    await inTransaction(database.pool, (client) =>
      journal.commitWith(
        client,
        sent.map(({ event }) => event),
      ),
    );
    const schemas = {
      idOf: async (type: string, version: string) => idOf(type, version) ?? -1,
      meaningOf: async () => undefined,
    };
    const stop = new AbortController();
    let left = sent.length;
    const relay = relayOver(database.pool, settings, topic, {
      topic: createRelayTopic(settings, topic, schemas),
      onSent: (_, events) => {
        left -= events;
        if (left === 0) stop.abort();
      },
    });
    await relay.run(stop.signal);
  }, 240_000);
  afterAll(() => database?.drop());

  it.skipIf(noJava)(
    'given Kafka’s and Avro’s own Java, then headers, key, partition and payload are right',
    async () => {
      const [command = 'java', ...first] = await java();
      const classes = [join(await jars('kafka'), '*'), join(await jars('registry'), 'lib', '*')].join(':');
      const program = join(packageRoot, 'test/foreign/ReadTopic.java');
      const args = [
        '-Xmx128m',
        '-cp',
        classes,
        program,
        kafka.brokers.join(),
        kafka.registryUrl,
        topic,
        `${sent.length}`,
      ];
      const { stdout } = await run(command, [...first, ...args], { maxBuffer: 64 * 1_024 * 1_024 });
      const records: JavaRecord[] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(records).toHaveLength(sent.length);
      const byId = new Map(records.map((record) => [record.headers['ce_id'], record]));
      for (const { event, recordName, payload } of sent) {
        const record = byId.get(event.envelope.id);
        expect(record?.schema, `seed ${SEED}`).toBe(recordName);
        expect(record?.payload, recordName).toEqual(payload);
        expect(record?.key).toBe(event.envelope.key);
        expect(record?.partition).toBe(record?.chosen);
        expect(record?.headers).toEqual({
          ...headersOf(event),
          ce_sequence: expect.stringMatching(/^[1-9]\d*$/),
        });
      }
      for (let partition = 0; partition < PARTITIONS; partition++) {
        const own = records.filter((record) => record.partition === partition);
        expect(own.map(({ headers }) => Number(headers['ce_sequence']))).toEqual(own.map((_, i) => i + 1));
      }
    },
    240_000,
  );

  it.skipIf(noKcat)(
    'given kcat, then headers and key are right',
    async () => {
      const args = ['-C', '-b', kafka.brokers.join(), '-t', topic, '-e', '-q', '-f', '%k\\t%h\\n'];
      const { stdout } = await run('kcat', args, { maxBuffer: 64 * 1_024 * 1_024 });
      const found = new Set(
        stdout
          .trim()
          .split('\n')
          .map((line) => line.replace(/,?ce_sequence=\d+/, '')),
      );
      for (const { event } of sent) {
        const headers = Object.entries(headersOf(event)).map(([name, value]) => `${name}=${value}`);
        expect([...found]).toContain(`${event.envelope.key}\t${headers.join()}`);
      }
    },
    120_000,
  );
});

interface Sent {
  readonly event: EventToAppend;
  readonly recordName: string;
  /** As Avro without our logical type for JSON has it. */
  readonly payload: unknown;
}

interface JavaRecord {
  readonly partition: number;
  readonly chosen: number;
  readonly key: string;
  readonly headers: Record<string, string>;
  readonly schema: string;
  readonly payload: unknown;
}

/** Several events of each version of each type. */
function eventsOf(catalogue: Awaited<ReturnType<typeof loadCatalogue>>): Sent[] {
  const random = createRandom(SEED);
  return TYPES.flatMap((name) =>
    (catalogue.types.get(name)?.versions ?? []).flatMap(({ version, recordName, fields }) =>
      Array.from({ length: 5 }, (_, i) => {
        const payload = catalogue.encodeUnknown(name, version, randomPayload(random, fields));
        const known = { subject: `account/A-${i}`, organisation: 'Nördlich', correlationId: `request-${i}` };
        const event = { envelope: envelope({ type: name, version, key: `A-${i}/ü`, ...known }), payload };
        return { event, recordName, payload: asAvro(fields, catalogue.decode(name, version, payload)) };
      }),
    ),
  );
}

function asAvro(fields: readonly Field[], data: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(fields.map(({ name, type }) => [name, valueAsAvro(type, data[name])]));
}

function valueAsAvro(type: FieldType, value: unknown): unknown {
  if (value === null) return null;
  if (type.kind === 'json') return JSON.stringify(value);
  if (type.kind === 'array' && Array.isArray(value))
    return value.map((item) => valueAsAvro(type.items, item));
  if (type.kind === 'record' && typeof value === 'object') return asAvro(type.shape.fields, { ...value });
  return value;
}

/** In the order in which they are written; what is not known is not there. */
function headersOf({ envelope: known }: EventToAppend): Record<string, string> {
  const headers = {
    ce_specversion: '1.0',
    ce_id: known.id,
    ce_source: known.source,
    ce_type: known.type,
    ce_payloadversion: known.version,
    ce_time: known.time,
    ce_partitionkey: known.key,
    ce_subject: known.subject,
    ce_organisation: known.organisation,
    ce_correlationid: known.correlationId,
  };
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}
