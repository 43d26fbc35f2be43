import { RequestError } from '../errors.js';
import type { Position } from '../event/index.js';
import type { Freshness } from './port.js';
import type { ReadModelName } from './resources.js';

export interface PositionWatchOptions {
  /** How far a read model is now. */
  readonly freshness: (readModel: ReadModelName) => Promise<Freshness>;
  /** How often to look while somebody waits. */
  readonly pollMs: number;
  /** Most requests that may wait at once; more are refused with `service_unavailable`. */
  readonly waitingMost: number;
}

/** `late`: not within the time; `freshness` is how far it was. `unknown_partition`: no event ever was there. */
export type Reached =
  | { readonly outcome: 'reached' }
  | { readonly outcome: 'late'; readonly freshness: Freshness }
  | { readonly outcome: 'unknown_partition'; readonly partition: number };

export interface PositionWatch {
  /**
   * Waits until the read model has applied all of `wanted`, for `waitMs` at most; 0 only looks.
   *
   * @param gone ends the waiting of somebody who no longer listens
   * @throws RequestError `service_unavailable` where that cannot be found out, or too many wait; `not_yet_projected`
   * where nobody listens any more
   */
  reached(
    readModel: ReadModelName,
    wanted: readonly Position[],
    waitMs: number,
    gone: AbortSignal,
  ): Promise<Reached>;
  /** Ends all waiting. */
  close(): void;
}

interface Waiting {
  readonly wanted: readonly Position[];
  readonly endsAt: number;
  readonly answer: (reached: Reached) => void;
  readonly fail: (error: unknown) => void;
}

// The database gives an answer up later than a client does.
const GRACE_MS = 1_000;

/** Waits for positions. All who wait for one read model share its looks, so that many cost what one does. */
export function createPositionWatch(options: PositionWatchOptions): PositionWatch {
  const waiting = new Map<ReadModelName, Set<Waiting>>();
  let count = 0;

  const look = async (readModel: ReadModelName, group: Set<Waiting>) => {
    while (group.size > 0) {
      const asked = [...group];
      try {
        const freshness = await options.freshness(readModel);
        for (const one of asked) judge(one, freshness);
      } catch (error) {
        for (const one of asked) one.fail(error);
      }
      if (group.size > 0) await new Promise((resume) => setTimeout(resume, options.pollMs));
    }
    waiting.delete(readModel);
  };

  return {
    async reached(readModel, wanted, waitMs, gone) {
      if (count >= options.waitingMost) throw new RequestError('service_unavailable');
      const group = waiting.get(readModel) ?? new Set<Waiting>();
      const endsAt = performance.now() + waitMs;
      let one: Waiting | undefined;
      let leave: (() => void) | undefined;
      let timer: NodeJS.Timeout | undefined;
      count++;
      try {
        return await new Promise<Reached>((answer, fail) => {
          leave = () => fail(new RequestError('not_yet_projected'));
          gone.addEventListener('abort', leave);
          const giveUp = () => fail(new RequestError('service_unavailable'));
          timer = setTimeout(giveUp, waitMs + GRACE_MS);
          one = { wanted, endsAt, answer, fail };
          group.add(one);
          if (gone.aborted) leave();
          if (waiting.has(readModel)) return;
          waiting.set(readModel, group);
          void look(readModel, group);
        });
      } finally {
        count--;
        clearTimeout(timer);
        if (one) group.delete(one);
        if (leave) gone.removeEventListener('abort', leave);
      }
    },

    close() {
      for (const group of waiting.values()) {
        for (const { fail } of group) {
          fail(new RequestError('service_unavailable', { detail: 'The service is shutting down.' }));
        }
      }
    },
  };
}

function judge({ wanted, endsAt, answer }: Waiting, freshness: Freshness): void {
  const applied = new Map(freshness.positions.map(({ partition, sequence }) => [partition, sequence]));
  const unknown = wanted.find(({ partition }) => !applied.has(partition));
  if (unknown) answer({ outcome: 'unknown_partition', partition: unknown.partition });
  else if (wanted.every(({ partition, sequence }) => sequence <= (applied.get(partition) ?? 0))) {
    answer({ outcome: 'reached' });
  } else if (performance.now() >= endsAt) answer({ outcome: 'late', freshness });
}
