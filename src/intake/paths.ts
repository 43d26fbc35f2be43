import type { FastifyInstance } from 'fastify';
import { RequestError } from '../errors.js';
import { isIdentifier } from './formats/text.js';

/** No name of ours has a control character, and a database takes offence at some: there is nothing at such a path. */
export function refuseUnnameablePaths(server: FastifyInstance): void {
  server.addHook('preValidation', ({ params }, _reply, done) => {
    const names: unknown[] = typeof params === 'object' && params !== null ? Object.values(params) : [];
    const unnameable = names.some((name) => typeof name === 'string' && !isIdentifier(name));
    done(unnameable ? new RequestError('not_found') : undefined);
  });
}
