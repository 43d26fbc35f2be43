import type { FastifyInstance } from 'fastify';
import { RequestError } from '../../errors.js';

/**
 * Lets requests in flight end when the server closes, within a time. Those that still come meanwhile, on connections
 * open already, are answered 503; connections are closed behind their last answer.
 */
export function endGracefully(server: FastifyInstance, closeTimeoutMs: number): void {
  let closing = false;
  let inFlight = 0;

  const endIfDone = () => {
    // Also connections on which nothing was ever asked: nobody waits on them, and closing would wait for them.
    if (closing && inFlight === 0) server.server.closeAllConnections();
  };

  server.addHook('onRequest', (_request, reply, done) => {
    inFlight++;
    // Comes for every request, answered or cut off.
    reply.raw.once('close', () => {
      inFlight--;
      endIfDone();
    });
    done(
      closing
        ? new RequestError('service_unavailable', { detail: 'The service is shutting down.' })
        : undefined,
    );
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
  server.addHook('preClose', async () => {
    closing = true;
    setTimeout(() => server.server.closeAllConnections(), closeTimeoutMs).unref();
    setImmediate(endIfDone);
  });
}
