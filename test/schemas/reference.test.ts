import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalogue, schemasFolder } from '../../src/catalogue/index.js';

/** The reference the schemas were written from, as data. */
interface Reference {
  shapes: { name: string; fields: ReferenceField[] }[];
  events: { type: string; version: string; fields: ReferenceField[] }[];
}
interface ReferenceField extends ReferenceType {
  name: string;
  required: boolean;
}
interface ReferenceType {
  type?: string;
  shape?: string;
  items?: ReferenceType;
}

const reference: Reference = readJson(join(import.meta.dirname, '../fixtures/catalogue.json'));
const catalogue = await loadCatalogue();

/** The Avro rules, stated a second time, straight from the reference to the file. */
function avroOf({ type, shape, items }: ReferenceType): unknown {
  if (shape !== undefined) return `shape.${shape.split('-').join('.')}`;
  if (type === 'array' && items) return { type: 'array', items: avroOf(items) };
  if (type === 'object') return { type: 'string', logicalType: 'json' };
  return { string: 'string', integer: 'long', number: 'double', boolean: 'boolean' }[type ?? ''];
}

function fieldOf(field: ReferenceField): object {
  const { name, required } = field;
  return required ? { name, type: avroOf(field) } : { name, type: ['null', avroOf(field)], default: null };
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8'));
}

interface SchemaFile {
  fields: { doc: string }[];
}

/** Fields of a file as written, their docs checked and left out. */
function fieldsIn(path: string): object[] {
  return readJson<SchemaFile>(path).fields.map(({ doc, ...field }) => {
    expect(doc).toMatch(/^[A-Z].*\.$/);
    return field;
  });
}

describe('the reference', () => {
  it('holds 265 type-versions of 251 types, 13 of them in several versions, and 44 shapes', () => {
    const versionsOf = new Map<string, number>();
    for (const { type } of reference.events) versionsOf.set(type, (versionsOf.get(type) ?? 0) + 1);
    expect(reference.events).toHaveLength(265);
    expect(versionsOf.size).toBe(251);
    expect([...versionsOf.values()].filter((count) => count > 1)).toHaveLength(13);
    expect(reference.shapes).toHaveLength(44);
  });
});

describe('schemas/', () => {
  it('holds exactly the types and versions of the reference', () => {
    const open = [...catalogue.types.values()].filter((info) => !info.internal);
    const found = open.flatMap((info) => info.versions.map(({ version }) => `${info.name} ${version}`));
    expect(found.toSorted()).toEqual(
      reference.events.map(({ type, version }) => `${type} ${version}`).toSorted(),
    );
  });

  it('holds exactly the shapes of the reference', () => {
    const found = readdirSync(join(schemasFolder, 'shapes'));
    expect(found.toSorted()).toEqual(reference.shapes.map(({ name }) => `${name}.avsc`).toSorted());
  });

  it.each(reference.events)(
    'gives $type $version the fields of the reference, in order',
    ({ type, version, fields }) => {
      expect(fieldsIn(join(schemasFolder, type, `${version}.avsc`))).toEqual(fields.map(fieldOf));
    },
  );

  it.each(reference.shapes)(
    'gives the shape $name the fields of the reference, in order',
    ({ name, fields }) => {
      expect(fieldsIn(join(schemasFolder, 'shapes', `${name}.avsc`))).toEqual(fields.map(fieldOf));
    },
  );
});
