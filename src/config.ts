import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { envSchema } from 'env-schema';
import Type, { type Static } from 'typebox';
import { type AccessConfig, accessSettings, readAccess } from './config-access.js';
import { ConfigError } from './config-error.js';
import { type KafkaConfig, kafkaSettings, readKafka } from './config-kafka.js';
import { packageRoot } from './package-root.js';

export { ConfigError } from './config-error.js';

// An installed package is replaced when another version is installed: data must not lie in it.
const isInstalled = packageRoot.split(sep).includes('node_modules');
const dataFolder = join(isInstalled ? process.cwd() : packageRoot, '.headrace');

/** The parts of the pipeline a process may run. */
export const roles = ['intake', 'importer', 'relay', 'router', 'projector', 'query'] as const;
export type Role = (typeof roles)[number];

/**
 * Every setting: its environment variable, what it means, its unit and its default. Each can be given as a flag as
 * well, which wins: `PORT` is `--port`, `HEADRACE_DATA` is `--data`.
 */
export const settings = Type.Object({
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description:
        'PostgreSQL to use, as postgres://user:password@host:port/database. Without it, an embedded one.',
    }),
  ),
  ...kafkaSettings,
  SCHEMA_REGISTRY_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        "Schema registry with Confluent's API, for what is written to Kafka. Without it, ids are made from the committed schemas.",
    }),
  ),
  HEADRACE_DATA: Type.String({
    default: dataFolder,
    minLength: 1,
    description: 'Folder of the embedded PostgreSQL, of stored documents and of e-mails.',
  }),
  ROUTES_FOLDER: Type.String({
    default: join(packageRoot, 'routes'),
    minLength: 1,
    description: 'Folder of the routes from the log to topics and webhooks, one a .json file.',
  }),
  DATABASE_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65_535,
    description: 'TCP port of the embedded PostgreSQL; 0 takes that of the last time, or a free one.',
  }),
  HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description: 'Address the HTTP server listens on; 0.0.0.0 for all.',
  }),
  PORT: Type.Integer({
    default: 8080,
    minimum: 0,
    maximum: 65_535,
    description: 'TCP port of the HTTP server; 0 takes a free one.',
  }),
  PARTITIONS: Type.Integer({
    default: 6,
    minimum: 1,
    maximum: 1_000,
    description: 'Partitions of the log. Fixed when an installation is made; without effect afterwards.',
  }),
  ROLES: Type.Array(Type.Enum([...roles]), {
    default: [...roles],
    minItems: 1,
    uniqueItems: true,
    description: 'Parts of the pipeline to run in this process, separated by commas.',
  }),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    default: 'info',
    description: 'Least severe log lines to write.',
  }),
  INTROSPECTION: Type.Boolean({
    default: false,
    description: 'Whether GraphQL clients may ask for the schema: true or false. Not in production.',
  }),
  DRAIN_SECONDS: Type.Integer({
    default: 6,
    minimum: 1,
    maximum: 300,
    description: 'Longest time to wait for requests under way when stopping, in seconds.',
  }),
  REPEAT_DAYS: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 3_650,
    description: 'How long an event that another system publishes again is known as a repeat, in days.',
  }),
  PAYLOAD_DAYS: Type.Integer({
    default: 90,
    minimum: 1,
    maximum: 3_650,
    description: 'How long payloads of imports are kept after their process has ended, in days.',
  }),
  METRICS: Type.Boolean({
    default: true,
    description: 'Whether GET /metrics answers, in the text format of Prometheus: true or false.',
  }),
  CATALOGUE: Type.Boolean({
    default: true,
    description:
      'Whether the role query shows the pages of the event catalogue at /catalogue/: true or false.',
  }),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://[^\\s/]+',
      description:
        'Mail server for e-mails to imported customers, as smtp://user:password@host:port, or smtps:// for TLS from the start. Without it, they are written to the folder mail.',
    }),
  ),
  MAIL_FROM: Type.String({
    default: 'Headrace <headrace@localhost>',
    pattern: '^([^<>@]+ <)?[^\\s<>@]+@[^\\s<>@]+>?$',
    description: 'Sender of these e-mails, as name@domain or Name <name@domain>.',
  }),
  ...accessSettings,
  PARKED_MOST: Type.Integer({
    default: 1_000,
    minimum: 1,
    maximum: 1_000_000,
    description:
      'Faulty events that one projection may set aside; at more it stops, because then its code is the likelier culprit.',
  }),
});

export interface Config extends AccessConfig, KafkaConfig {
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** Undefined: schema ids are made from the committed schemas. */
  readonly schemaRegistryUrl: string | undefined;
  /** 0: that of the last time, or a free one. */
  readonly databasePort: number;
  /** Absolute path. */
  readonly dataFolder: string;
  /** Absolute path. */
  readonly routesFolder: string;
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly partitions: number;
  readonly roles: readonly Role[];
  readonly logLevel: string;
  readonly introspection: boolean;
  readonly drainMs: number;
  /** How long an event that is published again is known as a repeat. */
  readonly repeatDays: number;
  /** How long payloads are kept after their process has ended. */
  readonly payloadDays: number;
  readonly metrics: boolean;
  readonly catalogue: boolean;
  /** What signs requests to webhooks, by the name a route gives. From the environment only, so that no list of processes shows it. */
  readonly webhookSecrets: ReadonlyMap<string, string>;
  /** Undefined: e-mails are written to a folder. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Faulty events that one projection may set aside. */
  readonly parkedMost: number;
}

export const WEBHOOK_SECRET = 'WEBHOOK_SECRET_';

type Raw = Readonly<Record<string, string | undefined>>;

/**
 * Reads flags, environment and defaults, in that order of precedence.
 *
 * @throws ConfigError naming every bad value at once.
 */
export function readConfig(flags: readonly string[] = [], environment: Raw = process.env): Config {
  const given = { ...withoutEmpty(environment), ...readFlags(flags) };
  const values = validate(given);
  return {
    databaseUrl: values.DATABASE_URL,
    ...readKafka(values),
    schemaRegistryUrl: values.SCHEMA_REGISTRY_URL,
    databasePort: values.DATABASE_PORT,
    dataFolder: resolve(values.HEADRACE_DATA),
    routesFolder: resolve(values.ROUTES_FOLDER),
    host: values.HOST,
    port: values.PORT,
    partitions: values.PARTITIONS,
    roles: values.ROLES,
    logLevel: values.LOG_LEVEL,
    introspection: values.INTROSPECTION,
    drainMs: values.DRAIN_SECONDS * 1_000,
    repeatDays: values.REPEAT_DAYS,
    payloadDays: values.PAYLOAD_DAYS,
    metrics: values.METRICS,
    catalogue: values.CATALOGUE,
    webhookSecrets: webhookSecretsOf(environment),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    ...readAccess(values),
    parkedMost: values.PARKED_MOST,
  };
}

/** The same as plain JSON schema, by name: the type of the builder does not tell of descriptions and defaults. */
const about: Readonly<Record<string, { description: string; default?: unknown }>> = JSON.parse(
  JSON.stringify(settings.properties),
);

/** The environment for a child program: ours, and `own` on top. */
export function childEnvironment(own: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return { ...process.env, ...own };
}

function webhookSecretsOf(environment: Raw): ReadonlyMap<string, string> {
  const found = Object.entries(withoutEmpty(environment)).flatMap(([name, value = '']) =>
    name.startsWith(WEBHOOK_SECRET) ? [[name.slice(WEBHOOK_SECRET.length), value] as const] : [],
  );
  return new Map(found);
}

/** The settings as a page of help. */
export function describeSettings(): string {
  const secrets = `  ${WEBHOOK_SECRET}<NAME> (environment only)\n      Signs requests to the webhooks of routes that name it: whsec_ and base64; docs/routes.md.`;
  const lines = Object.entries(about).map(([name, setting]) => {
    const preset = setting.default === undefined ? '' : ` Default: ${setting.default}.`;
    return `  --${flagOf(name)} (${name})\n      ${setting.description}${preset}`;
  });
  return [...lines, secrets].join('\n');
}

/** Every setting as a flag of `headrace start`. */
export function settingFlags(): readonly { readonly flag: string; readonly description: string }[] {
  return Object.entries(about).map(([name, { description }]) => ({ flag: `--${flagOf(name)}`, description }));
}

/** `HEADRACE_DATA` is `--data`. */
export function flagOf(name: string): string {
  return name.replace('HEADRACE_', '').toLowerCase().replaceAll('_', '-');
}

/** A variable set to nothing is a variable not set: that is how compose files pass optional ones on. */
function withoutEmpty(environment: Raw): Raw {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
}

function readFlags(flags: readonly string[]): Raw {
  const names = new Map(Object.keys(settings.properties).map((name) => [flagOf(name), name]));
  const options = Object.fromEntries([...names.keys()].map((flag) => [flag, { type: 'string' as const }]));
  try {
    const { values } = parseArgs({ args: [...flags], options, allowPositionals: false });
    return Object.fromEntries(
      Object.entries(values).map(([flag, value]) => [names.get(flag) ?? flag, `${value}`]),
    );
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)]);
  }
}

function validate(given: Raw): Static<typeof settings> {
  const { ROLES: list, ...others } = given;
  const data = list === undefined ? others : { ...others, ROLES: list.split(',').map((role) => role.trim()) };
  try {
    return envSchema<Static<typeof settings>>({ schema: structuredClone(settings), data, env: false });
  } catch (error) {
    if (!isInvalid(error)) throw error;
    throw new ConfigError([...new Set(error.errors.map((fault) => describe(fault, given)))]);
  }
}

interface Fault {
  /** `/PORT`, `/ROLES/1`. */
  readonly instancePath: string;
  readonly message?: string;
  readonly params: { readonly allowedValues?: readonly string[] };
}

function isInvalid(error: unknown): error is { errors: Fault[] } {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

function describe(fault: Fault, given: Raw): string {
  const name = fault.instancePath.split('/')[1] ?? '';
  // A URL may hold a password: never shown, nor is a secret.
  const value = /_URL$|SECRET|PASSWORD/.test(name) ? '' : ` (it is "${given[name]}")`;
  const { allowedValues } = fault.params;
  const rule = allowedValues ? `must be one of ${allowedValues.join(', ')}` : fault.message;
  return `${name}${value} ${rule}: ${about[name]?.description}`;
}
