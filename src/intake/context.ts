/** Where a change came from: the request that led to it. */
export interface RequestContext {
  /** Correlation id of all events it leads to. */
  readonly requestId: string;
  /** W3C trace context; `null` where none, or no valid one, was sent. */
  readonly traceparent: string | null;
}

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

export function requestContext(requestId: string, traceparent: unknown): RequestContext {
  const valid = typeof traceparent === 'string' && TRACEPARENT.test(traceparent);
  return { requestId, traceparent: valid ? traceparent : null };
}
