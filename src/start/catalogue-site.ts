import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Catalogue } from '../catalogue/index.js';
import { admit } from '../intake/index.js';
import { packageRoot } from '../package-root.js';
import type { Projection } from '../projector/index.js';
import { type CarryingRoute, type Contract, cataloguePlugin } from '../query/catalogue-site/index.js';
import { type Route, topicFor } from '../router/index.js';
import type { House } from './house.js';
import { INBOUND_TOPIC } from './inbound.js';
import { packageVersion } from './openapi.js';
import { readingTables } from './reading-tables.js';
import { tableOf } from './router.js';
import { loadRoutes } from './routes.js';

const assetsFolder = join(packageRoot, 'src/query/catalogue-site/assets');

/** The pages of the catalogue, as a plugin of the one server. */
export function openCatalogueSite({ config, catalogue, projections, logger }: House) {
  const { routesFolder } = config;
  return openCataloguePages({
    catalogue,
    projections,
    routesFolder,
    logger: logger.child({ room: 'query' }),
  });
}

interface Told {
  readonly catalogue: Catalogue;
  readonly projections: readonly Projection[];
  readonly routesFolder: string;
  readonly logger: Logger;
}

/** What can be said, who carries it and who reads it. Routes that cannot be read are logged; the pages then say so. */
export async function openCataloguePages({ catalogue, projections, routesFolder, logger }: Told) {
  const routesOf = await carriers(catalogue, routesFolder).catch((err: unknown) => {
    logger.error({ err }, 'the catalogue pages tell of no routes: they cannot be read');
    return undefined;
  });
  const isPublishable = (type: string) =>
    admit(catalogue.types, type, catalogue.types.get(type)?.newest.version ?? '') === 'admitted';
  const contract: Contract = {
    title: 'Headrace',
    version: packageVersion(),
    catalogue,
    ...(routesOf && { routesOf }),
    tablesOf: readingTables(catalogue, projections, isPublishable),
    isPublishable,
    inboundTopic: INBOUND_TOPIC,
  };
  const [style, script] = await Promise.all([readAsset('style.css'), readAsset('filter.js')]);
  return cataloguePlugin(contract, { style, script });
}

const readAsset = (name: string): Promise<string> => readFile(join(assetsFolder, name), 'utf8');

/** The routes of each type, whether or not they are enabled. */
async function carriers(
  catalogue: Catalogue,
  routesFolder: string,
): Promise<(type: string) => readonly CarryingRoute[]> {
  const { matched } = tableOf(catalogue, await loadRoutes(routesFolder), ({ enabled }) => enabled);
  const byType = new Map<string, CarryingRoute[]>();
  for (const [route, types] of matched) {
    for (const { name } of types) byType.set(name, [...(byType.get(name) ?? []), carrier(route, name)]);
  }
  return (type) => byType.get(type) ?? [];
}

const carrier = ({ name, description, enabled, match, to, as, key }: Route, type: string): CarryingRoute => ({
  name,
  description,
  enabled,
  topic: to.kind === 'topic' ? topicFor(to.topic, type) : null,
  as,
  key: key ?? null,
  versions: match.versions ?? null,
  isConditional: match.where !== undefined,
});
