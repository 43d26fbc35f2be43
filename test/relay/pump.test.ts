import { expect, it } from 'vitest';
import type { RecordedEvent } from '../../src/event/index.js';
import { createWaker } from '../../src/pacing/waker.js';
import { MarkWriter } from '../../src/relay/marks.js';
import type { RelayJournal, RelayStore, TopicSession } from '../../src/relay/port.js';
import { pump } from '../../src/relay/pump.js';
import { jsonEvent } from '../support/events.js';

const BATCHES = 3;

it('given a batch to send, then the next was asked for before sending takes the thread', async () => {
  const order: string[] = [];
  const stop = new AbortController();
  const at = (sequence: number): RecordedEvent => ({
    ...jsonEvent({ type: 'thing.happened' }),
    partition: 0,
    sequence,
    appendedAt: 0,
  });
  const journal: Pick<RelayJournal, 'readBehind'> = {
    // A connection pool asks the database no sooner.
    readBehind: (after) =>
      new Promise((resolve) =>
        process.nextTick(() => {
          const sequence = (after.get(0) ?? 0) + 1;
          if (sequence <= BATCHES) order.push(`asked for ${sequence}`);
          resolve(new Map(sequence <= BATCHES ? [[0, [at(sequence)]]] : []));
        }),
      ),
  };
  const session: Pick<TopicSession, 'send'> = {
    async send(batch) {
      const sequence = batch.get(0)?.[0]?.sequence;
      order.push(`sent ${sequence}`);
      if (sequence === BATCHES) stop.abort();
    },
  };
  const store: Pick<RelayStore, 'advance'> = { advance: async () => {} };

  const waker = createWaker(stop.signal);
  await pump(
    {
      journal: journal as RelayJournal,
      session: session as TopicSession,
      marks: new MarkWriter(store as RelayStore, 1, () => {}),
      partitionEvents: 1,
      partitionBytes: 1_000,
      pollMs: 1_000,
      onSent: () => {},
    },
    new Map([[0, 0]]),
    waker,
    stop.signal,
  );
  waker.close();

  expect(order).toEqual(['asked for 1', 'asked for 2', 'sent 1', 'asked for 3', 'sent 2', 'sent 3']);
});
