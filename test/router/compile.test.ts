import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { compileCondition } from '../../src/router/condition.js';
import { compileGlob } from '../../src/router/glob.js';
import type { Condition } from '../../src/router/route.js';
import { loadRoutes } from '../../src/start/routes.js';
import { envelope } from '../support/events.js';
import { payloads } from '../support/random-payloads.js';
import { catalogue, routeOf, tableFor } from './support.js';

describe('the committed routes', () => {
  it('give each type that is not internal exactly one topic of its domain, and internal ones none', async () => {
    const table = tableFor(...(await loadRoutes(join(packageRoot, 'routes'))));
    for (const { name, internal, versions } of catalogue.types.values()) {
      for (const { version } of versions) {
        const domain = `topic:headrace.${name.split('.')[0]}`;
        const targets = table.plansOf(name, version)?.map(({ target }) => target);
        expect(targets?.filter((target) => target.startsWith('topic:headrace.'))).toEqual(
          internal ? [] : [domain],
        );
      }
    }
  });
});

describe('a glob', () => {
  it.each([
    ['agreement.*', 'agreement.revoked', true],
    ['agreement.*', 'agreement.a.b', false],
    ['agreement.*', 'agreement', false],
    ['agreement.**', 'agreement.a.b', true],
    ['*.created', 'account.created', true],
    ['lifecycle.join-*.requested', 'lifecycle.join-supplier.requested', true],
    ['**', 'a', true],
    ['a.b', 'axb', false],
    ['a+', 'aa', false],
  ])('%s and %s: %s', (glob, type, matches) => {
    expect(compileGlob(glob)(type)).toBe(matches);
  });
});

describe('a route', () => {
  it('given types, versions and a condition, then only these go, and only what must be is decoded', () => {
    const where = {
      all: [
        { field: 'envelope.organisation', equals: 'acme' },
        { field: 'data.account_number', exists: true },
      ],
    };
    const match = { types: ['agreement.*'], except: ['agreement.created'], versions: ['v2'], where };
    const table = tableFor(routeOf('a', { match, to: { topic: 'a' }, as: 'v2' }));
    expect(table.plansOf('agreement.created', 'v1')).toEqual([]);
    expect(table.plansOf('agreement.revoked', 'v1')).toEqual([]);
    expect(table.plansOf('agreement.nothing', 'v1')).toBeUndefined();
    const [plan] = table.plansOf('agreement.revoked', 'v2') ?? [];
    expect(plan).toMatchObject({ target: 'topic:a', form: 'as-sent', needsPayload: true });
    const acme = envelope({ type: 'agreement.revoked', version: 'v2', organisation: 'acme' });
    expect(plan?.matches(acme, { account_number: 'A' })).toBe(true);
    expect(plan?.matches({ ...acme, organisation: null }, { account_number: 'A' })).toBe(false);
    expect(plan?.matches(acme, { account_number: null })).toBe(false);
    const [plain] =
      tableFor(routeOf('b', { to: { topic: 'b' }, match: { types: ['**'], where: where.all[0] } })).plansOf(
        'agreement.revoked',
        'v2',
      ) ?? [];
    expect(plain?.needsPayload).toBe(false);
  });
});

/** Every test of a field of the type, whatever its value. */
const tests = (type: string) => {
  const fields = catalogue.types.get(type)?.current.fields ?? [];
  const scalars = fields.filter(({ type: { kind } }) => ['string', 'long', 'double'].includes(kind));
  return fc.constantFrom(...scalars).chain(({ name, type: { kind } }): fc.Arbitrary<Condition> => {
    const value: fc.Arbitrary<string | number> =
      kind === 'string' ? fc.constantFrom('a', 'b', '') : fc.constantFrom(1, 2, 0.5);
    const operator = fc.constantFrom('equals', 'gt', 'gte', 'lt', 'lte');
    const field = `data.${name}`;
    return fc.oneof(
      fc.tuple(operator, value).map(([key, bound]) => ({ field, [key]: bound })),
      fc.boolean().map((exists) => ({ field, exists })),
      fc.array(value, { minLength: 1 }).map((choices) => ({ field, in: choices })),
    );
  });
};

describe('conditions', () => {
  const type = 'agreement.revoked';
  const info = catalogue.types.get(type);
  if (!info) throw new Error('no such type');
  const holds = (condition: Condition, data: Readonly<Record<string, unknown>>) => {
    const faults: string[] = [];
    const compiled = compileCondition(condition, [info], 'where', (path, detail) =>
      faults.push(path + detail),
    );
    expect(faults).toEqual([]);
    return compiled.holds(envelope({ type }), data);
  };

  it('are total, and obey the laws of logic and order', () => {
    fc.assert(
      fc.property(tests(type), tests(type), payloads(info), (a, b, { data }) => {
        expect(holds({ not: a }, data)).toBe(!holds(a, data));
        expect(holds({ all: [a, b] }, data)).toBe(holds(a, data) && holds(b, data));
        expect(holds({ not: { any: [a, b] } }, data)).toBe(holds({ all: [{ not: a }, { not: b }] }, data));
        if (a.field && a.gt !== undefined) {
          const [field, bound] = [a.field, a.gt];
          const atMost = holds({ field, lt: bound }, data) || holds({ field, equals: bound }, data);
          expect(holds({ field, lte: bound }, data)).toBe(atMost);
          expect(holds(a, data) || atMost).toBe(holds({ field, exists: true }, data));
        }
      }),
    );
  });
});
