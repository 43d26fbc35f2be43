import type { FastifyError, FastifyInstance } from 'fastify';
import { type ErrorCode, RequestError } from '../../errors.js';

// What the framework refuses by itself, as errors of our catalogue.
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_INVALID_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
  FST_ERR_NOT_FOUND: 'not_found',
};

// A second: a failover takes longer, but a client that comes too early is only told again.
const RETRY_AFTER_SECONDS = '1';

/** Answers every failure of a request with the documented body, and logs those that are ours. */
export function answerFailures(server: FastifyInstance): void {
  server.setErrorHandler<unknown>((error, request, reply) => {
    const failure = error instanceof RequestError ? error : toRequestError(error);
    if (isFault(failure)) request.log.error({ err: failure.cause ?? failure }, failure.message);
    // Set here too: what fails in the router has passed no hook.
    reply.header('x-request-id', request.id);
    if (failure.status === 401) reply.header('www-authenticate', 'Token realm="headrace"');
    // Who failed may know better when to come again.
    if (failure.status === 503 && !reply.hasHeader('retry-after')) {
      reply.header('retry-after', RETRY_AFTER_SECONDS);
    }
    return reply.code(failure.status).type('application/json; charset=utf-8').send(failure.body);
  });
}

/** Whether it is ours to mend. A read model that is late for one request tells so by its lag. */
const isFault = ({ status, code }: RequestError): boolean => status >= 500 && code !== 'not_yet_projected';

function toRequestError(error: unknown): RequestError {
  if (!isFrameworkError(error)) return new RequestError('internal_error', { cause: error });
  const code = FRAMEWORK_CODES[error.code];
  if (code) return new RequestError(code, { cause: error });
  // The framework's other refusals of a request; what it says is about the request alone.
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new RequestError('malformed_request', { detail: error.message, cause: error });
  }
  return new RequestError('internal_error', { cause: error });
}

function isFrameworkError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_ERR_');
}
