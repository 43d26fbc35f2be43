import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { makeHistory } from '../../src/cli/check-oracle/history.js';
import { foldPlainly } from '../../src/cli/check-oracle/oracle.js';
import { createRandom } from '../../src/cli/random.js';
import { DataFault } from '../../src/errors.js';
import type { RecordedEvent } from '../../src/event/index.js';
import { owned, shared, tally } from '../../src/projector/define.js';
import type { Projection } from '../../src/projector/definition.js';
import { decodeJson, jsonEvent } from '../support/events.js';

describe('random histories', () => {
  it('given a few of them, then every version of every type is told, internal ones included', async () => {
    const catalogue = await loadCatalogue();
    const told = new Set<string>();
    for (const seed of [1, 2, 3]) {
      const log = makeHistory(catalogue, createRandom(seed), { size: 4_000, partitions: 6 });
      for (const { envelope } of log) told.add(`${envelope.type} ${envelope.version}`);
    }
    const all = [...catalogue.types.values()].flatMap(({ name, versions }) =>
      versions.map(({ version }) => `${name} ${version}`),
    );
    expect(all.filter((version) => !told.has(version))).toEqual([]);
  });

  it('given a seed, then the history is the same each time', async () => {
    const catalogue = await loadCatalogue();
    const make = () => makeHistory(catalogue, createRandom(7), { size: 300, partitions: 3 });
    expect(make()).toEqual(make());
  });
});

interface Thing {
  readonly id: string;
  readonly sum: number;
}

/** Of made-up types, which the definitions' types know nothing of. */
const projection: Projection = {
  name: 'things',
  version: 1,
  tables: {
    things: {
      ...owned<Thing>({ key: ['id'], partitionedBy: 'id', on: {} }),
      on: {
        added: {
          rows: ({ data }) => [{ id: data['id'] }],
          fold(row, { data }) {
            if (data['amount'] === 13) throw new Error('not thirteen');
            return { id: data['id'], sum: Number(row?.['sum'] ?? 0) + Number(data['amount']) };
          },
        },
      },
    },
    names: {
      ...shared<{ id: string; name: string | null; first: string | null }, 'id'>({
        key: ['id'],
        merge: { name: 'latest', first: 'least' },
        on: {},
      }),
      on: {
        added: ({ data, envelope }) => [{ id: data['id'], name: data['name'], first: envelope.time }],
      },
    },
    sums: tally<Thing>({
      of: 'things',
      key: ['sum'],
      counts: ['things'],
      contribution: ({ sum }) => [{ key: { sum }, add: { things: 1 } }],
    }),
  },
};

let sequence = 0;
const added = (id: string, amount: number, minute = 0, name: string | null = null): RecordedEvent => ({
  ...jsonEvent(
    { type: 'added', key: id, id: `e${++sequence}`, time: `2026-01-01T00:0${minute}:00.000Z` },
    { id, amount, name },
  ),
  ...{ partition: 2, sequence, appendedAt: 0 },
});
const fold = (...log: readonly RecordedEvent[]) => foldPlainly(projection, log, decodeJson);

describe('the oracle', () => {
  it('given events, when folded, then owned rows are theirs in order, and counters count the rows in the end', () => {
    const { tables } = fold(added('a', 1), added('a', 2), added('b', 3));
    expect(tables.get('things')).toEqual([
      { id: 'a', sum: 3 },
      { id: 'b', sum: 3 },
    ]);
    expect(tables.get('sums')).toEqual([{ sum: 3, partition: 2, things: 2 }]);
  });

  it('given facts that come late, when folded, then the latest and the least stand', () => {
    const { tables } = fold(added('a', 1, 5, 'new'), added('a', 1, 3, 'old'), added('a', 1, 9));
    expect(tables.get('names')).toMatchObject([{ id: 'a', name: 'new', first: '2026-01-01T00:03:00.000Z' }]);
  });

  it('given an event at fault, when folded, then it changes nothing, nor do those of its key behind it', () => {
    const { tables, parked } = fold(added('a', 1), added('a', 13, 1, 'x'), added('a', 2), added('b', 4));
    expect(tables.get('things')).toEqual([
      { id: 'a', sum: 1 },
      { id: 'b', sum: 4 },
    ]);
    expect(tables.get('names')?.map(({ name }) => name)).toEqual([undefined, undefined]);
    expect(parked.map(({ reason }) => reason)).toEqual(['fold_failed', 'behind_parked']);
  });

  it('given an event that cannot be decoded, when folded, then it is parked for the reason it was refused', () => {
    const decode = () => {
      throw new DataFault('undecodable', 'not Avro');
    };
    const { parked } = foldPlainly(projection, [added('a', 1)], decode);
    expect(parked.map(({ reason }) => reason)).toEqual(['undecodable']);
  });
});
