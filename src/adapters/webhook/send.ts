import type { SendWebhook, WebhookAnswer } from '../../router/port.js';

/** Sends requests over HTTP. Redirects are not followed: who signs for one address does not post to another. */
export const sendWebhook: SendWebhook = async ({ url, headers, body, timeoutMs, signal }) => {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    // What is said besides is not read, and the connection is free for the next.
    await response.body?.cancel();
    return answerOf(response);
  } catch (error) {
    return {
      outcome: 'refused',
      detail: timeout.aborted ? `no answer within ${timeoutMs} ms` : `not reached: ${codeOf(error)}`,
      retryAfterMs: undefined,
    };
  }
};

function answerOf({ ok, status, headers }: Response): WebhookAnswer {
  if (ok) return { outcome: 'taken' };
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), Date.now());
  return { outcome: 'refused', detail: `HTTP ${status}`, retryAfterMs };
}

/** Seconds, or a date. RFC 9110, section 10.2.3. */
function parseRetryAfter(text: string | null, nowMs: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}

/** The code alone: messages name the address, which may hold a secret of the other side. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (typeof cause !== 'object' || cause === null) return 'unknown fault';
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return 'name' in cause && typeof cause.name === 'string' ? cause.name : 'unknown fault';
}
