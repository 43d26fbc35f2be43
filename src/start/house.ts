import { join } from 'node:path';
import type { Logger } from 'pino';
import type { LogSchemas } from '../adapters/kafka/index.js';
import { type Catalogue, loadCatalogue } from '../catalogue/index.js';
import type { Config } from '../config.js';
import { packageRoot } from '../package-root.js';
import { loadProjections, type Projection } from '../projector/index.js';
import { type Database, openDatabase } from './database.js';
import type { Lifecycle } from './lifecycle.js';
import { RoleStates } from './role-states.js';
import { openSchemas } from './schemas.js';

/** What every room stands on. */
export interface House {
  readonly config: Config;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  /** What can be said. */
  readonly catalogue: Catalogue;
  /** What is remembered. */
  readonly projections: readonly Projection[];
  readonly database: Database;
  /** What the parts of this process are doing. */
  readonly states: RoleStates;
  /** Where there is Kafka, its topics and consumer groups begin with it: installations that share one must differ. */
  readonly installation: string;
  /** What schema ids in the log stand for; opened when first asked for, once for all who read and write Kafka. */
  schemas(): Promise<LogSchemas>;
}

const INSTALLATION = 'headrace';

/** Topic of the log: private to the installation, only the relay writes it. */
export const topicOf = (installation: string): string => `${installation}.events`;

export const LOG_TOPIC = topicOf(INSTALLATION);

export const projectionsFolder = join(packageRoot, 'projections');

/** Loads what can be said and remembered, then opens the database: a fault in the former starts nothing. */
export async function openHouse(config: Config, logger: Logger, lifecycle: Lifecycle): Promise<House> {
  const [catalogue, projections] = await Promise.all([loadCatalogue(), loadProjections(projectionsFolder)]);
  const database = await openDatabase(config, logger, lifecycle);
  let opened: Promise<LogSchemas> | undefined;
  const schemas = () => {
    opened ??= openSchemas(config.schemaRegistryUrl, catalogue);
    return opened;
  };
  const states = new RoleStates();
  return {
    config,
    logger,
    lifecycle,
    catalogue,
    projections,
    database,
    states,
    installation: INSTALLATION,
    schemas,
  };
}
