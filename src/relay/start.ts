import { RelayMismatch } from './mismatch.js';
import type { ByPartition, RelayJournal, TopicTail } from './port.js';

/**
 * Where to go on in each partition: behind the newest record of the topic.
 *
 * A mark was written after its record was acknowledged, and a record was journaled before it was sent. So a tail below
 * its mark, or beyond the journal's head, is the topic of another installation, or records or rows are gone.
 *
 * @throws RelayMismatch where they contradict each other
 */
export function startPositions(
  heads: ByPartition<number>,
  marks: ByPartition<number>,
  tails: ByPartition<TopicTail>,
): Map<number, number> {
  const positions = new Map<number, number>();
  for (const [partition, head] of heads) {
    const tail = tails.get(partition)?.sequence ?? 0;
    const mark = marks.get(partition) ?? 0;
    if (tail < mark) {
      throw new RelayMismatch(
        `partition ${partition}: the topic had acknowledged sequence ${mark} but ends at ${tail}: ` +
          'records are gone, or this is not the topic of this database. Bring the topic back, or see docs/relay.md.',
      );
    }
    if (tail > head) {
      throw new RelayMismatch(
        `partition ${partition}: the topic has sequence ${tail} but the journal ends at ${head}: ` +
          'this is not the database of this topic, or it was restored from an older backup. See docs/relay.md.',
      );
    }
    positions.set(partition, tail);
  }
  return positions;
}

/**
 * Makes sure that each tail is the event the journal has there.
 *
 * @throws RelayMismatch where it is another one
 */
export async function checkTails(journal: RelayJournal, tails: ByPartition<TopicTail>): Promise<void> {
  for (const [partition, { sequence, id }] of tails) {
    const journaled = await journal.idAt(partition, sequence);
    if (journaled !== undefined && journaled !== id) {
      throw new RelayMismatch(
        `partition ${partition}, sequence ${sequence}: the topic has event ${id}, the journal ${journaled}: ` +
          'this is the topic of another installation. See docs/relay.md.',
      );
    }
  }
}
