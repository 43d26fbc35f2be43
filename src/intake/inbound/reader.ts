import { DataFault } from '../../errors.js';
import type { PublishedTypes } from '../cloud-events/admission.js';
import { KnownMeanings } from './meanings.js';
import type { InboundPlace, InboundReader, InboundRecord, InboundSchemas, InboundStore } from './port.js';
import type { Meanings } from './read-record.js';
import { type ReadRecords, readRecords, type TakenIn, takeIn } from './take-in.js';

export interface InboundReaderOptions {
  readonly topic: string;
  readonly store: InboundStore;
  readonly schemas: InboundSchemas;
  readonly catalogue: PublishedTypes;
  /** Told of each transaction, after it has committed. */
  readonly onTaken: (taken: TakenIn & { readonly partition: number }) => void;
}

/** Takes the topic's records into the journal, each once. */
export function createInboundReader(options: InboundReaderOptions): InboundReader {
  const { topic, store, schemas, catalogue, onTaken } = options;
  const meanings = new KnownMeanings(schemas);
  const places = new Map<number, InboundPlace>();

  const deliver = async (
    partition: number,
    records: readonly InboundRecord[],
    nextOffset: number,
    meaningsOf: Meanings,
  ): Promise<void> => {
    const from = places.get(partition);
    if (!from) throw new Error(`partition ${partition} is delivered before it was assigned`);
    const commit = async (read: ReadRecords) => {
      const to = { topic, partition, nextOffset };
      const taken = await store.taking((transaction) => takeIn(transaction, from, to, read));
      places.set(partition, { nextOffset, revision: from.revision + 1 });
      onTaken({ ...taken, partition });
    };
    try {
      await commit(readRecords(catalogue, meaningsOf, records));
    } catch (error) {
      if (!(error instanceof DataFault)) throw error;
      // What the database refuses is looked for by halves, so that one record holds up no other.
      const [first, ...others] = records;
      if (!first) throw error;
      if (others.length === 0) {
        await commit({
          events: [],
          parked: [{ record: first, reason: error.reason, detail: error.message }],
        });
        return;
      }
      const middle = Math.ceil(records.length / 2);
      const half = records[middle]?.offset ?? nextOffset;
      await deliver(partition, records.slice(0, middle), half, meaningsOf);
      await deliver(partition, records.slice(middle), nextOffset, meaningsOf);
    }
  };

  return {
    async assigned(partition) {
      const place = await store.place(topic, partition);
      places.set(partition, place);
      return place.nextOffset;
    },
    async deliver(partition, records, nextOffset) {
      await deliver(partition, records, nextOffset, await meanings.for(records));
    },
    async revoked(partition) {
      places.delete(partition);
    },
  };
}
