import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../errors.js';

/** The client is gone: there is nobody to answer. */
export class ClientGone extends Error {}

/**
 * The bytes of a stream's body, unpacked.
 *
 * @throws RequestError `unsupported_media_type` for an encoding other than gzip
 */
export function bodyOf(request: FastifyRequest['raw']): Readable {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return request;
  if (encoding !== 'gzip') {
    throw new RequestError('unsupported_media_type', {
      detail: 'The body may be plain or gzip, nothing else.',
    });
  }
  const unpacked = createGunzip();
  // Not a pipeline: a body that is no gzip must not take the connection with it, on which we say so.
  request.once('close', () => {
    if (!request.readableEnded) unpacked.destroy(new ClientGone());
  });
  return request.pipe(unpacked);
}

/**
 * The next bytes; `undefined` at the end.
 *
 * @param idleMs how long to wait for them
 * @throws RequestError `request_timeout` where none come, `malformed_request` where they cannot be unpacked
 * @throws ClientGone
 */
export function nextBytes(body: Readable, idleMs: number, signal: AbortSignal): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (how: () => void) => {
      clearTimeout(timer);
      body.off('readable', look).off('end', look).off('close', look).off('error', fail);
      signal.removeEventListener('abort', stop);
      how();
    };
    const fail = (error: Error) => {
      const isOurs = error instanceof ClientGone || ('code' in error && error.code === 'ECONNRESET');
      settle(() => reject(isOurs ? new ClientGone() : notGzip(error)));
    };
    const stop = () => settle(() => reject(signal.reason));
    const look = () => {
      const bytes: Buffer | null = body.readableEnded || body.destroyed ? null : body.read();
      if (bytes) settle(() => resolve(bytes));
      else if (body.readableEnded) settle(() => resolve(undefined));
      else if (body.errored) fail(body.errored);
      else if (body.destroyed) settle(() => reject(new ClientGone()));
    };
    const timer = setTimeout(() => settle(() => reject(new RequestError('request_timeout'))), idleMs);
    body.on('readable', look).on('end', look).on('close', look).on('error', fail);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    else look();
  });
}

function notGzip(cause: Error): RequestError {
  return new RequestError('malformed_request', { detail: 'The body cannot be unpacked.', cause });
}

/** Lets the client send on for a while into nothing: many look for an answer only when they have sent all. */
export function discardRest(request: Readable, lingerMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, lingerMs);
    request.unpipe();
    request.once('end', end).once('close', end).resume();
    if (request.readableEnded || request.destroyed) end();
  });
}
