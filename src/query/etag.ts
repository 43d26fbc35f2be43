import { createHash, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tellFreshness } from './freshness.js';
import { isNamed } from './if-none-match.js';
import type { Freshness, ReadModels } from './port.js';
import type { ReadModelName } from './resources.js';

/**
 * Names an answer by what it follows from: the read model's last write, who asks, and for what in which form. It is weak,
 * because the order of the fields is not in it.
 */
export function etagOf(
  { organisation, request, form }: Pick<Asked, 'organisation' | 'request' | 'form'>,
  mark: string,
): string {
  const facts = JSON.stringify([mark, organisation, request.url, form]);
  return `W/"${createHash('sha256').update(facts).digest('base64url').slice(0, 27)}"`;
}

/** What one answer depends on. */
export interface Asked {
  readonly readModel: ReadModelName | null;
  readonly organisation: string | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Media type of the answer. */
  readonly form: string;
}

/**
 * Whether the sender has this very answer already; then its headers say so, and no row needs to be read. What was
 * appended but not applied changes nothing of it.
 */
export async function isKnown(readModels: ReadModels, asked: Asked): Promise<boolean> {
  const { readModel, request } = asked;
  if (request.headers['if-none-match'] === undefined || !readModel) return false;
  return isKnownSince(asked, await readModels.freshness(readModel));
}

/** The same, where the mark is known already. */
export function isKnownSince(asked: Asked, freshness: Freshness): boolean {
  const { request, reply } = asked;
  const etag = etagOf(asked, freshness.mark);
  if (!isNamed(request.headers['if-none-match'], etag)) return false;
  tellFreshness(reply, freshness);
  reply.code(304).header('etag', etag);
  return true;
}

const THIS_PROCESS = randomUUID();

/**
 * Of answers that are folded from the event history: it follows from that, from what the read model has parked and how it
 * is shown, and from the code, which is that of one process.
 */
export async function freshnessOfFold(readModels: ReadModels, readModel: ReadModelName): Promise<Freshness> {
  const [history, shown] = await Promise.all([
    readModels.freshness('event-history'),
    readModels.freshness(readModel),
  ]);
  return { ...history, mark: markOfFold(`${history.mark} ${shown.mark}`) };
}

/** @param mark of what was folded: as `Past.recall` has it */
export const markOfFold = (mark: string): string => `${THIS_PROCESS} ${mark}`;

/**
 * `answer`, or nothing where the sender has it. For what no mark tells of: it is named by what it says, and must be made to
 * be compared.
 */
export function namedByContent<T>(asked: Omit<Asked, 'readModel'>, answer: T): T | undefined {
  const { request, reply } = asked;
  const etag = etagOf(asked, JSON.stringify(answer));
  reply.header('etag', etag);
  if (!isNamed(request.headers['if-none-match'], etag)) return answer;
  reply.code(304);
  return undefined;
}

/** Says in the headers of an answer what it is called and how fresh it is. */
export function tellEtag(asked: Asked, freshness: Freshness): void {
  tellFreshness(asked.reply, freshness);
  if (asked.readModel) asked.reply.header('etag', etagOf(asked, freshness.mark));
}
