import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import accountState from '../../projections/account-state/projection.js';
import backOffice from '../../projections/back-office/projection.js';
import eventHistory from '../../projections/event-history/projection.js';
import importProgress from '../../projections/import-progress/projection.js';
import supplierLifecycles from '../../projections/supplier-lifecycles/projection.js';
import { owned } from '../../src/projector/define.js';
import type { Projection, Row } from '../../src/projector/definition.js';
import { histories } from '../support/histories.js';
import { interleaved, turns } from '../support/interleavings.js';
import type { Tables } from '../support/memory-projections.js';
import { oneByOne, ProjectionSpec } from '../support/projection-spec.js';

describe.each([
  ['import-progress', importProgress],
  ['account-state', accountState],
  ['supplier-lifecycles', supplierLifecycles],
  ['event-history', eventHistory],
  ['back-office', backOffice],
] as const)('given any history of %s', (_name, projection) => {
  it('when partitions interleave and split into batches at random, then the rows are the same', async () => {
    const spec = await ProjectionSpec.of(projection);
    await fc.assert(
      fc.asyncProperty(histories(spec.catalogue, projection), turns(), async (history, order) => {
        const log = spec.record(history);
        expect(await spec.play(interleaved(log, order))).toEqual(await spec.play(oneByOne(log)));
      }),
      { numRuns: 200 },
    );
  });

  it('when every event comes twice in a row, then the rows are the same', async () => {
    const spec = await ProjectionSpec.of(projection);
    await fc.assert(
      fc.asyncProperty(histories(spec.catalogue, projection), turns(), async (history, order) => {
        const once = await spec.play(oneByOne(spec.record(history)));
        const twice = spec.record(history.flatMap((event) => [event, event]));
        expect(withoutPlaces(await spec.play(interleaved(twice, order)))).toEqual(withoutPlaces(once));
      }),
      { numRuns: 100 },
    );
  });
});

describe('given a projection that takes whatever comes last', () => {
  it('when partitions interleave at random, then the law is found broken', async () => {
    const told = {
      rows: ({ data }: { data: { agreement_id: number } }) => [{ agreement_id: data.agreement_id }],
    };
    const lastWins: Projection = {
      name: 'last-wins',
      version: 1,
      tables: {
        agreements: owned<{ agreement_id: number; last: string }>({
          key: ['agreement_id'],
          // A lie: these events are partitioned by account.
          partitionedBy: 'event',
          on: {
            'agreement.created': {
              ...told,
              fold: (_row, { data, envelope }) => ({ agreement_id: data.agreement_id, last: envelope.id }),
            },
            'agreement.revoked': {
              ...told,
              fold: (_row, { data, envelope }) => ({ agreement_id: data.agreement_id, last: envelope.id }),
            },
          },
        }),
      },
    };
    const spec = await ProjectionSpec.of(lastWins);
    const law = fc.asyncProperty(histories(spec.catalogue, lastWins), turns(), async (history, order) => {
      const log = spec.record(history);
      expect(await spec.play(interleaved(log, order))).toEqual(await spec.play(oneByOne(log)));
    });
    expect((await fc.check(law, { numRuns: 300, seed: 1 })).failed).toBe(true);
  });
});

describe.each([
  ['account-state', accountState],
  ['supplier-lifecycles', supplierLifecycles],
  ['back-office', backOffice],
] as const)('given any history of %s', (_name, projection) => {
  it('when its events come in any order at all, then the rows are the same', async () => {
    const spec = await ProjectionSpec.of(projection);
    const shuffled = histories(spec.catalogue, projection).chain((history) =>
      fc.tuple(fc.constant(history), fc.shuffledSubarray([...history], { minLength: history.length })),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, async ([history, otherOrder]) => {
        expect(await spec.play(oneByOne(spec.record(otherOrder)))).toEqual(
          await spec.play(oneByOne(spec.record(history))),
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe('given any history of import-progress', () => {
  it('when counted at any instant, then accepted = waiting + complete + error + cancelled, as the rows say', async () => {
    const spec = await ProjectionSpec.of(importProgress);
    await fc.assert(
      fc.asyncProperty(
        histories(spec.catalogue, importProgress),
        turns(),
        fc.nat(),
        async (history, order, stop) => {
          const batches = interleaved(spec.record(history), order);
          const tables = await spec.play(batches.slice(0, stop % (batches.length + 1)));
          for (const counts of tables['supplier_counts'] ?? []) {
            const { accepted, waiting, complete, error, cancelled } = counts;
            expect(accepted).toBe(Number(waiting) + Number(complete) + Number(error) + Number(cancelled));
          }
          expect(tables['supplier_counts']).toEqual(recount(tables['processes'] ?? []));
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** A log in which events come twice has them at other places. */
const withoutPlaces = (tables: Tables): Tables =>
  Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [name, rows.map((row) => ({ ...row, sequence: 0 }))]),
  );

/** The supplier counts, from the processes themselves. */
function recount(processes: readonly Row[]): readonly Row[] {
  const counts = new Map<string, Record<string, unknown>>();
  for (const { accepted, organisation, import_supplier, resource_type, state } of processes) {
    if (!accepted) continue;
    const at = JSON.stringify([organisation, import_supplier, resource_type]);
    const zero = { accepted: 0, waiting: 0, complete: 0, error: 0, cancelled: 0 };
    const count = counts.get(at) ?? { organisation, import_supplier, resource_type, ...zero };
    counts.set(at, {
      ...count,
      accepted: Number(count['accepted']) + 1,
      [String(state)]: Number(count[String(state)]) + 1,
    });
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
