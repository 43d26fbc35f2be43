import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { embeddedRegistry } from '../../src/adapters/registry/embedded.js';
import { schemasOf } from '../../src/adapters/registry/schemas.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { madeUp } from './schemas.js';

const committed = schemasOf(await loadCatalogue());

describe('the embedded registry', () => {
  test('given the committed schemas, when registered, then each has an id of its own, which names it again', async () => {
    const registry = embeddedRegistry(committed);
    const idOf = await registry.register();
    const ids = committed.map(({ type, version }) => idOf(type, version));
    expect(new Set(ids).size).toBe(committed.length);
    for (const [i, { type, version }] of committed.entries()) {
      expect(await registry.schemaOf(ids[i] ?? -1)).toEqual({
        outcome: 'known',
        type,
        version,
        writerSchema: undefined,
      });
    }
  });

  test('given the ids of messages written before, when started again, then they are the same', async () => {
    const idOf = await embeddedRegistry(committed).register();
    // Frozen: messages with these ids exist.
    expect(idOf('account.created', 'v1')).toBe(1_590_658_308);
    expect(idOf('account.created', 'current')).toBe(1_859_540_708);
    expect(idOf('agreement.revoked', 'v1')).toBe(1_685_527_093);
  });

  test('given schemas, when others are added before, between and behind, then their ids stay', async () => {
    const idOf = await embeddedRegistry(committed).register();
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 5 }), async (names) => {
        const added = names.map((name) => madeUp(`added.${name}`, { at: 'string' }));
        const later = await embeddedRegistry([...added, ...committed].toReversed()).register();
        for (const { type, version } of committed) expect(later(type, version)).toBe(idOf(type, version));
      }),
      { numRuns: 5 },
    );
  });

  test('given a schema, when its documentation changes, then its id stays; when its layout changes, then not', async () => {
    const id = async (schema: ReturnType<typeof madeUp>) =>
      (await embeddedRegistry([schema]).register())('made.up', 'v1');
    const before = await id(madeUp('made.up', { at: 'string', by: ['null', 'string'] }));
    expect(await id(madeUp('made.up', { at: 'string', by: ['null', 'string'] }, 'Better told.'))).toBe(
      before,
    );
    expect(
      await id(madeUp('made.up', { at: { type: 'string', logicalType: 'json' }, by: ['null', 'string'] })),
    ).toBe(before);
    expect(await id(madeUp('made.up', { by: ['null', 'string'], at: 'string' }))).not.toBe(before);
    expect(await id(madeUp('made.up', { at: 'string', by: ['null', 'long'] }))).not.toBe(before);
  });

  test('given an id or a type that is not there, when asked for, then it is unknown', async () => {
    const registry = embeddedRegistry(committed);
    expect(await registry.schemaOf(0)).toEqual({ outcome: 'unknown' });
    const idOf = await registry.register();
    expect(idOf('account.created', 'v9')).toBeUndefined();
    expect(idOf('no.such', 'v1')).toBeUndefined();
  });
});
