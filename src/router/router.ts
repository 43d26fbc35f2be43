import type { Catalogue } from '../catalogue/index.js';
import { backoffMs } from '../pacing/backoff.js';
import { Lease } from '../pacing/lease.js';
import { pause } from '../pacing/pause.js';
import type { RouteTable } from './compile.js';
import type { Unjudged } from './match.js';
import type { DeliveryStore, OpenLog, RoutedTopics, RouterStore, SendWebhook } from './port.js';
import { type Turn, takeTurn } from './turn.js';

/**
 * `standby`: another router holds the lease. `starting`: we hold it and look where to go on. `routing`: events go out.
 * `waiting`: after a fault, until the next attempt. `stopped`: {@link Router.run} has ended.
 */
export type RouterState = 'standby' | 'starting' | 'routing' | 'waiting' | 'stopped';

export interface RouterOptions {
  readonly catalogue: Catalogue;
  readonly table: RouteTable;
  readonly store: RouterStore;
  readonly deliveries: DeliveryStore;
  /** Undefined where there is no Kafka: then the table must hold no topics. */
  readonly topics: RoutedTopics | undefined;
  readonly openLog: OpenLog;
  readonly sendWebhook: SendWebhook;
  /** The secrets that sign the requests of a route, by the name that the route gives. */
  readonly secrets: ReadonlyMap<string, readonly Buffer[]>;
  /** Names this process in the lease, for whoever looks. */
  readonly holder: string;
  /** How long a lease lasts. A router that dies is replaced within it; one that stalls longer starts anew. */
  readonly leaseMs: number;
  /** Pause after a first fault, and between attempts to take the lease; after further faults it doubles. */
  readonly retryMs: number;
  /** Pause after the first failed attempt to reach a webhook; after further ones it doubles, up to five minutes. */
  readonly webhookRetryMs: number;
  /** Told of each fault that is retried. */
  readonly onFault: (error: unknown) => void;
  /** Told of each target that is stopped, and why, at each start. */
  readonly onStopped: (target: string, reason: string) => void;
  /** Told of events that went to the dead letters because a route could not judge them. */
  readonly onUnjudged: (unjudged: readonly Unjudged[]) => void;
  /** Told when a webhook was given up for an event. Holds no address. */
  readonly onGivenUp: (route: string, eventId: string, detail: string) => void;
  readonly onState?: (state: RouterState) => void;
  /** Told of each acknowledged request, with the number of its records. */
  readonly onRouted?: (records: number) => void;
}

export interface Router {
  /**
   * Routes the log until `signal` is aborted; one router of an installation at a time, others stand by. Faults of
   * infrastructure are told and retried.
   */
  run(signal: AbortSignal): Promise<void>;
}

/** Longest pause after repeated faults. */
const RETRY_MAX_MS = 10_000;

export function createRouter(options: RouterOptions): Router {
  let state: RouterState | undefined;
  const enter = (entered: RouterState) => {
    if (entered !== state) options.onState?.(entered);
    state = entered;
  };
  return {
    async run(signal) {
      let faults = 0;
      const onProgress = () => {
        faults = 0;
      };
      while (!signal.aborted) {
        try {
          await attempt({ ...options, enter, onProgress }, signal);
        } catch (error) {
          options.onFault(error);
          enter('waiting');
          await pause(backoffMs(++faults, options.retryMs, RETRY_MAX_MS, Math.random()), signal);
        }
      }
      enter('stopped');
    },
  };
}

/** Takes the lease and routes while it holds, or waits for the next attempt. */
async function attempt(turn: Turn, signal: AbortSignal): Promise<void> {
  const lease = await Lease.acquire(turn.store, turn.holder, turn.leaseMs, turn.onFault);
  if (!lease) {
    turn.enter('standby');
    return pause(turn.retryMs, signal);
  }
  try {
    turn.enter('starting');
    await takeTurn(turn, lease, signal);
    if (lease.lost.aborted && !signal.aborted) {
      throw new Error(`the router's lease (epoch ${lease.epoch}) was lost: connections are dropped`);
    }
  } finally {
    await lease.release();
  }
}
