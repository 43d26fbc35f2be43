import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataFault } from '../../src/errors.js';
import type { DecodedEvent, RecordedEvent } from '../../src/event/index.js';
import type { Projection, Row } from '../../src/projector/definition.js';
import { decodeJson } from '../support/events.js';

/**
 * A projection with a table of each kind over made-up events: `item.moved` {to} and `item.said` {item, colour, at}.
 * The partition key of both is the item, but `item.said` is told of another item, so its table is shared.
 */
export const counting: Projection = {
  name: 'counting',
  version: 1,
  tables: {
    items: {
      kind: 'owned',
      key: ['item'],
      partitionedBy: 'item',
      on: {
        'item.moved': {
          rows: (event) => [{ item: event.data['item'] ?? event.envelope.key }],
          fold: (row, event, key) => {
            if (event.data['to'] === 'nowhere') throw new Error('cannot move to nowhere');
            return {
              ...key,
              place: event.data['to'],
              trail: [...trailOf(row), event.data['to']],
              moved_at: event.envelope.time,
            };
          },
        },
      },
    },
    places: {
      kind: 'tally',
      of: 'items',
      key: ['place'],
      counts: ['items', 'moves'],
      contribution: (row) => {
        if (row['place'] === 'uncountable') throw new Error('cannot count that');
        return [{ key: { place: row['place'] }, add: { items: 1, moves: trailOf(row).length } }];
      },
    },
    sayings: {
      kind: 'shared',
      key: ['about'],
      merge: { colour: 'latest', first_at: 'least', last_at: 'greatest' },
      on: {
        'item.said': (event) => [
          {
            about: event.data['about'],
            colour: event.data['colour'],
            first_at: event.envelope.time,
            last_at: event.envelope.time,
          },
        ],
      },
    },
  },
};

const trailOf = (row: Row | undefined): readonly unknown[] =>
  Array.isArray(row?.['trail']) ? row['trail'] : [];

/** Writes the projection's SQL under `folder`, as a folder of projections. */
export function writeCountingSql(folder: string): string {
  mkdirSync(join(folder, 'counting'), { recursive: true });
  writeFileSync(
    join(folder, 'counting', 'tables.sql'),
    `CREATE TABLE items (item text PRIMARY KEY, place text, trail jsonb, moved_at timestamptz);
     CREATE TABLE places (place text, partition smallint, items bigint, moves bigint, PRIMARY KEY (place, partition));
     CREATE TABLE sayings (about text PRIMARY KEY, colour text, colour_stamp text COLLATE "C",
       first_at timestamptz, last_at timestamptz);`,
  );
  writeFileSync(
    join(folder, 'counting', 'views.sql'),
    `CREATE VIEW read_model.places AS SELECT place, sum(items)::bigint AS items, sum(moves)::bigint AS moves
     FROM places GROUP BY place HAVING sum(items) > 0;`,
  );
  return folder;
}

/** Payloads are JSON, or `poison`. */
export function decode(event: RecordedEvent): DecodedEvent {
  if (event.payload.toString() === 'poison') throw new DataFault('undecodable', 'this is poison');
  return decodeJson(event);
}
