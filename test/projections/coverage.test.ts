import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { loadProjections, type Projection } from '../../src/projector/index.js';
import { unhandled } from './unhandled.js';

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));

const catalogue = await loadCatalogue();
const projections = await loadProjections(path('projections'));
const types = [...catalogue.types.values()].filter(({ internal }) => !internal).map(({ name }) => name);
const reasons = new Map(
  Object.entries(unhandled).flatMap(([reason, listed]) =>
    listed.map((type): [string, string] => [type, reason]),
  ),
);

/** Tables of a projection that an event of the type changes. */
function tablesChanged({ tables }: Projection, type: string): readonly string[] {
  const changed = Object.entries(tables).filter(([, table]) => table.kind !== 'tally' && type in table.on);
  const names = changed.map(([name]) => name);
  const tallies = Object.entries(tables).filter(
    ([, table]) => table.kind === 'tally' && names.includes(table.of),
  );
  return [...names, ...tallies.map(([name]) => name)];
}

/** What an event of the type changes: `read model: tables`, one a read model. */
const effectsOf = (type: string): readonly string[] =>
  projections.flatMap((projection) => {
    const tables = tablesChanged(projection, type);
    return tables.length > 0 ? [`${projection.name}: ${tables.map((name) => `\`${name}\``).join(', ')}`] : [];
  });

describe('the events of the catalogue', () => {
  it('given each type, then it changes a read model or has a written reason why not, never both', () => {
    const faults = types.flatMap((type) => {
      const isHandled = effectsOf(type).length > 0;
      if (isHandled === reasons.has(type))
        return [`${type}: ${isHandled ? 'a reason, but it is handled' : 'no reason'}`];
      return [];
    });
    expect(faults).toEqual([]);
  });

  it('given the reasons, then each type has one, and is in the catalogue', () => {
    const listed = Object.values(unhandled).flat();
    expect(listed).toHaveLength(new Set(listed).size);
    expect(listed.filter((type) => !types.includes(type))).toEqual([]);
  });

  it('given docs/event-coverage.md, then it says what each type changes (-u writes it anew)', async () => {
    const rows = types.map(
      (type) =>
        `| \`${type}\` | ${effectsOf(type).join('; ') || `nothing: ${reasons.get(type) ?? 'no reason given'}`} |`,
    );
    const text = [...INTRODUCTION, '| event type | changes |', '|---|---|', ...rows, ''].join('\n');
    await expect(text).toMatchFileSnapshot(path('docs/event-coverage.md'));
  });
});

const INTRODUCTION = [
  '# What each event changes',
  '',
  'Every event type of the catalogue, and the tables of the read models that it changes (`test/projections/coverage.test.ts`',
  'writes this page and holds it against the code).',
  '',
];
