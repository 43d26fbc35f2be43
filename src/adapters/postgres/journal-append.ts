import { type EventToAppend, type Position, partitionOf } from '../../event/index.js';

/** Events as the database function `journal.append` takes them. */
export interface Appending {
  /** Its arguments, in their order. */
  readonly values: readonly unknown[];
  /** The partition of each event. */
  readonly partitions: readonly number[];
}

/** What `journal.append` answers: the newest sequence in each partition that took an event. */
export interface AppendedRow {
  readonly partition: number;
  readonly last_sequence: number;
}

export const toPosition = (row: AppendedRow): Position => ({
  partition: row.partition,
  sequence: row.last_sequence,
});

/** How the arguments stand in a statement, as `$first` and on. */
export function appendParameters(first: number): string {
  return TYPES.map((type, i) => `$${first + i}::${type}`).join(', ');
}

const TYPES = [
  ...['smallint[]', 'integer[]', 'smallint[]', 'integer[]'],
  ...[
    'text[]',
    'text[]',
    'text[]',
    'text[]',
    'timestamptz[]',
    'text[]',
    'text[]',
    'text[]',
    'text[]',
    'text[]',
  ],
  ...['text[]', 'text[]', 'integer[]', 'integer[]', 'bytea'],
];

/** Each behind those of its partition that come before it in the list. */
export function appending(events: readonly EventToAppend[], partitionCount: number): Appending {
  const partitions = events.map(({ envelope }) => partitionOf(envelope.key, partitionCount));
  const counts = new Map<number, number>();
  const ranks = partitions.map((partition) => {
    const rank = (counts.get(partition) ?? 0) + 1;
    counts.set(partition, rank);
    return rank;
  });
  let start = 1;
  const starts = events.map(({ payload }) => {
    const at = start;
    start += payload.length;
    return at;
  });
  const column = (of: (envelope: EventToAppend['envelope']) => string | null) =>
    textArray(events.map(({ envelope }) => of(envelope)));
  const values = [
    numberArray([...counts.keys()]),
    numberArray([...counts.values()]),
    numberArray(partitions),
    numberArray(ranks),
    column(({ id }) => id),
    column(({ source }) => source),
    column(({ type }) => type),
    column(({ version }) => version),
    column(({ time }) => time),
    column(({ subject }) => subject),
    column(({ key }) => key),
    column(({ importSupplier }) => importSupplier),
    column(({ organisation }) => organisation),
    column(({ causationId }) => causationId),
    column(({ correlationId }) => correlationId),
    column(({ traceparent }) => traceparent),
    numberArray(starts),
    numberArray(events.map(({ payload }) => payload.length)),
    Buffer.concat(events.map(({ payload }) => payload)),
  ];
  return { values, partitions };
}

const numberArray = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;

/**
 * A PostgreSQL array of texts, as text. The driver writes the same, but looks at each element twice and at its type; here
 * most elements are looked at once.
 */
function textArray(texts: readonly (string | null)[]): string {
  let array = '{';
  for (const text of texts) {
    if (array.length > 1) array += ',';
    if (text === null) array += 'NULL';
    else if (SPECIAL.test(text)) array += `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
    else array += `"${text}"`;
  }
  return `${array}}`;
}

const SPECIAL = /["\\]/;
