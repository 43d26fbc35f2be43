import type { FastifyReply } from 'fastify';
import { formatPositions } from '../event/index.js';
import type { Freshness } from './port.js';

/** Says in the headers of an answer how fresh it is. */
export function tellFreshness(reply: FastifyReply, { positions, lagSeconds }: Freshness): void {
  if (positions.length > 0) reply.header('headrace-position', formatPositions(positions));
  tellLag(reply, lagSeconds);
}

export function tellLag(reply: FastifyReply, lagSeconds: number): void {
  reply.header('headrace-lag-seconds', lagSeconds.toFixed(3));
  // What an answer shows is a customer's, and old in a moment: whoever keeps it asks whether it still holds.
  reply.header('cache-control', 'private, no-cache').header('vary', 'Authorization, Accept');
}
