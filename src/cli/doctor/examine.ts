import { pino } from 'pino';
import { runningEmbeddedPostgres } from '../../adapters/postgres/embedded.js';
import { createVersionStore } from '../../adapters/postgres/projection-versions.js';
import { createDeadLetters } from '../../adapters/postgres/router-dead.js';
import { type Catalogue, loadCatalogue } from '../../catalogue/index.js';
import { type Config, ConfigError } from '../../config.js';
import { loadProjections } from '../../projector/index.js';
import { RouteError, type RouteTable } from '../../router/index.js';
import { kafkaSettings } from '../../start/engine.js';
import { LOG_TOPIC, projectionsFolder } from '../../start/house.js';
import { INBOUND_TOPIC } from '../../start/inbound.js';
import { secretsOf, tableOf } from '../../start/router.js';
import { loadRoutes } from '../../start/routes.js';
import { examineDatabase, openPool } from './database.js';
import { attempt, type Finding, fail, ok } from './finding.js';
import { aboutInstallation, aboutProjection, aboutTargets } from './installation.js';
import { checkKafka, type WantedTopic } from './kafka.js';
import { checkDisk, checkNode, checkService, checkSettings } from './machine.js';
import { checkMail, checkObjects, checkRedis, checkRegistry } from './others.js';
import { redactor } from './secrets.js';

/** What the client library says of a broker that is away, the finding says. */
const silent = pino({ level: 'silent' });

/** Looks at everything this configuration names. Starts and changes nothing; with `mayWrite` what it writes it removes. */
export async function examine(config: Config, mayWrite: boolean): Promise<readonly Finding[]> {
  const catalogue = await loadCatalogue();
  const routes = await readRoutes(config, catalogue);
  const database = lookAtDatabase(config);
  const found = await Promise.all([
    [checkNode(), ...checkSettings(config)],
    attempt('disk', 5, 'give another folder with HEADRACE_DATA', () => checkDisk(config)),
    checkService(config),
    database.then(({ findings }) => findings),
    routes.findings,
    database.then(({ partitions }) => lookAtKafka(config, routes.topics, partitions, mayWrite)),
    lookAtOthers(config, catalogue),
  ]);
  const redact = redactor(config);
  return found.flat().map((finding) => ({ ...finding, found: redact(finding.found) }));
}

interface DatabaseFindings {
  readonly findings: readonly Finding[];
  /** Of the journal; undefined where that is not known. */
  readonly partitions: number | undefined;
}

async function lookAtDatabase(config: Config): Promise<DatabaseFindings> {
  const url = config.databaseUrl ?? (await runningEmbeddedPostgres(config.dataFolder, silent));
  if (url === undefined) {
    const found = 'the embedded one, which does not run: what is in it was not looked at';
    return { findings: [ok('database', found)], partitions: undefined };
  }
  let partitions: number | undefined;
  const findings = await attempt('database', 30, 'is DATABASE_URL right, and the server up?', async () => {
    const pool = openPool(url);
    try {
      const { findings: ofServer, installation } = await examineDatabase(pool, url);
      if (!installation) return ofServer;
      partitions = installation.partitions;
      const versions = createVersionStore(pool);
      const projections = await loadProjections(projectionsFolder);
      const ofProjections = await Promise.all(
        projections.map(async (one) => aboutProjection(one, await versions.versions(one.name))),
      );
      const targets = await createDeadLetters(pool).status();
      return [
        ...ofServer,
        ...aboutInstallation(config, installation),
        ...ofProjections.flat(),
        ...aboutTargets(targets),
      ];
    } finally {
      await pool.end();
    }
  });
  return { findings, partitions };
}

/** The routes as they are checked out, and the topics that the enabled ones write. */
async function readRoutes(config: Config, catalogue: Catalogue) {
  const todo = 'mend the file; headrace routes list checks it';
  let topics: readonly string[] = [];
  const findings = await attempt('routes', 10, todo, async () => {
    const serves = (kind: 'topic' | 'webhook') => kind === 'webhook' || config.kafkaBrokers !== undefined;
    try {
      const table = tableOf(
        catalogue,
        await loadRoutes(config.routesFolder),
        (route) => route.enabled && serves(route.to.kind),
      );
      secretsOf([...new Set(table.targets.values())], config.webhookSecrets);
      topics = topicsOf(table);
      return [ok('routes', `${table.targets.size} targets are enabled`)];
    } catch (error) {
      if (error instanceof RouteError)
        return error.message.split('\n').map((line) => fail('routes', line.trim(), todo));
      if (error instanceof ConfigError) return error.faults.map((fault) => fail('routes', fault, 'set it'));
      throw error;
    }
  });
  return { findings, topics };
}

function topicsOf({ targets }: RouteTable): string[] {
  return [...targets.values()].flatMap(({ to }) =>
    to.kind === 'topic' && !to.topic.includes('{') ? [to.topic] : [],
  );
}

async function lookAtKafka(
  config: Config,
  routed: readonly string[],
  partitions: number | undefined,
  mayWrite: boolean,
): Promise<readonly Finding[]> {
  const kafka = kafkaSettings({ config }, 'doctor', silent);
  if (!kafka) return [ok('kafka', 'none: the log is read in place')];
  const wanted: WantedTopic[] = [
    { name: LOG_TOPIC, partitions, lasting: true, ours: true, madeBy: 'the relay' },
    { name: INBOUND_TOPIC, partitions: undefined, lasting: false, ours: false, madeBy: 'the intake' },
    ...[...new Set(routed)].map((name) => ({
      name,
      partitions,
      lasting: false,
      ours: true,
      madeBy: 'the router',
    })),
  ];
  return attempt(
    'kafka',
    40,
    'are KAFKA_BROKERS, KAFKA_TLS and KAFKA_SASL_* right, and can they be reached from here?',
    () => checkKafka(kafka, wanted, mayWrite),
  );
}

async function lookAtOthers(config: Config, catalogue: Catalogue): Promise<readonly Finding[]> {
  const { schemaRegistryUrl, redisUrl, s3, smtpUrl } = config;
  const found = await Promise.all([
    schemaRegistryUrl === undefined
      ? []
      : attempt('registry', 60, 'is SCHEMA_REGISTRY_URL right, with its path?', () =>
          checkRegistry(schemaRegistryUrl, catalogue),
        ),
    redisUrl === undefined
      ? []
      : attempt('redis', 10, 'is REDIS_URL right? Without Redis each process counts for itself', () =>
          checkRedis(redisUrl),
        ),
    s3 === undefined
      ? []
      : attempt('objects', 15, 'look at S3_BUCKET, S3_ENDPOINT and the keys', () => checkObjects(s3)),
    smtpUrl === undefined
      ? []
      : attempt('mail', 30, 'is SMTP_URL right, with user and password?', () => checkMail(smtpUrl)),
  ]);
  return found.flat();
}
