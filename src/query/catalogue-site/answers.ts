import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNamed } from '../if-none-match.js';

/** An answer that is the same for whoever asks. */
export interface Answer {
  readonly body: Buffer;
  readonly etag: string;
  readonly contentType: string;
  readonly status: 200 | 404;
}

export function answerOf(contentType: string, text: string, status: Answer['status'] = 200): Answer {
  const body = Buffer.from(text);
  return { body, contentType, status, etag: `"${digest(body)}"` };
}

/** Names a text by what it says. */
export const digest = (text: string | Buffer): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Answers, or says that what the client has is still right. */
export function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const { body, etag, contentType, status } = answer;
  reply.header('etag', etag);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  if (status === 200 && isNamed(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.code(status).type(contentType).send(body);
}

/** Answers that are made when they are first asked for. */
export class Kept {
  readonly #answers = new Map<string, Answer>();

  get(name: string, make: () => Answer): Answer {
    const answer = this.#answers.get(name) ?? make();
    this.#answers.set(name, answer);
    return answer;
  }
}
