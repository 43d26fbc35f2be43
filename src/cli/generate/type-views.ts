import { type Catalogue, type Field, type TypeInfo, viewNameOf } from '../../catalogue/index.js';
import { type Column, literal, view } from './sql.js';

/** What every view of a type begins with: what is known of the event besides its payload. */
const ENVELOPE: readonly Column[] = [
  ['event_id', 'e.event_id', 'Id that its source gave it.'],
  ['occurred_at', 'e.occurred_at', 'When it happened, as its source says.'],
  ['account_number', 'e.account_number', 'Account that it names; null where it names none.'],
  ['organisation', 'e.organisation', 'Organisation; null where unknown.'],
  ['import_supplier', 'e.import_supplier', 'Import supplier; null where unknown.'],
  ['entity', 'e.entity', 'What else it is about, such as agreement/17; null where nothing else.'],
  ['source', 'e.source', 'Who told it.'],
  ['event_version', 'e.event_version', 'Version of the type in which it was told.'],
  ['correlation_id', 'e.correlation_id', 'Shared by all events that one request led to; null where unknown.'],
  ['log_partition', 'e.partition', 'Partition of the log.'],
  ['log_sequence', 'e.sequence', 'Place in the partition.'],
].map(([name = '', expression = '', comment = '']) => ({ name, expression, comment }));

export const envelopeColumns: readonly string[] = ENVELOPE.map(({ name }) => name);

/** SQL of one view for each public event type, and of the list of them. */
export function typeViews({ types }: Pick<Catalogue, 'types'>): string {
  const infos = [...types.values()]
    .filter(({ internal }) => !internal)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const named = new Map<string, string>();
  for (const { name } of infos) {
    const viewName = viewNameOf(name);
    if (named.has(viewName)) throw new Error(`${name} and ${named.get(viewName)} would share a view`);
    named.set(viewName, name);
  }
  return [...infos.map(typeView), listOfTypes(infos)].join('\n');
}

function typeView(info: TypeInfo): string {
  const payload = info.current.fields.filter(({ name }) => name !== 'account_number').map(payloadColumn);
  return view(
    `analytics.${viewNameOf(info.name)}`,
    `${info.name}: ${info.description}`,
    [...ENVELOPE, ...payload],
    `FROM events e WHERE e.event_type = ${literal(info.name)}`,
  );
}

/** A field called as a column of the envelope is something else: it is told apart by a prefix. */
function payloadColumn({ name, type, doc }: Field): Column {
  const column = envelopeColumns.includes(name) ? `payload_${name}` : name;
  return { name: column, expression: typedValue(name, type), comment: doc };
}

function typedValue(name: string, type: Field['type']): string {
  const text = `e.data ->> ${literal(name)}`;
  switch (type.kind) {
    case 'string':
      return text;
    case 'long':
      return `(${text})::bigint`;
    case 'double':
      return `(${text})::double precision`;
    case 'boolean':
      return `(${text})::boolean`;
    default:
      return `nullif(e.data -> ${literal(name)}, 'null')`;
  }
}

function listOfTypes(infos: readonly TypeInfo[]): string {
  const rows = infos.map(({ name, description, versions }) => {
    const told = versions.map(({ version }) => literal(version)).join(', ');
    return `  (${literal(name)}, ${literal(viewNameOf(name))}, ARRAY[${told}], ${literal(description)})`;
  });
  const columns = [
    { name: 'event_type', expression: 't.event_type', comment: 'Type, as the catalogue calls it.' },
    { name: 'view_name', expression: 't.view_name', comment: 'View of this schema that shows its events.' },
    { name: 'versions', expression: 't.versions', comment: 'Its versions, oldest first.' },
    { name: 'description', expression: 't.description', comment: 'What it says.' },
    {
      name: 'newest_at',
      expression: '(SELECT max(e.occurred_at) FROM events e WHERE e.event_type = t.event_type)',
      comment: 'Time of its newest event; null where there is none.',
    },
  ];
  return view(
    'analytics.event_types',
    'Every event type of the catalogue, and the view that shows its events. One row a type.',
    columns,
    `FROM (VALUES\n${rows.join(',\n')}\n) t (event_type, view_name, versions, description)`,
  );
}
