import type { Catalogue } from '../../catalogue/index.js';
import { DataFault } from '../../errors.js';
import type { Delivery, SendWebhook } from '../port.js';
import type { Route, RouteTarget } from '../route.js';
import { CONTENT_TYPE, webhookBody } from './body.js';
import { signatureHeaders } from './sign.js';

export type WebhookTarget = Extract<RouteTarget, { kind: 'webhook' }>;

export interface AttemptOptions {
  readonly catalogue: Catalogue;
  readonly route: Route;
  readonly to: WebhookTarget;
  readonly secrets: readonly Buffer[];
  readonly sendWebhook: SendWebhook;
}

/** What became of one attempt. `dead`: why it is given up; undefined where it is tried again. */
export type AttemptOutcome =
  | { readonly outcome: 'taken' }
  | {
      readonly outcome: 'failed';
      readonly detail: string;
      readonly dead: string | undefined;
      readonly retryAfterMs: number | undefined;
    };

/** Sends one event once. Never rejects. @param nowMs Unix milliseconds */
export async function attemptDelivery(
  options: AttemptOptions,
  delivery: Delivery,
  nowMs: number,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const { route, to } = options;
  let body: string;
  try {
    body = webhookBody(options.catalogue, route, delivery.event);
  } catch (error) {
    const reason = error instanceof DataFault ? error.reason : 'unreadable';
    const detail = error instanceof Error ? error.message : String(error);
    return { outcome: 'failed', detail, dead: reason, retryAfterMs: undefined };
  }
  const { partition, sequence } = delivery.event;
  const id = `${route.name}_${partition}_${sequence}`;
  const headers = {
    ...signatureHeaders(options.secrets, id, nowMs, body),
    'content-type': CONTENT_TYPE,
    'user-agent': 'headrace',
  };
  const answer = await options.sendWebhook({ url: to.url, headers, body, timeoutMs: to.timeoutMs, signal });
  if (answer.outcome === 'taken') return answer;
  const { detail, retryAfterMs } = answer;
  const dead = nowMs - delivery.queuedAt >= to.giveUpAfterMs ? 'not_taken' : undefined;
  return { outcome: 'failed', detail, dead, retryAfterMs };
}
