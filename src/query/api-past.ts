import {
  array,
  type JsonSchema,
  object,
  type Parameter,
  ref,
  string,
  time,
  whole,
} from '../openapi/index.js';

export const asOfParameter: Parameter = {
  name: 'as_of',
  in: 'query',
  description:
    'As it was: at a time such as 2026-01-31T00:00:00Z, going by the times that events tell; or at a `Headrace-Position`, where partitions that it does not name count whole. Folded from the event history by the code of today.',
  schema: { type: 'string', minLength: 1 },
};

/** An event that a row follows from. */
export const eventBehind: JsonSchema = object({
  event_id: string('Id that its source gave it.'),
  source: string('Who told it.'),
  event_type: string('Type, as the catalogue calls it.'),
  event_version: string('Version of the type in which it was told.'),
  upcast_path: array(
    string('A version.'),
    'Versions that it was upcast to, one after the other; empty where it was told in the newest.',
  ),
  occurred_at: time('When it happened, as its source says.'),
  partition: whole('Partition of the log.', 0),
  sequence: whole('Place in the partition.', 1),
  effects: array(
    object({
      table: string('A table of the read model.'),
      columns: array(string('A column.'), 'Those whose value is another than before the event.'),
    }),
    'What it changed.',
  ),
});

const example = {
  event_id: '0192d3a0-0000-7000-8000-000000000000',
  source: 'headrace/importer',
  event_type: 'agreement.revoked',
  event_version: 'v1',
  upcast_path: ['v2'],
  occurred_at: '2026-01-31T09:15:00.000Z',
  partition: 0,
  sequence: 41,
  effects: [{ table: 'agreements', columns: ['revoked_at'] }],
};

/** A row with the events behind it. */
export const explanation = (row: JsonSchema, rowExample: unknown) => ({
  schema: object({
    row,
    events: array(
      ref('EventBehind'),
      'Those that the token may see and that changed anything, in the order of the log, partition by partition.',
    ),
  }),
  examples: { explanation: { row: rowExample, events: [example] } },
});
