import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { generateTypes, loadCatalogue } from '../../src/catalogue/index.js';
import type { CurrentEvents, EventType, EventVersions, NewestEvents } from '../../src/generated/events.js';

const catalogue = await loadCatalogue();
const generated = join(import.meta.dirname, '../../src/generated');

describe('src/generated', () => {
  const wanted = generateTypes(catalogue);

  it('holds the files that schemas/ leads to and no other', () => {
    expect(readdirSync(generated).toSorted()).toEqual([...wanted.keys()].toSorted());
  });

  it.each([...wanted.keys()])('%s is up to date: run npm run generate', (file) => {
    expect(readFileSync(join(generated, file), 'utf8') === wanted.get(file)).toBe(true);
  });

  it('is all of the catalogue: a type name for each, none twice', () => {
    const names = [...(wanted.get('payloads.ts') ?? '').matchAll(/^export type (\w+) =/gm)].map(
      ([, name]) => name,
    );
    const infos = [...catalogue.types.values()];
    const several = infos.filter(({ versions }) => versions.length > 1);
    expect(names).toHaveLength(infos.flatMap(({ versions }) => versions).length + several.length);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the generated types', () => {
  it('say what each version, the newest and the current form hold', () => {
    type V1 = { readonly agreement_id: number };
    type V2 = { readonly agreement_id: number; readonly account_number: string };
    expectTypeOf<EventVersions['agreement.revoked']['v1']>().toEqualTypeOf<V1>();
    expectTypeOf<NewestEvents['agreement.revoked']>().toEqualTypeOf<V2>();
    expectTypeOf<CurrentEvents['agreement.revoked']['account_number']>().toEqualTypeOf<string | null>();
    expectTypeOf<CurrentEvents['import.refused']['errors'][number]['attr']>().toEqualTypeOf<string>();
  });

  it('let a payload pass as any payload', () => {
    expectTypeOf<CurrentEvents[EventType]>().toExtend<Readonly<Record<string, unknown>>>();
  });
});
