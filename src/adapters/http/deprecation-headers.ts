import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deprecation } from '../../openapi/index.js';

/** Says in the headers of an answer that something of its call is deprecated: RFC 9745, and RFC 8594 for its end. */
export function tellDeprecations(server: FastifyInstance, deprecations: readonly Deprecation[]): void {
  if (deprecations.length === 0) return;
  server.addHook('onRequest', (request, reply, done) => {
    const found = deprecations.filter((one) => concerns(one, request));
    const since = found.map((one) => one.since).sort()[0];
    if (since !== undefined) reply.header('deprecation', `@${Date.parse(since) / 1_000}`);
    const sunset = found.flatMap((one) => one.sunset ?? []).sort()[0];
    if (sunset !== undefined) reply.header('sunset', new Date(sunset).toUTCString());
    const links = new Set(found.flatMap(({ link }) => (link ? [`<${link}>; rel="deprecation"`] : [])));
    for (const link of links) reply.header('link', link);
    done();
  });
}

function concerns({ method, path, parameter }: Deprecation, request: FastifyRequest): boolean {
  if (request.method.toLowerCase() !== method || request.routeOptions.url !== path) return false;
  if (parameter === undefined) return true;
  const start = request.url.indexOf('?');
  return start >= 0 && new URLSearchParams(request.url.slice(start)).has(parameter);
}
