import { describe, expect, it } from 'vitest';
import type { DecodedEvent } from '../../src/event/index.js';
import type { OwnedTable, Projection, SharedTable, TallyTable } from '../../src/projector/definition.js';
import { columnsReached, tablesReached } from '../../src/projector/reach.js';
import { envelope } from '../support/events.js';

const shared: SharedTable = {
  kind: 'shared',
  key: ['id'],
  merge: { name: 'latest', at: 'latest' },
  on: {
    'a.made': ({ data, envelope: { time } }) =>
      data['id'] === null ? [] : [{ id: data['id'], name: data['name'], at: time }],
  },
};
const owned: OwnedTable = {
  kind: 'owned',
  key: ['id'],
  partitionedBy: 'id',
  on: {
    'a.made': {
      rows: ({ data }) => [{ id: data['id'] }],
      fold: (row, { data }, key) => ({
        ...key,
        seen: row !== undefined,
        long: String(data['name']).length > 3,
      }),
    },
    'a.broken': {
      rows: () => {
        throw new Error('cannot take this');
      },
      fold: () => ({}),
    },
  },
};
const tally: TallyTable = { kind: 'tally', of: 'owned', key: ['id'], counts: ['n'], contribution: () => [] };
const projection: Projection = { name: 'tried', version: 3, tables: { shared, owned, tally } };

const event = (data: Record<string, unknown>, type = 'a.made'): DecodedEvent => ({
  type,
  data,
  envelope: envelope({ type }),
  partition: 0,
  sequence: 1,
});

describe('the tables that a type reaches', () => {
  it('given handlers and a tally over one of them, then all three are named in order; another type reaches none', () => {
    const reached = tablesReached([projection]);
    expect(reached('a.made').map(({ name }) => name)).toEqual(['shared', 'owned', 'tally']);
    expect(reached('a.broken').map(({ name }) => name)).toEqual(['owned', 'tally']);
    expect(reached('a.other')).toEqual([]);
  });
});

describe('the columns that a field reaches', () => {
  const base = event({ id: 1, name: 'one', unused: 1 });
  const changed = new Map([
    ['name', [event({ ...base.data, name: 'other' })]],
    ['unused', [event({ ...base.data, unused: 2 })]],
    ['id', [event({ ...base.data, id: null })]],
  ]);

  it('given a shared table, then what differs is found, and the key where a row is missing', () => {
    expect(Object.fromEntries(columnsReached(shared, base, changed))).toEqual({ name: ['name'], id: ['id'] });
  });

  it('given an owned table, then what its fold makes of the change is found', () => {
    expect(Object.fromEntries(columnsReached(owned, base, changed))).toEqual({ name: ['long'], id: ['id'] });
  });

  it('given a handler that cannot take made-up data, then it reaches nothing that is known', () => {
    const broken = event({ id: 1 }, 'a.broken');
    expect(columnsReached(owned, broken, new Map([['id', [broken]]])).size).toBe(0);
  });
});
