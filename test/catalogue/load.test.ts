import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CatalogueError, loadCatalogue } from '../../src/catalogue/index.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headrace-schemas-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const NUMBER = { name: 'account_number', type: 'string', doc: 'Number of the account.' };
const REASON = { name: 'reason', type: ['null', 'string'], default: null, doc: 'Why.' };
const LINES = { name: 'lines', type: { type: 'array', items: 'shape.bill.Line' }, doc: 'Lines.' };

function event(type: string, version: string, changes: object = {}): object {
  const name = `${type.replaceAll('-', '__')}_${version.replace(/^(?=\d)/, 'v').replaceAll('.', '_')}`;
  const head = { type: 'record', name, doc: 'Something happened.', eventType: type, payloadVersion: version };
  return { ...head, key: ['account_number'], fields: [NUMBER], ...changes };
}

function shape(name: string, fields: object[], changes: object = {}): object {
  const recordName = `shape.${name.replaceAll('-', '.')}`;
  return { type: 'record', name: recordName, doc: 'A shape.', shape: name, fields, ...changes };
}

function write(files: Record<string, object | string>): void {
  mkdirSync(join(folder, 'internal'), { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** Writes `account.made/v1.avsc` with changes, and one shape. */
function writeOne(changes: object): void {
  write({
    'account.made/v1.avsc': event('account.made', 'v1', changes),
    'shapes/bill-Line.avsc': shape('bill-Line', [NUMBER]),
  });
}

/** An upcast module that needs no compiler. */
function upcast(type: string, steps: string): string {
  return `export default { type: '${type}', steps: { ${steps} } };`;
}

const step = (from: string, to: string): string => `${from}: { to: '${to}', add: () => ({}) }`;

describe('given a folder that keeps the rules', () => {
  it('then its types, versions in order, and shapes are there', async () => {
    write({
      'bill.made/v10.avsc': event('bill.made', 'v10', { fields: [NUMBER, LINES] }),
      'bill.made/v9.avsc': event('bill.made', 'v9', { fields: [NUMBER, REASON] }),
      'bill.made/upcast.js': upcast('bill.made', step('v9', 'v10')),
      'shapes/bill-Line.avsc': shape('bill-Line', [{ ...REASON, type: ['null', 'shape.bill.Text'] }]),
      'shapes/bill-Text.avsc': shape('bill-Text', [NUMBER]),
      'internal/bill.lost/v1.avsc': event('bill.lost', 'v1'),
    });
    const catalogue = await loadCatalogue(folder);
    const made = catalogue.types.get('bill.made');
    expect(made?.versions.map(({ version }) => version)).toEqual(['v9', 'v10']);
    expect(made?.current.fields.map(({ name, required }) => [name, required])).toEqual([
      ['account_number', true],
      ['lines', false],
      ['reason', false],
    ]);
    expect(catalogue.types.get('bill.lost')?.internal).toBe(true);
  });
});

describe('given versions whose order is not clear', () => {
  it.each([[['v1', '1.0.0']], [['1.0.0', '1.1.0']], [['v1', 'v01']], [['v1', 'latest']], [['v0', 'v1']]])(
    '%j, then it refuses and says so',
    async (versions) => {
      write(Object.fromEntries(versions.map((v) => [`a.b/${v}.avsc`, event('a.b', v)])));
      await expect(loadCatalogue(folder)).rejects.toThrow(/a\.b: the order of versions .* is ambiguous/);
    },
  );
});

describe('given upcast steps that do not lead from each version to the next', () => {
  it.each([
    ['no file', undefined, 'a.b: the upcast step from v1 must lead to v2, not nowhere'],
    ['a missing step', step('v1', 'v2'), 'a.b: the upcast step from v2 must lead to v3, not nowhere'],
    [
      'a step over a version',
      `${step('v1', 'v3')}, ${step('v2', 'v3')}`,
      'the upcast step from v1 must lead to v2, not v3',
    ],
    [
      'a step back',
      `${step('v1', 'v2')}, ${step('v2', 'v1')}`,
      'the upcast step from v2 must lead to v3, not v1',
    ],
    [
      'a cycle',
      `${step('v1', 'v2')}, ${step('v2', 'v3')}, ${step('v3', 'v1')}`,
      'an upcast step from v3, which has no newer',
    ],
    [
      'a step from nowhere',
      `${step('v1', 'v2')}, ${step('v2', 'v3')}, ${step('v7', 'v8')}`,
      'an upcast step from v7',
    ],
  ])('%s, then it refuses and says so', async (_, steps, message) => {
    write(Object.fromEntries(['v1', 'v2', 'v3'].map((v) => [`a.b/${v}.avsc`, event('a.b', v)])));
    if (steps !== undefined) write({ 'a.b/upcast.js': upcast('a.b', steps) });
    await expect(loadCatalogue(folder)).rejects.toThrow(message);
  });

  it.each([
    ['of another type', upcast('a.c', step('v1', 'v2')), 'upcasts a.c instead of a.b'],
    ['that exports something else', 'export default 1;', 'its default export is not made by defineUpcast'],
  ])('a module %s, then it refuses and says so', async (_, text, message) => {
    write({ 'a.b/v1.avsc': event('a.b', 'v1'), 'a.b/v2.avsc': event('a.b', 'v2'), 'a.b/upcast.js': text });
    await expect(loadCatalogue(folder)).rejects.toThrow(message);
  });
});

describe('given names that are not their own', () => {
  it.each<[string, Record<string, object>, string]>([
    [
      'two types of one record name',
      { 'a-b/v1.avsc': event('a-b', 'v1'), 'a__b/v1.avsc': event('a__b', 'v1') },
      'both would be named a__b_v1',
    ],
    [
      'two shapes of one record name',
      { 'shapes/a-b.avsc': shape('a-b', [NUMBER]), 'shapes/a.b.avsc': shape('a.b', [NUMBER]) },
      'both would be named shape.a.b',
    ],
    [
      'one type here and among the internal ones',
      { 'a.b/v1.avsc': event('a.b', 'v1'), 'internal/a.b/v1.avsc': event('a.b', 'v1') },
      'a.b v1 and internal/a.b v1: both would be named a.b_v1',
    ],
  ])('%s, then it refuses and says so', async (_, files, message) => {
    write(files);
    await expect(loadCatalogue(folder)).rejects.toThrow(message);
  });
});

describe('given a schema that breaks a rule', () => {
  it.each<[string, object, string]>([
    ['another record name', { name: 'account.made' }, '"name" must be "account.made_v1"'],
    ['another event type', { eventType: 'account.lost' }, '"eventType" must be "account.made"'],
    ['another version', { payloadVersion: 'v2' }, '"payloadVersion" must be "v1"'],
    ['an unknown property', { namespace: 'x' }, 'unknown property "namespace"'],
    ['no doc', { doc: '' }, '"doc" is missing'],
    ['no key', { key: undefined }, '"key" must be a list of paths'],
    [
      'an unknown shape',
      { fields: [NUMBER, { ...REASON, type: ['null', 'shape.no.Such'] }] },
      'shape.no.Such is neither a type',
    ],
    [
      'a required union',
      { fields: [{ ...NUMBER, type: ['string', 'null'] }] },
      'an optional field is ["null", type]',
    ],
    [
      'an optional field without default',
      { fields: [{ ...NUMBER, type: ['null', 'string'] }] },
      'with default null',
    ],
    [
      'a required field with default',
      { fields: [{ ...NUMBER, default: '' }] },
      'a required field has no default',
    ],
    ['a field twice', { fields: [NUMBER, NUMBER] }, 'field account_number is there twice'],
    [
      'a field name of another style',
      { fields: [{ ...NUMBER, name: 'accountNumber' }] },
      'a name is lower case letters',
    ],
    [
      'a type of Avro we do not use',
      { fields: [NUMBER, { ...NUMBER, name: 'x', type: 'int' }] },
      'int is neither a type',
    ],
    [
      'an inline record',
      { fields: [NUMBER, { ...NUMBER, name: 'x', type: { type: 'map', values: 'long' } }] },
      'is not a type of the',
    ],
    ['a key path to nowhere', { key: ['account_number', 'mpan'] }, 'key path mpan leads to no field'],
    ['a key path to no text', { key: ['lines'], fields: [LINES] }, 'leads to a field that is no text'],
    ['a key that may be absent', { key: ['reason'], fields: [REASON] }, 'no key path is required'],
    [
      'a process of two parts',
      { key: { process: [{ literal: 'a' }, { literal: 'b' }] } },
      '"key" must be a list of paths',
    ],
  ])('%s, then it refuses, naming the file or type', async (_, changes, message) => {
    writeOne(changes);
    const failure: unknown = await loadCatalogue(folder).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CatalogueError);
    expect(String(failure)).toContain(message);
    expect(String(failure)).toContain('account.made');
  });

  it('a key that differs between versions, then it refuses', async () => {
    const both = { fields: [NUMBER, { ...NUMBER, name: 'mpan' }] };
    write({
      'a.b/v1.avsc': event('a.b', 'v1', both),
      'a.b/v2.avsc': event('a.b', 'v2', { ...both, key: ['mpan'] }),
      'a.b/upcast.js': upcast('a.b', step('v1', 'v2')),
    });
    await expect(loadCatalogue(folder)).rejects.toThrow('a.b v2: "key" differs between versions');
  });

  it('a field whose type differs between versions, then it refuses', async () => {
    write({
      'a.b/v1.avsc': event('a.b', 'v1', { fields: [NUMBER, { ...REASON, type: ['null', 'long'] }] }),
      'a.b/v2.avsc': event('a.b', 'v2', { fields: [NUMBER, REASON] }),
      'a.b/upcast.js': upcast('a.b', step('v1', 'v2')),
    });
    await expect(loadCatalogue(folder)).rejects.toThrow(
      'a.b v1: field reason has another type in a newer version',
    );
  });

  it('a shape that contains itself, then it refuses', async () => {
    write({
      'shapes/a-B.avsc': shape('a-B', [{ ...NUMBER, type: 'shape.a.C' }]),
      'shapes/a-C.avsc': shape('a-C', [{ ...NUMBER, type: { type: 'array', items: 'shape.a.B' } }]),
    });
    await expect(loadCatalogue(folder)).rejects.toThrow('the shape contains itself');
  });

  it('a shape without fields, then it refuses: an array of it could claim any length', async () => {
    write({ 'shapes/a-B.avsc': shape('a-B', []) });
    await expect(loadCatalogue(folder)).rejects.toThrow('a shape needs a field');
  });

  it('a file that is not JSON, then it refuses', async () => {
    write({ 'a.b/v1.avsc': '{' });
    await expect(loadCatalogue(folder)).rejects.toThrow(/v1\.avsc: not valid JSON/);
  });

  it('a folder without a schema, then it refuses', async () => {
    write({});
    mkdirSync(join(folder, 'a.b'));
    await expect(loadCatalogue(folder)).rejects.toThrow(/a\.b: has no schema/);
  });

  it('no folder at all, then it refuses', async () => {
    await expect(loadCatalogue(join(folder, 'nowhere'))).rejects.toThrow('nowhere: cannot be read');
  });
});
