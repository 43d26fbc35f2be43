import type { FastifyReply } from 'fastify';
import { tellPosition } from './position-header.js';
import { locationOf, type Resource } from './resources.js';
import type { TakenIn } from './take-in.js';

/** 202: what was taken in, where its process is looked at, and what a reader must have reached to know of it. */
export function answerAccepted(reply: FastifyReply, resource: Resource, accepted: TakenIn) {
  const location = locationOf(resource, accepted.externalIdentifier);
  reply.code(202).header('location', location);
  tellPosition(reply, accepted.positions);
  return {
    [resource.identifierField]: accepted.externalIdentifier,
    resource_type: resource.type,
    // As it was when accepted: a repeated request is answered like the first. The location tells the state now.
    state: 'waiting',
    attempt: accepted.attempt,
    import_supplier: accepted.importSupplier,
    location,
  };
}
