import type { Catalogue } from '../../catalogue/index.js';
import { type Envelope, type EventToAppend, partitionOf, type RecordedEvent } from '../../event/index.js';
import type { Random } from '../random.js';
import { Stories, type Story, type StoryEvent } from './stories.js';
import { ORGANISATIONS, SUPPLIERS } from './vocabulary.js';

const BASE = Date.UTC(2026, 0, 1);
const SOURCES = ['headrace/importer', 'headrace/intake', 'billing', 'crm/\uff5e', 'crm/\u{1f4a7}'];

/** A log of `size` events or a few more: stories told through each other, some events repeated, a few undecodable. */
export function makeHistory(
  catalogue: Catalogue,
  random: Random,
  { size, partitions }: { readonly size: number; readonly partitions: number },
): readonly RecordedEvent[] {
  const stories = new Stories(catalogue, random);
  const under = new Set<{ readonly story: Story; next: number; minute: number }>();
  const events: EventToAppend[] = [];
  const isPoisoned = random.chance(0.5);
  while (events.length < size) {
    while (under.size < 40) under.add({ story: stories.any(), next: 0, minute: random.between(0, 600) });
    const telling = random.pick([...under]);
    const told = telling.story[telling.next++];
    if (!told) {
      under.delete(telling);
      continue;
    }
    telling.minute += random.between(-1, 5);
    const event = append(catalogue, random, told, telling.minute);
    events.push(
      isPoisoned && random.chance(0.004) ? { ...event, payload: Buffer.from([0xff, 0xff]) } : event,
    );
    if (random.chance(0.04)) events.push(random.pick(events));
  }
  return record(events, partitions);
}

function append(catalogue: Catalogue, random: Random, told: StoryEvent, minute: number): EventToAppend {
  const { type, version, data } = told;
  const envelope: Omit<Envelope, 'key'> = {
    id: idOf(random),
    source: told.source ?? random.pick(SOURCES),
    type,
    version,
    time: new Date(BASE + minute * 60_000 + (random.chance(0.2) ? random.between(0, 999) : 0)).toISOString(),
    subject: random.chance(0.3) ? `account/A-${random.between(1, 8)}` : null,
    importSupplier: told.importSupplier ?? perhaps(random, SUPPLIERS),
    organisation: told.organisation ?? perhaps(random, ORGANISATIONS),
    causationId: null,
    correlationId: null,
    traceparent: null,
  };
  const payload = catalogue.encodeUnknown(type, version, data);
  const decoded = catalogue.decode(type, version, payload);
  const key = catalogue.keyOf(type, version, decoded, envelope.organisation) ?? 'of nobody';
  return { envelope: { ...envelope, key }, payload };
}

/** Those of others may be any text. */
function idOf(random: Random): string {
  const hex = () => random.between(0, 0xffffffff).toString(16).padStart(8, '0');
  const prefix = random.chance(0.1) ? random.pick(['\uff5e', '\u{1f4a7}', ' ', 'Z']) : '';
  return `${prefix}${hex()}-${hex()}`;
}

const perhaps = (random: Random, texts: readonly string[]): string | null =>
  random.chance(0.5) ? random.pick(texts) : null;

function record(events: readonly EventToAppend[], partitions: number): readonly RecordedEvent[] {
  const sequences = new Map<number, number>();
  return events.map((event) => {
    const partition = partitionOf(event.envelope.key, partitions);
    const sequence = (sequences.get(partition) ?? 0) + 1;
    sequences.set(partition, sequence);
    return { ...event, partition, sequence, appendedAt: 0 };
  });
}
