import { setImmediate } from 'node:timers/promises';
import type { Waker } from '../pacing/waker.js';
import { cutBatch, lastSequences } from './batch.js';
import type { MarkWriter } from './marks.js';
import type { ByPartition, RelayJournal, TopicSession } from './port.js';

export interface PumpOptions {
  readonly journal: RelayJournal;
  readonly session: TopicSession;
  readonly marks: MarkWriter;
  /** Most events of a partition in one request. */
  readonly partitionEvents: number;
  /** Most bytes of a partition in one request. */
  readonly partitionBytes: number;
  /** How long to wait for a wake-up before looking anyway. */
  readonly pollMs: number;
  /** Told of each acknowledged batch: the newest sequence by partition, and the number of events. */
  readonly onSent: (acknowledged: ByPartition<number>, events: number) => void;
}

/**
 * Sends what is behind `positions`, one request after the other, until `stop` is aborted; a request under way is waited
 * for. While the topic takes one batch the next is read.
 */
export async function pump(
  options: PumpOptions,
  positions: Map<number, number>,
  waker: Waker,
  stop: AbortSignal,
): Promise<void> {
  const { journal, session, marks } = options;
  const next = async () => {
    const read = await journal.readBehind(positions, options.partitionEvents);
    const batch = cutBatch(read, positions, options.partitionBytes);
    const last = lastSequences(batch);
    for (const [partition, sequence] of last) positions.set(partition, sequence);
    return { batch, last };
  };
  let ahead = next();
  while (!stop.aborted) {
    const { batch, last } = await ahead;
    if (batch.size === 0) {
      await waker.wait(options.pollMs);
      ahead = next();
      // Its fault is met at the top of the loop; where the loop ends first nobody needs it.
      ahead.catch(() => {});
      continue;
    }
    ahead = next();
    ahead.catch(() => {});
    // The query leaves in another turn of the event loop, and encoding a request would take all of this one.
    await setImmediate();
    if (stop.aborted) break;
    await session.send(batch);
    marks.note(last);
    options.onSent(
      last,
      [...batch.values()].reduce((sum, events) => sum + events.length, 0),
    );
  }
  // A read under way would outlive the connections it needs.
  await ahead.catch(() => {});
}
