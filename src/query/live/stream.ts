import type { FastifyReply } from 'fastify';
import type { Sink } from './group.js';

/** Begins an answer of server-sent events, which never ends by itself. @param left called when its reader has gone */
export function openStream(reply: FastifyReply, left: () => void): Sink {
  const { raw } = reply;
  reply.header('content-type', 'text/event-stream; charset=utf-8');
  // A proxy that gathers an answer before it passes it on would pass on nothing.
  reply.header('x-accel-buffering', 'no');
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200);
  raw.once('close', left);
  // Writing to somebody who has just gone is no fault.
  raw.on('error', () => {});
  return raw;
}
