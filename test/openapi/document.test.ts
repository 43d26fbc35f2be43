import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Catalogue, loadCatalogue } from '../../src/catalogue/index.js';
import { errorKinds } from '../../src/errors.js';
import { failureDetails } from '../../src/importer/index.js';
import { fieldCodes } from '../../src/intake/codes.js';
import { breaches, type OpenApiDocument } from '../../src/openapi/index.js';
import { packageRoot } from '../../src/package-root.js';
import { describeApi } from '../../src/start/openapi.js';
import { DocumentedApi } from '../support/documented.js';

let catalogue: Catalogue;
let document: OpenApiDocument;
beforeAll(async () => {
  catalogue = await loadCatalogue();
  document = describeApi(catalogue);
});

const committed: unknown = JSON.parse(readFileSync(join(packageRoot, 'docs/openapi.json'), 'utf8'));

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1, by its meta-schema', async () => {
    expect(await new Validator().validate(structuredClone({ ...document }))).toEqual({ valid: true });
  });

  test('breaks no client that was written for docs/openapi.json', () => {
    expect(breaches(committed, document)).toEqual([]);
  });

  test('is docs/openapi.json; if not: npm run openapi -- --write', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(committed);
  });

  test('has every version of every public event and every public shape by record name, and no internal one', () => {
    const names = Object.keys(document.components.schemas);
    const types = [...catalogue.types.values()];
    const versions = types.filter(({ internal }) => !internal).flatMap((type) => type.versions);
    const shapes = [...catalogue.shapes.values()].filter(({ internal }) => !internal);
    expect([versions.length, shapes.length]).toEqual([265, 44]);
    for (const { recordName } of [...versions, ...shapes]) expect(names).toContain(recordName);
    const internal = types.filter((type) => type.internal).flatMap((type) => type.versions);
    expect(internal.length).toBeGreaterThan(0);
    for (const { recordName } of internal) expect(names).not.toContain(recordName);
  });

  test('has examples that fit their schemas, for every body and every answer', () => {
    const api = new DocumentedApi(document);
    const { faults, count } = api.exampleFaults();
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(500);
  });

  test('shows every error and every fault at a field, and no other, each with a body', () => {
    const shown = Object.values(document.components.examples).map(({ value }) => JSON.stringify(value));
    const bodies: { code: string; errors: { code: string }[] }[] = shown.map((text) => JSON.parse(text));
    const codes = new Set(bodies.map(({ code }) => code));
    // Of GraphQL alone, in a body of its own form.
    expect([...codes, 'invalid_api_key'].sort()).toEqual(Object.keys(errorKinds).sort());
    expect(JSON.stringify(document.paths['/v1/graphql/'])).toContain('invalid_api_key');
    const fields = new Set(bodies.flatMap(({ errors }) => errors.map(({ code }) => code)));
    const foreseen = Object.keys(failureDetails).filter((code) => code !== 'internal_import_error');
    expect([...fields].sort()).toEqual([...Object.keys(fieldCodes), ...foreseen].sort());
  });
});
