import type { FastifyInstance, FastifyRequest } from 'fastify';

// A key, a path and a few words.
const BODY_BYTES_MAX = 16_384;

/** Makes the routes of `server` take what forms send, and nothing else. */
export function readForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/** What a form sent; of a field given twice, the first. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** Where to go on after a form: a path of the dashboard, whatever was asked for. */
export function pathOfForm(form: URLSearchParams, field: string): string {
  const path = form.get(field) ?? '';
  return /^\/dashboard\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes('\\') ? path : '/dashboard/';
}
