import { DataFault } from '../../errors.js';
import type { EventToAppend } from '../../event/index.js';
import type { PublishedTypes } from '../cloud-events/admission.js';
import { type Identity, identify } from '../cloud-events/identity.js';
import { distinct, sortRepeats } from '../cloud-events/repeats.js';
import type { InboundPlace, InboundRecord, InboundTransaction, ParkedRecord } from './port.js';
import { type Meanings, readRecord } from './read-record.js';

/** Producers of the topic share one space of sources. */
const TOPIC_PUBLISHER = '';

/** A record that became an event. */
interface ReadEvent {
  readonly record: InboundRecord;
  readonly event: EventToAppend;
  readonly identity: Identity;
}

export interface ReadRecords {
  readonly events: readonly ReadEvent[];
  readonly parked: readonly ParkedRecord[];
}

/** Reads records, each by itself: one that is at fault is set aside. */
export function readRecords(
  catalogue: PublishedTypes,
  meanings: Meanings,
  records: readonly InboundRecord[],
): ReadRecords {
  const events: ReadEvent[] = [];
  const parked: ParkedRecord[] = [];
  for (const record of records) {
    try {
      const event = readRecord(catalogue, meanings, record);
      events.push({ record, event, identity: identify(TOPIC_PUBLISHER, event) });
    } catch (error) {
      if (!(error instanceof DataFault)) throw error;
      parked.push({ record, reason: error.reason, detail: error.message });
    }
  }
  return { events, parked };
}

/** What became of the records of a partition that were taken together. */
export interface TakenIn {
  readonly journaled: number;
  readonly duplicates: number;
  readonly parked: readonly ParkedRecord[];
}

/** Journals what is new and moves the position, in one transaction. */
export async function takeIn(
  transaction: InboundTransaction,
  from: InboundPlace,
  to: { readonly topic: string; readonly partition: number; readonly nextOffset: number },
  { events, parked: unreadable }: ReadRecords,
): Promise<TakenIn> {
  const known = events.length === 0 ? new Map() : await transaction.remember(distinct(events));
  const { fresh, repeats, conflicts } = sortRepeats(events, known);
  const parked = [...unreadable, ...conflicts.map(conflict)];
  await transaction.commit({
    ...to,
    from,
    events: fresh.map(({ event }) => event),
    duplicates: repeats.length,
    parked,
  });
  return { journaled: fresh.length, duplicates: repeats.length, parked };
}

function conflict({ record, event: { envelope } }: ReadEvent): ParkedRecord {
  const detail = `${envelope.source} ${envelope.id}: another event was journaled under this id`;
  return { record, reason: 'id_conflict', detail };
}
