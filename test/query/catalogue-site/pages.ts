import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createServer } from '../../../src/adapters/http/index.js';
import { loadCatalogue } from '../../../src/catalogue/index.js';
import { packageRoot } from '../../../src/package-root.js';
import { loadProjections } from '../../../src/projector/index.js';
import { openCataloguePages } from '../../../src/start/catalogue-site.js';

export const catalogue = await loadCatalogue();
const projections = await loadProjections(join(packageRoot, 'projections'));
const logger = pino({ level: 'silent' });

/** The catalogue site on a server of its own, as an installation with these routes shows it. */
export async function servePages(routesFolder = join(packageRoot, 'routes')): Promise<FastifyInstance> {
  const pages = await openCataloguePages({ catalogue, projections, routesFolder, logger });
  return createServer({ logger, plugins: [pages], readiness: {} });
}
