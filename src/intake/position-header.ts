import type { FastifyReply } from 'fastify';
import { formatPositions, type Position } from '../event/index.js';

/** Says in the headers of an answer what a reader must have applied to know of it: `wait_for` of the query API. */
export function tellPosition(reply: FastifyReply, positions: readonly Position[]): void {
  if (positions.length > 0) reply.header('headrace-position', formatPositions(positions));
}
