import type { Lease } from '../../pacing/lease.js';
import { createWaker } from '../../pacing/waker.js';
import type { Lane } from '../lane.js';
import type { RouterOptions } from '../router.js';
import { WebhookSender } from './sender.js';

export interface Senders {
  /** Something was put into the queue of this route. */
  readonly wake: (route: string) => void;
  /** Resolves after the stop, when no request is under way. Never rejects. */
  readonly ended: Promise<void>;
}

/** A sender for each webhook, so that one that is slow or dead holds up no other. */
export function startSenders(
  options: RouterOptions,
  lanes: readonly Lane[],
  lease: Lease,
  stop: AbortSignal,
): Senders {
  const wakes = new Map<string, () => void>();
  const running = lanes.map(async ({ route }) => {
    const { to } = route;
    if (to.kind !== 'webhook') return;
    const waker = createWaker(stop);
    wakes.set(route.name, waker.wake);
    const secrets = options.secrets.get(to.secret) ?? [];
    const { retryMs: _, webhookRetryMs: retryMs, ...rest } = options;
    await new WebhookSender({ ...rest, route, to, secrets, retryMs, maySend: lease.held }, waker, stop).run();
    waker.close();
  });
  return { wake: (route) => wakes.get(route)?.(), ended: Promise.all(running).then(() => {}) };
}
