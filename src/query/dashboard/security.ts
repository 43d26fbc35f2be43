import type { FastifyInstance } from 'fastify';
import { RequestError } from '../../errors.js';
import { isFromOurPages } from './session.js';

/** Scripts, styles, pictures and answers of our own, and nothing of anybody else; nothing within the markup. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What holds for every answer of the dashboard, and for every form that is sent to it. */
export function guardPages(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
    // Without a referrer, browsers would hide from us which page a form was sent by.
    reply.header('referrer-policy', 'same-origin');
    reply.header('cache-control', 'private, no-store');
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isFromOurPages(request)) {
      throw new RequestError('permission_denied', { detail: 'The form was not sent by a page of ours.' });
    }
  });
}
