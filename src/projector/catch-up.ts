import { createWaker } from '../pacing/waker.js';
import { OperationRefused } from './hold.js';
import type { VersionState, VersionStore } from './versions.js';

/** How far a version is in applying the log. */
export interface CatchUp {
  /** Events applied, of those in the log. */
  readonly applied: number;
  readonly total: number;
  /** Since it was first looked at. */
  readonly perSecond: number;
  /** Undefined while nothing moves. */
  readonly secondsLeft: number | undefined;
}

export interface CatchUpOptions {
  /** Events that may be missing at the end, because more keep coming. */
  readonly slack: number;
  readonly pollMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CatchUp) => void;
}

/**
 * Resolves once the version has applied all that was in the log a moment ago, but for the slack.
 *
 * @throws OperationRefused where it has stopped, and says why; and when interrupted: it goes on from there next time.
 */
export async function untilCaughtUp(
  store: VersionStore,
  name: string,
  version: number,
  { slack, pollMs, signal, onProgress }: CatchUpOptions,
): Promise<CatchUp> {
  const waker = createWaker(signal);
  const startedAt = performance.now();
  let first: number | undefined;
  let headBefore = Number.POSITIVE_INFINITY;
  try {
    for (;;) {
      const state = (await store.versions(name)).find((candidate) => candidate.version === version);
      if (state?.stop) throw new OperationRefused(`v${version} has stopped: ${state.stop.detail}`);
      const { applied, total } = sumOf(state);
      first ??= applied;
      const perSecond = ((applied - first) * 1_000) / Math.max(1, performance.now() - startedAt);
      const secondsLeft = perSecond > 0 ? (total - applied) / perSecond : undefined;
      const progress = { applied, total, perSecond, secondsLeft };
      onProgress(progress);
      if (state && applied >= Math.min(headBefore, total) - slack) return progress;
      // Before its tables are made, there is nothing to compare with.
      if (state) headBefore = total;
      if (signal.aborted)
        throw new OperationRefused(
          `v${version} has not caught up yet: ${applied} of ${total} events; it goes on from there next time`,
        );
      await waker.pause(pollMs);
    }
  } finally {
    waker.close();
  }
}

function sumOf(state: VersionState | undefined): { applied: number; total: number } {
  const partitions = state?.partitions ?? [];
  const sum = (of: (partition: (typeof partitions)[number]) => number) =>
    partitions.reduce((total, partition) => total + of(partition), 0);
  return { applied: sum(({ sequence }) => sequence), total: sum(({ head }) => head) };
}
