import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SANE = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** The client's `X-Request-Id` where it can safely stand in logs, headers and events; else a new one. */
export function requestId(request: { headers: IncomingMessage['headers'] }): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && SANE.test(sent) ? sent : randomUUID();
}
