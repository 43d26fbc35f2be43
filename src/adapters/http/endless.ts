import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's requests may take as long as they take; it limits by itself how long it waits. */
    endless?: boolean;
  }
}

/**
 * Watches requests of endless routes.
 *
 * @returns a function that tells whether one of them is under way on a socket.
 */
export function endlessRequests(server: FastifyInstance): (socket: Socket) => boolean {
  const sockets = new WeakSet<Socket>();
  server.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.endless) {
      const { socket } = request.raw;
      sockets.add(socket);
      reply.raw.once('close', () => sockets.delete(socket));
    }
    done();
  });
  return (socket) => sockets.has(socket);
}
