import type { FastifyInstance } from 'fastify';

/**
 * Watches routes as they are added.
 *
 * @returns a function that tells which methods the path of a URL takes; none where it is no path of ours.
 */
export function knownMethods(server: FastifyInstance): (url: string) => string[] {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  return (url) => {
    const path = url.split('?', 1)[0] ?? '';
    const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  };
}

function patternOf(url: string): RegExp {
  const segments = url
    .replace(/\/$/, '')
    .split('/')
    .map((segment) => {
      if (segment.startsWith(':')) return '[^/]+';
      if (segment === '*') return '.*';
      return segment.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    });
  return new RegExp(`^${segments.join('/')}/?$`);
}
