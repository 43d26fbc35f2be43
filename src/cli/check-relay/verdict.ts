import { createKafka, type KafkaSettings } from '../../adapters/kafka/index.js';
import { readTopic } from '../../adapters/kafka/read-topic.js';
import type { Pool } from '../../adapters/postgres/pool.js';
import { createRelayJournal } from '../../adapters/postgres/relay-journal.js';

/** The topic as it stands, raw, against the journal. */
export interface Verdict {
  /** Events in the journal. */
  readonly events: number;
  /** Events whose sequence is not on the topic, or stands there with another event. */
  readonly missing: number;
  /** Records whose sequence was on the topic before. */
  readonly repeated: number;
  /** Records that are no repeats, and not the next in sequence. */
  readonly out_of_order: number;
}

const READ_EVENTS = 5_000;

export async function judge(settings: KafkaSettings, topic: string, pool: Pool): Promise<Verdict> {
  const ids = new Map<number, Map<number, string>>();
  let repeated = 0;
  let outOfOrder = 0;
  for (const { partition, sequence, id } of await readTopic(createKafka(settings), topic)) {
    const seen = ids.get(partition) ?? new Map<number, string>();
    ids.set(partition, seen);
    if (seen.has(sequence)) repeated++;
    else {
      if (sequence !== seen.size + 1) outOfOrder++;
      seen.set(sequence, id);
    }
  }
  const journaled = await compare(pool, ids);
  return { ...journaled, repeated, out_of_order: outOfOrder };
}

async function compare(
  pool: Pool,
  ids: ReadonlyMap<number, ReadonlyMap<number, string>>,
): Promise<{ events: number; missing: number }> {
  const journal = createRelayJournal(pool);
  const positions = new Map([...(await journal.heads()).keys()].map((partition) => [partition, 0]));
  let events = 0;
  let missing = 0;
  for (;;) {
    const read = await journal.readBehind(positions, READ_EVENTS);
    if (read.size === 0) return { events, missing };
    for (const event of [...read.values()].flat()) {
      events++;
      positions.set(event.partition, event.sequence);
      if (ids.get(event.partition)?.get(event.sequence) !== event.envelope.id) missing++;
    }
  }
}
