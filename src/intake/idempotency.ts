import type { FastifyRequest } from 'fastify';
import { RequestError } from '../errors.js';
import { sha256 } from './json/canonical.js';
import type { Idempotency } from './requests.js';

const KEY_LENGTH_MAX = 255;
// A structured-field string as the draft has it, or the bare token that most clients send. Visible ASCII.
const QUOTED = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const BARE = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/;

/**
 * The `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header-07); `undefined` where it has none.
 *
 * @throws RequestError `invalid_idempotency_key`
 */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const sent = request.headers['idempotency-key'];
  if (sent === undefined) return undefined;
  // Node joins repeated headers by a comma, which neither form allows outside of quotes.
  const text = String(sent).trim();
  const key = QUOTED.exec(text)?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? BARE.exec(text)?.[0] ?? '';
  if (key.trim() === '' || key.length > KEY_LENGTH_MAX) throw new RequestError('invalid_idempotency_key');
  return key;
}

/**
 * @param operation method and path, e.g. `POST /v1/data-import/accounts/`
 * @param bodySha256 of the body's canonical JSON
 */
export function idempotencyOf(key: string, operation: string, bodySha256: Buffer): Idempotency {
  return { key, requestSha256: sha256(`${operation}\n${bodySha256.toString('hex')}`) };
}
