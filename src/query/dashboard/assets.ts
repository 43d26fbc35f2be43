import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Asset } from './port.js';

/** Where a file is, by its name. */
export type AssetPaths = (name: string) => string;

const YEAR = 'public, max-age=31536000, immutable';

/** Serves files under a name that changes with what is in them, so that browsers need never ask again. */
export function assetRoutes(server: FastifyInstance, assets: readonly Asset[]): AssetPaths {
  const paths = new Map<string, string>();
  for (const { name, type, bytes } of assets) {
    const sha256 = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const path = `/dashboard/assets/${sha256}/${name}`;
    paths.set(name, path);
    server.get(path, async (_request, reply) => {
      reply.type(type).header('cache-control', YEAR);
      return bytes;
    });
  }
  return (name) => {
    const path = paths.get(name);
    if (path === undefined) throw new Error(`there is no asset ${name}`);
    return path;
  };
}
