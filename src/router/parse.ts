import { Ajv, type ErrorObject } from 'ajv';
import type { RouteFault } from './faults.js';
import { type Route, type RouteContent, type RouteTarget, routeSchema } from './route.js';

/** A route file as it was read. `json` is the parsed text, or why it could not be parsed. */
export interface RouteFile {
  /** For messages, e.g. `routes/crm.json`. */
  readonly file: string;
  readonly name: string;
  readonly json: { readonly value: unknown } | { readonly fault: string };
}

const ajv = new Ajv({ allErrors: true, strict: false, coerceTypes: false, removeAdditional: false });
const validate = ajv.compile<RouteContent>(routeSchema);

const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
/** Kafka's own rule for names of topics, less the placeholder. */
const TOPIC = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,249}$/;
const DOMAIN = '{domain}';
/** Private to the installation: the log, and what others hand in. */
const PRIVATE_TOPICS = ['headrace.events', 'headrace.inbound'];

const DEFAULTS = { timeoutSeconds: 10, concurrency: 8, giveUpAfterHours: 24 };

/** Checks one file against the form of a route, whatever the catalogue says. Every fault is told, none is thrown. */
export function parseRoute({ file, name, json }: RouteFile): Route | readonly RouteFault[] {
  const faults: RouteFault[] = [];
  const fault = (path: string, detail: string) => faults.push({ file, path, detail });
  if (!NAME.test(name)) fault('', 'its name must be small letters, digits and hyphens, at most 63');
  if ('fault' in json) {
    fault('', json.fault);
    return faults;
  }
  const { value } = json;
  if (!validate(value)) {
    for (const error of validate.errors ?? []) fault(pathOf(error), describe(error));
    return faults;
  }
  const to = parseTarget(value.to, fault);
  if (!to || faults.length > 0) return faults;
  const { description, enabled, match, as = 'as-sent', key, from = 'now' } = value;
  return { name, file, description, enabled, match, to, as, key, from };
}

type Fault = (path: string, detail: string) => void;

function parseTarget(to: RouteContent['to'], fault: Fault): RouteTarget | undefined {
  const { topic, webhook, ...others } = to;
  if ((topic === undefined) === (webhook === undefined)) {
    fault('to', 'must have either topic or webhook');
    return undefined;
  }
  if (topic !== undefined) {
    for (const name of Object.keys(others)) fault(`to.${name}`, 'belongs to a webhook, not to a topic');
    return parseTopic(topic, fault);
  }
  return parseWebhook(webhook ?? '', others, fault);
}

function parseTopic(topic: string, fault: Fault): RouteTarget | undefined {
  const sample = topic.replace(DOMAIN, 'domain');
  if (!TOPIC.test(sample)) {
    fault(
      'to.topic',
      'must be a name that Kafka takes: letters, digits, dots, underscores, hyphens, at most 249',
    );
  }
  if (PRIVATE_TOPICS.includes(topic) || topic.startsWith('__')) {
    fault('to.topic', `${topic} is private: no route may write it`);
  }
  return { kind: 'topic', topic };
}

function parseWebhook(
  address: string,
  given: Pick<RouteContent['to'], 'secret' | 'timeoutSeconds' | 'concurrency' | 'giveUpAfterHours'>,
  fault: Fault,
): RouteTarget | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    fault('to.webhook', 'must be an address that begins with https:// or http://');
  } else if (url.username !== '' || url.password !== '') {
    fault('to.webhook', 'must hold no user and no password: requests are signed');
  }
  if (given.secret === undefined) fault('to.secret', 'must name the secret that signs the requests');
  if (!url || given.secret === undefined) return undefined;
  const { timeoutSeconds, concurrency, giveUpAfterHours } = { ...DEFAULTS, ...given };
  return {
    kind: 'webhook',
    url,
    secret: given.secret,
    timeoutMs: timeoutSeconds * 1_000,
    concurrency,
    giveUpAfterMs: giveUpAfterHours * 3_600_000,
  };
}

/** `/match/types/0` and the member at fault → `match.types.0.member`. */
function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const names = instancePath.split('/').slice(1);
  if (keyword === 'required') names.push(params['missingProperty']);
  if (keyword === 'additionalProperties') names.push(params['additionalProperty']);
  return names.join('.');
}

function describe({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'required') return 'must be given';
  if (keyword === 'additionalProperties') return 'is unknown here';
  if (keyword === 'enum') return `must be one of ${params['allowedValues'].join(', ')}`;
  return message ?? 'is not right';
}

/** The topic that a route writes an event type to. */
export function topicFor(topic: string, type: string): string {
  return topic.replace(DOMAIN, type.split('.')[0] ?? type);
}
