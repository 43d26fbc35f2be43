import { isAbsolute, relative } from 'node:path';
import { flagOf, type Role, settings, WEBHOOK_SECRET } from './config.js';
import { packageRoot } from './package-root.js';

type SettingName = keyof typeof settings.properties;

interface Usage {
  /** The parts of the pipeline that heed it; `all` of them, whatever a process runs. */
  readonly by: readonly Role[] | 'all';
  readonly unit?: string;
}

const KAFKA: readonly Role[] = ['intake', 'relay', 'router', 'projector'];

/** What the settings do not say of themselves: who heeds each of them, and in what it is counted. */
const usage: Readonly<Record<SettingName, Usage>> = {
  DATABASE_URL: { by: 'all' },
  KAFKA_BROKERS: { by: KAFKA },
  KAFKA_TLS: { by: KAFKA },
  KAFKA_TLS_CA: { by: KAFKA },
  KAFKA_TLS_CERT: { by: KAFKA },
  KAFKA_TLS_KEY: { by: KAFKA },
  KAFKA_SASL_MECHANISM: { by: KAFKA },
  KAFKA_SASL_USERNAME: { by: KAFKA },
  KAFKA_SASL_PASSWORD: { by: KAFKA },
  SCHEMA_REGISTRY_URL: { by: KAFKA },
  HEADRACE_DATA: { by: 'all' },
  ROUTES_FOLDER: { by: ['router', 'query'] },
  DATABASE_PORT: { by: 'all', unit: 'TCP port' },
  HOST: { by: 'all' },
  PORT: { by: 'all', unit: 'TCP port' },
  PARTITIONS: { by: 'all', unit: 'partitions' },
  ROLES: { by: 'all' },
  LOG_LEVEL: { by: 'all' },
  INTROSPECTION: { by: ['intake'] },
  DRAIN_SECONDS: { by: 'all', unit: 'seconds' },
  REPEAT_DAYS: { by: ['intake'], unit: 'days' },
  PAYLOAD_DAYS: { by: ['importer'], unit: 'days' },
  METRICS: { by: 'all' },
  CATALOGUE: { by: ['query'] },
  SMTP_URL: { by: ['importer'] },
  MAIL_FROM: { by: ['importer'] },
  REDIS_URL: { by: 'all' },
  RATE_LIMIT: { by: 'all', unit: 'requests a minute' },
  RATE_LIMIT_ANONYMOUS: { by: 'all', unit: 'requests a minute' },
  TRUSTED_PROXIES: { by: 'all' },
  S3_BUCKET: { by: ['importer'] },
  S3_ENDPOINT: { by: ['importer'] },
  S3_REGION: { by: ['importer'] },
  S3_ACCESS_KEY_ID: { by: ['importer'] },
  S3_SECRET_ACCESS_KEY: { by: ['importer'] },
  PARKED_MOST: { by: ['projector'], unit: 'events' },
};

/** The part of JSON schema that settings use. */
interface SettingSchema {
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: SettingSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/** As plain JSON schema: the type of the builder does not tell of descriptions and defaults. */
const schemas: Readonly<Record<string, SettingSchema>> = JSON.parse(JSON.stringify(settings.properties));

const INTRODUCTION = `# Configuration

Each setting is an environment variable, or a flag of \`npm start --\`, which wins: \`PORT=9000\` and \`--port 9000\` are the same. A
variable that is set to nothing counts as not set. All bad values are told at once, at start, without showing secrets.
Which parts of the pipeline heed a setting is in the last column; a process that runs none of them may leave it out. The
database is one for all processes of an installation, and so is \`PARTITIONS\`, which the first start fixes.

\`npm run generate\` writes this page from \`src/config.ts\`.
`;

/** `docs/configuration.md`: every setting. */
export function configurationPage(): string {
  const rows = Object.entries(usage).map(([name, { by, unit }]) => {
    const { description = '', ...schema } = schemas[name] ?? {};
    const cells = [
      `\`${name}\`<br>\`--${flagOf(name)}\``,
      description.replaceAll('<', '&lt;'),
      valuesOf(schema, unit),
      defaultOf(schema.default),
      by === 'all' ? 'all' : by.join(', '),
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  const secret =
    `| \`${WEBHOOK_SECRET}<NAME>\`<br>(environment only) | Signs requests to the webhooks of [routes](routes.md#webhooks) that name it. ` +
    '| `whsec_` and 24 to 64 bytes in base64, several parted by spaces | none | router |';
  const head = ['| setting | means | values | default | heeded by |', '|---|---|---|---|---|'];
  return `${INTRODUCTION}\n${[...head, ...rows, secret].join('\n')}\n`;
}

function valuesOf({ type, enum: choices, items, minimum, maximum }: SettingSchema, unit = ''): string {
  if (items) return `list of ${valuesOf(items)}`;
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ');
  if (type === 'boolean') return '`true`, `false`';
  if (type !== 'integer') return 'text';
  const range = maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`;
  return `${range} ${unit}`.trim();
}

function defaultOf(value: unknown): string {
  if (value === undefined) return 'none';
  const text = String(value);
  return isAbsolute(text) ? `\`${relative(packageRoot, text)}\` beside the code` : `\`${text}\``;
}
