import { backoffMs } from '../pacing/backoff.js';
import { Lease } from '../pacing/lease.js';
import { pause } from '../pacing/pause.js';
import { createWaker } from '../pacing/waker.js';
import { MarkWriter } from './marks.js';
import { RelayMismatch } from './mismatch.js';
import type { ByPartition, RelayJournal, RelayStore, RelayTopic } from './port.js';
import { type PumpOptions, pump } from './pump.js';
import { checkTails, startPositions } from './start.js';

/**
 * `standby`: another relay holds the lease. `starting`: we hold it and look where to go on. `sending`: events go out.
 * `waiting`: after a fault, until the next attempt. `stopped`: {@link Relay.run} has ended.
 */
export type RelayState = 'standby' | 'starting' | 'sending' | 'waiting' | 'stopped';

export interface RelayOptions {
  readonly journal: RelayJournal;
  readonly store: RelayStore;
  readonly topic: RelayTopic;
  /** Names this process in the lease, for whoever looks. */
  readonly holder: string;
  /** How long a lease lasts. A relay that dies is replaced within it; one that stalls longer starts anew. */
  readonly leaseMs: number;
  /** Most events of a partition in one request: below 1,000, which is how many repeats a reader reckons with. */
  readonly partitionEvents: number;
  /** Most bytes of a partition in one request; the topic must take messages of this size. */
  readonly partitionBytes: number;
  /** How long to wait for a wake-up before looking anyway: a notification can be missed. */
  readonly pollMs: number;
  /** Pause after a first fault, and between attempts to take the lease; after further faults it doubles. */
  readonly retryMs: number;
  /** Told of each fault that is retried. */
  readonly onFault: (error: unknown) => void;
  /** Told of each change of state. */
  readonly onState?: (state: RelayState) => void;
  /** Told of each acknowledged batch: the newest sequence by partition, and the number of events. */
  readonly onSent?: PumpOptions['onSent'];
}

export interface Relay {
  /**
   * Sends the journal to the topic until `signal` is aborted; one relay of an installation at a time, others stand by.
   * Faults of infrastructure are told and retried. After a stop the request under way is waited for.
   *
   * @throws RelayMismatch where topic, marks and journal contradict each other
   */
  run(signal: AbortSignal): Promise<void>;
}

/** Longest pause after repeated faults. */
const RETRY_MAX_MS = 10_000;

export function createRelay(options: RelayOptions): Relay {
  let state: RelayState | undefined;
  const enter = (entered: RelayState) => {
    if (entered !== state) options.onState?.(entered);
    state = entered;
  };

  return {
    async run(signal) {
      let faults = 0;
      try {
        while (!signal.aborted) {
          try {
            await turn(options, enter, signal, () => {
              faults = 0;
            });
          } catch (error) {
            if (error instanceof RelayMismatch) throw error;
            options.onFault(error);
            enter('waiting');
            await pause(backoffMs(++faults, options.retryMs, RETRY_MAX_MS, Math.random()), signal);
          }
        }
      } finally {
        enter('stopped');
      }
    },
  };
}

/** One attempt: takes the lease and sends while it holds, or waits for the next attempt. */
async function turn(
  options: RelayOptions,
  enter: (state: RelayState) => void,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const lease = await Lease.acquire(options.store, options.holder, options.leaseMs, options.onFault);
  if (!lease) {
    enter('standby');
    return pause(options.retryMs, signal);
  }
  try {
    enter('starting');
    await sendUnderLease(options, lease, enter, signal, onProgress);
    if (lease.lost.aborted && !signal.aborted) {
      throw new Error(`the relay's lease (epoch ${lease.epoch}) was lost: connections are dropped`);
    }
  } finally {
    await lease.release();
  }
}

async function sendUnderLease(
  options: RelayOptions,
  lease: Lease,
  enter: (state: RelayState) => void,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const { journal, store, topic } = options;
  const stop = AbortSignal.any([signal, lease.lost]);
  const partitionCount = (await journal.heads()).size;
  if (partitionCount === 0) throw new Error('the journal has no partitions yet');
  const session = await topic.open(partitionCount, lease.held);
  const waker = createWaker(stop);
  const marks = new MarkWriter(store, lease.epoch, options.onFault);
  // Pulled right away when the lease is lost: an answer that never comes must not hold us.
  const drop = () => void session.close();
  lease.lost.addEventListener('abort', drop);
  try {
    const watch = await journal.watch(waker.wake);
    try {
      const positions = await whereToGoOn(options, session);
      enter('sending');
      const onSent = (acknowledged: ByPartition<number>, events: number) => {
        onProgress();
        options.onSent?.(acknowledged, events);
      };
      await pump({ ...options, session, marks, onSent }, positions, waker, stop);
    } finally {
      await watch.close();
    }
  } finally {
    lease.lost.removeEventListener('abort', drop);
    waker.close();
    await session.close();
    await marks.settled();
  }
}

async function whereToGoOn(
  { journal, store }: RelayOptions,
  session: Awaited<ReturnType<RelayTopic['open']>>,
): Promise<Map<number, number>> {
  const marks = await store.marks();
  const tails = await session.tails(marks);
  // Heads are read last: what is on the topic was in the journal before.
  const positions = startPositions(await journal.heads(), marks, tails);
  await checkTails(journal, tails);
  return positions;
}
