import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import avro from 'avsc';
import { describe, expect, it } from 'vitest';
import { type AvroRecord, loadCatalogue, schemasFolder } from '../../src/catalogue/index.js';

const catalogue = await loadCatalogue();
const types = [...catalogue.types.values()];
const versions = types.flatMap((info) =>
  info.versions.map((version) => ({ info, type: info.name, ...version })),
);
const AVRO_NAME = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

function schemaFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.avsc'));
}

function readSchema(file: string): AvroRecord {
  return JSON.parse(readFileSync(join(schemasFolder, file), 'utf8'));
}

describe('every schema file', () => {
  const files = schemaFiles(schemasFolder);

  it('is known to the catalogue, so that none is passed over', () => {
    const shapes = files.filter((file) => file.includes('shapes/'));
    expect(files.length - shapes.length).toBe(versions.length);
    expect(shapes).toHaveLength(45);
  });

  it('has a legal Avro name that no other has, the names of current forms included', () => {
    const names = [
      ...files.map((file) => readSchema(file).name),
      ...types.map((info) => info.current.recordName),
    ];
    for (const name of names) expect(name).toMatch(AVRO_NAME);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(files)('%s is laid out one field a line and says what it is', (file) => {
    const text = readFileSync(join(schemasFolder, file), 'utf8');
    const schema = readSchema(file);
    expect(schema.doc).toMatch(/^[A-Z].*\.$/);
    expect(text.split('\n').filter((line) => line.startsWith('    { "name": '))).toHaveLength(
      schema.fields.length,
    );
  });
});

describe('the name of a record', () => {
  it.each([
    ['agreement.revoked', 'v1', 'agreement.revoked_v1'],
    ['lifecycle.join-supplier.requested', 'v1', 'lifecycle.join__supplier.requested_v1'],
    ['lifecycle.support-site.sale', '1.0.0', 'lifecycle.support__site.sale_v1_0_0'],
    ['dunning_path_started', 'v1', 'dunning_path_started_v1'],
  ])('of %s %s is %s', (type, version, name) => {
    expect(catalogue.schema(type, version).name).toBe(name);
  });
});

describe('the schema of a type-version', () => {
  it.each(versions)(
    '$type $version says its type, version and key, and stands alone',
    ({ info, type, version }) => {
      const schema = catalogue.schema(type, version);
      expect(schema).toMatchObject({ type: 'record', eventType: type, payloadVersion: version });
      expect(schema['key']).toBeDefined();
      expect(avroLibraryTakes(schema)).toBe(true);
      expect(info.versions.map((one) => one.version)).toContain(version);
    },
  );

  it.each(types)('$name: its current form stands alone too', ({ name }) => {
    expect(catalogue.currentSchema(name).name).toMatch(/_current$/);
    expect(avroLibraryTakes(catalogue.currentSchema(name))).toBe(true);
  });

  function avroLibraryTakes(schema: AvroRecord): boolean {
    return avro.Type.isType(avro.Type.forSchema(JSON.parse(JSON.stringify(schema))));
  }
});

describe('versions', () => {
  it.each([
    ['billing.billing_document_representation.dispatched', ['v1', 'v2', 'v3']],
    ['lifecycle.leave-supplier.requested', ['v2', 'v3']],
    ['lifecycle.leave-supplier.completed', ['v3']],
    ['lifecycle.support-site.sale', ['1.0.0']],
  ])('of %s are %j, oldest first', (type, expected) => {
    expect(catalogue.types.get(type)?.versions.map(({ version }) => version)).toEqual(expected);
    expect(catalogue.types.get(type)?.newest.version).toBe(expected.at(-1));
  });
});

describe('shapes', () => {
  it('are all there, also those no event uses, and the internal one apart', () => {
    const shapes = [...catalogue.shapes.values()];
    expect(shapes.filter(({ internal }) => !internal)).toHaveLength(44);
    expect(shapes.filter(({ internal }) => internal).map(({ name }) => name)).toEqual([
      'internal-ImportFault',
    ]);
  });
});

describe('internal events', () => {
  it('are kept apart from the catalogue that others see', () => {
    expect(types.filter((info) => info.internal).map((info) => info.name)).toEqual([
      'import.accepted',
      'import.failed',
      'import.refused',
      'import_supplier.created',
      'import_supplier.status_changed',
      'post_import.planned',
    ]);
  });
});
