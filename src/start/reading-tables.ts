import { type Catalogue, samplePayload, type TypeInfo } from '../catalogue/index.js';
import type { DecodedEvent, Envelope } from '../event/index.js';
import { columnsReached, type Projection, type ReachedTable, tablesReached } from '../projector/index.js';
import type { ReadingTable } from '../query/catalogue-site/index.js';

/**
 * By event type, the tables of the read models that its events change, and which columns by which field.
 *
 * @param isPublishable whether others may tell of a type: what only this service tells counts only when it does
 */
export function readingTables(
  catalogue: Catalogue,
  projections: readonly Projection[],
  isPublishable: (type: string) => boolean,
): (type: string) => readonly ReadingTable[] {
  const reached = tablesReached(projections);
  return (type) => {
    const info = catalogue.types.get(type);
    if (!info) return [];
    const event = sampleEvent(info, isPublishable(type) ? 'acme/crm' : 'headrace/importer');
    const changed = changesOf(info, event);
    return reached(type).map((table) => readingTable(table, event, changed));
  };
}

function readingTable(
  { projection, name, table }: ReachedTable,
  event: DecodedEvent,
  changed: ReadonlyMap<string, readonly DecodedEvent[]>,
): ReadingTable {
  return {
    projection: projection.name,
    version: projection.version,
    table: name,
    counts: table.kind === 'tally' ? table.of : null,
    columns: table.kind === 'tally' ? new Map() : columnsReached(table, event, changed),
  };
}

const ENVELOPE: Omit<Envelope, 'type' | 'version' | 'source'> = {
  id: '01935b6e-0000-7000-8000-000000000000',
  time: '2026-03-01T10:00:00.000Z',
  subject: 'account/A-10423977',
  key: 'A-10423977',
  importSupplier: 'spring',
  organisation: 'acme',
  causationId: '01935b6e-0000-7000-8000-000000000001',
  correlationId: '01935b6e-0000-7000-8000-000000000002',
  traceparent: null,
};

/** Attributes that read models keep, by the names that readers know, and another value of each. */
const OTHERWISE: Readonly<Record<string, Partial<Envelope>>> = {
  id: { id: '01935b6f-0000-7000-8000-000000000000' },
  source: { source: 'acme/billing' },
  time: { time: '2026-04-02T11:30:00.000Z' },
  subject: { subject: 'account/A-20517788' },
  import_supplier: { importSupplier: 'autumn' },
  organisation: { organisation: 'other' },
  causation_id: { causationId: '01935b6f-0000-7000-8000-000000000001' },
  correlation_id: { correlationId: '01935b6f-0000-7000-8000-000000000002' },
};

/** A made-up event in current form that says all it can. */
function sampleEvent({ name: type, newest, current }: TypeInfo, source: string): DecodedEvent {
  const envelope = { ...ENVELOPE, source, type, version: newest.version };
  return { type, data: samplePayload(current.fields), envelope, partition: 0, sequence: 1 };
}

/** The same event with another value in each place, or none where that may be. */
function changesOf({ current }: TypeInfo, event: DecodedEvent): ReadonlyMap<string, readonly DecodedEvent[]> {
  const other = samplePayload(current.fields, 1);
  const saying = (name: string, value: unknown) => ({ ...event, data: { ...event.data, [name]: value } });
  const changes = new Map<string, readonly DecodedEvent[]>();
  for (const { name, required } of current.fields) {
    changes.set(name, [saying(name, other[name]), ...(required ? [] : [saying(name, null)])]);
  }
  for (const [name, otherwise] of Object.entries(OTHERWISE)) {
    changes.set(`envelope.${name}`, [{ ...event, envelope: { ...event.envelope, ...otherwise } }]);
  }
  return changes;
}
