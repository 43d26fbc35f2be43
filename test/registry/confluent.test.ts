import { describe, expect, test } from 'vitest';
import { confluentRegistry } from '../../src/adapters/registry/confluent.js';
import { RegistryRefused, RegistryUnavailable } from '../../src/adapters/registry/faults.js';
import { schemasOf } from '../../src/adapters/registry/schemas.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { kafkaForTests, startRegistry } from '../support/kafka.js';
import { madeUp } from './schemas.js';

const kafka = await kafkaForTests();
const catalogue = await loadCatalogue();
const committed = schemasOf(catalogue);

describe.skipIf('missing' in kafka)('a registry that speaks Confluent’s API', () => {
  const { registryUrl: url, prefix } = 'missing' in kafka ? { registryUrl: '', prefix: '' } : kafka;

  test('given the whole catalogue, when registered twice, then it has the same ids, and every subject takes FULL changes', async () => {
    const registry = confluentRegistry({ url, schemas: committed });
    const first = await registry.register();
    const second = await confluentRegistry({ url, schemas: committed }).register();
    const ids = committed.map(({ type, version }) => first(type, version));
    expect(committed.map(({ type, version }) => second(type, version))).toEqual(ids);
    expect(new Set(ids).size).toBe(committed.length);
    for (const { subject } of committed.filter((_, i) => i % 50 === 0)) {
      expect(await get(`${url}/config/${subject}`)).toEqual({ compatibilityLevel: 'FULL' });
      expect(await get(`${url}/subjects/${subject}/versions`)).toEqual([1]);
    }
    // A registry client that has registered nothing asks for the id, and knows the schema again.
    const { type, version, subject } = committed[7] ?? { type: '', version: '', subject: '' };
    const reader = confluentRegistry({ url, schemas: committed });
    const found = await reader.schemaOf(first(type, version) ?? -1);
    expect(found, subject).toEqual({ outcome: 'known', type, version, writerSchema: undefined });
  }, 300_000);

  test('given processes that start at the same time, when all register, then all have the same ids', async () => {
    const schemas = ['one', 'two', 'three'].map((name) => madeUp(`${prefix}race.${name}`, { at: 'string' }));
    const all = await Promise.all(
      Array.from({ length: 4 }, () => confluentRegistry({ url, schemas }).register()),
    );
    for (const { type, subject } of schemas) {
      expect(new Set(all.map((idOf) => idOf(type, 'v1'))).size).toBe(1);
      expect(await get(`${url}/config/${subject}`)).toEqual({ compatibilityLevel: 'FULL' });
      expect(await get(`${url}/subjects/${subject}/versions`)).toEqual([1]);
    }
  });

  test('given a registered schema, when a change adds an optional field, then it is taken and old ids stay readable', async () => {
    const type = `${prefix}grown`;
    const before = madeUp(type, { at: 'string' });
    const after = madeUp(type, { at: 'string', by: ['null', 'string'] });
    const old = (await confluentRegistry({ url, schemas: [before] }).register())(type, 'v1') ?? -1;
    const registry = confluentRegistry({ url, schemas: [after] });
    const now = (await registry.register())(type, 'v1') ?? -1;
    expect(now).not.toBe(old);
    expect(await registry.schemaOf(now)).toMatchObject({ outcome: 'known', writerSchema: undefined });
    expect(await registry.schemaOf(old)).toMatchObject({
      outcome: 'known',
      type,
      version: 'v1',
      writerSchema: { name: before.subject, fields: [{ name: 'at', type: 'string' }] },
    });
  });

  test.each([
    ['takes a required field away', {}],
    ['adds a required field', { at: 'string', by: 'string' }],
    ['changes a type', { at: 'long' }],
  ] as const)(
    'given a registered schema, when a change %s, then it is refused, naming the subject',
    async (what, fields) => {
      const type = `${prefix}${what.replaceAll(' ', '_')}`;
      await confluentRegistry({ url, schemas: [madeUp(type, { at: 'string' })] }).register();
      const changed = confluentRegistry({ url, schemas: [madeUp(type, fields)] }).register();
      await expect(changed).rejects.toBeInstanceOf(RegistryRefused);
      await expect(changed).rejects.toMatchObject({
        status: 409,
        retryable: false,
        message: expect.stringContaining(type),
      });
    },
  );

  test('given a subject made by a process that crashed before it set the level, when registered, then the level is FULL', async () => {
    const schema = madeUp(`${prefix}half.made`, { at: 'string' });
    const { id } = await post(`${url}/subjects/${schema.subject}/versions`, {
      schema: JSON.stringify(schema.schema),
    });
    const idOf = await confluentRegistry({ url, schemas: [schema] }).register();
    expect(idOf(schema.type, 'v1')).toBe(id);
    expect(await get(`${url}/config/${schema.subject}`)).toEqual({ compatibilityLevel: 'FULL' });
  });

  test('given a foreign producer’s schema of a catalogue event, when its id is looked up, then the catalogue decodes what it wrote', async () => {
    const own = catalogue.schema('account.created', 'v1');
    const theirs = { ...own, fields: own.fields.toReversed() };
    const { id } = await post(`${url}/subjects/${prefix}inbound-value/versions`, {
      schema: JSON.stringify(theirs),
    });
    const found = await confluentRegistry({ url, schemas: committed }).schemaOf(id);
    if (found.outcome !== 'known' || !found.writerSchema) throw new Error(JSON.stringify(found));
    const decode = catalogue.decoderOf(found.type, found.version, found.writerSchema);
    // is_imported: null; account_user_emails: none; account_number: A-1.
    const bytes = Buffer.from([0, 0, 6, ...Buffer.from('A-1')]);
    expect(decode(bytes)).toEqual({ account_number: 'A-1', account_user_emails: [], is_imported: null });
  });

  test('given a schema that refers to another subject, when its id is looked up, then it is complete in itself', async () => {
    const shape = { type: 'record', name: `${prefix}Shape`, fields: [{ name: 'x', type: 'long' }] };
    const type = `${prefix}referring`;
    const schema = { type: 'record', name: `${type}_v1`, fields: [{ name: 'shape', type: shape.name }] };
    await post(`${url}/subjects/${shape.name}/versions`, { schema: JSON.stringify(shape) });
    const { id } = await post(`${url}/subjects/${type}-value/versions`, {
      schema: JSON.stringify(schema),
      references: [{ name: shape.name, subject: shape.name, version: 1 }],
    });
    const registry = confluentRegistry({ url, schemas: [madeUp(type, { at: 'string' })] });
    expect(await registry.schemaOf(id)).toMatchObject({
      outcome: 'known',
      type,
      writerSchema: {
        fields: [{ name: 'shape', type: { name: shape.name, fields: [{ name: 'x', type: 'long' }] } }],
      },
    });
  });

  test('given schemas of others, when their ids are looked up, then they are foreign', async () => {
    const registry = confluentRegistry({ url, schemas: [] });
    const other = madeUp(`${prefix}other`, { at: 'string' });
    const avro = await post(`${url}/subjects/${prefix}other/versions`, {
      schema: JSON.stringify(other.schema),
    });
    expect(await registry.schemaOf(avro.id)).toEqual({ outcome: 'foreign', name: other.subject });
    const json = await post(`${url}/subjects/${prefix}json/versions`, {
      schemaType: 'JSON',
      schema: JSON.stringify({
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        title: prefix,
      }),
    });
    expect(await registry.schemaOf(json.id)).toEqual({ outcome: 'foreign', name: 'not an Avro record' });
  });

  test('given an id that is not there, when it is looked up, then it is unknown', async () => {
    const registry = confluentRegistry({ url, schemas: [] });
    expect(await registry.schemaOf(0x7fffffff)).toEqual({ outcome: 'unknown' });
    expect(await registry.schemaOf(-1)).toEqual({ outcome: 'unknown' });
  });
});

describe.skipIf('missing' in kafka)('a registry that goes away', () => {
  const schemas = [madeUp('account.made', { at: 'string' })];
  const patience = { timeoutMs: 2_000, attempts: 2, firstWaitMs: 20 };

  test('given it is frozen, down and up again, when asked, then it is unavailable in time, and after that answers', async () => {
    const service = await startRegistry();
    // Its first answers take long while it compiles itself.
    await confluentRegistry({ url: service.url, schemas }).register();
    const registry = confluentRegistry({ url: service.url, schemas, ...patience });
    const idOf = await registry.register();
    const id = idOf('account.made', 'v1') ?? -1;

    await service.freeze();
    await expectUnavailable(() => registry.schemaOf(4_711), /no answer within 2000 ms/);
    await service.thaw();
    expect(await registry.schemaOf(4_711)).toEqual({ outcome: 'unknown' });

    await service.kill();
    await expectUnavailable(() => registry.schemaOf(4_712), /ECONNREFUSED/);
    // What is known already needs no registry.
    expect(await registry.schemaOf(id)).toMatchObject({ outcome: 'known', type: 'account.made' });
    expect(await registry.schemaOf(4_711)).toEqual({ outcome: 'unknown' });

    await service.start();
    expect(await registry.schemaOf(4_712)).toEqual({ outcome: 'unknown' });
    await service.stop();
  }, 180_000);
});

async function expectUnavailable(work: () => Promise<unknown>, reason: RegExp): Promise<void> {
  const begun = performance.now();
  const fault = await work().then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(RegistryUnavailable);
  expect(fault).toMatchObject({ retryable: true, message: expect.stringMatching(reason) });
  // Two attempts and a short wait, on a machine that may be busy.
  expect(performance.now() - begun).toBeLessThan(8_000);
}

async function get(address: string): Promise<unknown> {
  const answer = await fetch(address);
  return answer.json();
}

async function post(address: string, body: object): Promise<{ id: number }> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const { id }: { id: number } = JSON.parse(await answer.text());
  return { id };
}
