import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tellFreshness } from './freshness.js';
import type { Freshness, ReadModels } from './port.js';
import type { ReadModelName } from './resources.js';

/**
 * Names an answer by what it follows from: the read model's last write, who asks, and for what in which form. It is weak,
 * because the order of the fields is not in it.
 */
function etagOf(mark: string, organisation: string | null, request: FastifyRequest, form: string): string {
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
  const { readModel, request, reply } = asked;
  const known = request.headers['if-none-match'];
  if (known === undefined || !readModel) return false;
  const freshness = await readModels.freshness(readModel);
  const etag = etagOf(freshness.mark, asked.organisation, request, asked.form);
  if (!tagsOf(known).includes(etag.slice(2))) return false;
  tellFreshness(reply, freshness);
  reply.code(304).header('etag', etag);
  return true;
}

/** Says in the headers of an answer what it is called and how fresh it is. */
export function tellEtag(
  { readModel, organisation, request, reply, form }: Asked,
  freshness: Freshness,
): void {
  tellFreshness(reply, freshness);
  if (readModel) reply.header('etag', etagOf(freshness.mark, organisation, request, form));
}

/** Tags of `If-None-Match`, which are compared without regard to weakness. */
const tagsOf = (header: string): readonly string[] => header.match(/"[^"]*"/g) ?? [];
