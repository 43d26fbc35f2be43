import { randomUUID } from 'node:crypto';
import type { Position } from '../event/index.js';
import { createWaker } from '../pacing/waker.js';
import type { VersionState, VersionStore } from './versions.js';

/** What was asked for cannot be done now, or not at all; the message says why, and what to do. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
}

/** How long versions may be made to wait for each other. */
export interface Held {
  /** Longest time until they have met; after it all go on, and it is refused. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** A hold ends by itself so long after the command that asked for it has died. */
const HOLD_TTL_MS = 10_000;
const POLL_MS = 50;

export interface Meeting {
  readonly name: string;
  /** Versions that stop, in each partition where the furthest of them is. */
  readonly hold: readonly number[];
  /** Versions that must come as far as that. */
  readonly reach: readonly number[];
}

/**
 * Does `work` while versions stand still, and lets them go on afterwards, or when `work` releases them.
 *
 * @throws OperationRefused where they do not meet in time, or another command holds one of them.
 */
export async function whileHeld<T>(
  store: VersionStore,
  meeting: Meeting,
  held: Held,
  work: (at: readonly Position[], release: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const by = randomUUID();
  let fault: Error | undefined;
  const renewing = setInterval(() => {
    store.renew(by, HOLD_TTL_MS).catch((error: Error) => {
      fault = error;
    });
  }, HOLD_TTL_MS / 4);
  const release = async () => {
    clearInterval(renewing);
    await store.release(by);
  };
  try {
    const outcome = await store.hold(meeting.name, meeting.hold, by, HOLD_TTL_MS);
    if (outcome.kind === 'busy') {
      throw new OperationRefused(`another command compares or exchanges versions of ${meeting.name}`);
    }
    await untilMet(store, meeting, outcome.at, held, () => fault);
    return await work(outcome.at, release);
  } finally {
    await release();
  }
}

async function untilMet(
  store: VersionStore,
  { name, reach }: Meeting,
  at: readonly Position[],
  { waitMs, signal }: Held,
  fault: () => Error | undefined,
): Promise<void> {
  const waker = createWaker(signal);
  const until = performance.now() + waitMs;
  try {
    for (;;) {
      const versions = await store.versions(name);
      const late = versions.filter((state) => reach.includes(state.version) && !hasReached(state, at));
      if (late.length === 0) return;
      const failed = fault();
      if (failed) throw failed;
      if (signal.aborted) throw new OperationRefused('interrupted');
      if (performance.now() > until) throw new OperationRefused(tooLate(late, at, waitMs));
      await waker.pause(POLL_MS);
    }
  } finally {
    waker.close();
  }
}

function hasReached({ partitions }: VersionState, at: readonly Position[]): boolean {
  return at.every(({ partition, sequence }) =>
    partitions.some((own) => own.partition === partition && own.sequence >= sequence),
  );
}

function tooLate(late: readonly VersionState[], at: readonly Position[], waitMs: number): string {
  const told = late.map(({ version, partitions, stop, fedBy }) => {
    const behind = at.reduce((sum, { partition, sequence }) => {
      const own = partitions.find((candidate) => candidate.partition === partition)?.sequence ?? 0;
      return sum + Math.max(0, sequence - own);
    }, 0);
    const why = stop ? `stopped: ${stop.detail}` : `last fed by ${fedBy ?? 'nobody'}`;
    return `v${version} is ${behind} events behind (${why})`;
  });
  return `the versions have not met within ${Math.round(waitMs / 1_000)} s: ${told.join('; ')}`;
}
