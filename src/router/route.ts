import Type, { type Static } from 'typebox';

/**
 * The form of a route file, `routes/<name>.json`. Every property has a description: they are the reference, told in
 * `docs/routes.md`.
 */

/** A test of one field, or a combination of conditions. Exactly one of its members besides `field` is given. */
export interface Condition {
  /** `envelope.<name>`, or `data.<path>` into the current form of the payload. */
  readonly field?: string;
  readonly equals?: Scalar;
  readonly in?: readonly Scalar[];
  readonly exists?: boolean;
  readonly gt?: string | number;
  readonly gte?: string | number;
  readonly lt?: string | number;
  readonly lte?: string | number;
  readonly all?: readonly Condition[];
  readonly any?: readonly Condition[];
  readonly not?: Condition;
}

export type Scalar = string | number | boolean;

const strict = { additionalProperties: false };
const text = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });
const texts = (description: string) =>
  Type.Array(text(description), { minItems: 1, uniqueItems: true, description });

const condition = { $ref: '#/$defs/condition' };
const scalar = { type: ['string', 'number', 'boolean'] };
const bound = { type: ['string', 'number'] };
const conditions = { type: 'array', minItems: 1, items: condition };

const Match = Type.Object(
  {
    types: texts('Globs of event types: * is one segment or a part of it, ** one segment or more.'),
    except: Type.Optional(texts('Globs of event types that are left out again.')),
    versions: Type.Optional(texts('Only events written in these versions.')),
    where: Type.Optional(Type.Unsafe<Condition>(condition)),
  },
  strict,
);

/** To a topic of the installation's Kafka. */
const ToTopic = {
  topic: Type.Optional(text('Name of the topic; {domain} stands for the first segment of the event type.')),
};

/** To an address that takes signed HTTP requests. */
const ToWebhook = {
  webhook: Type.Optional(text('Address that takes the events, http or https.')),
  secret: Type.Optional(
    Type.String({
      pattern: '^[A-Z][A-Z0-9_]{0,40}$',
      description: 'Which secret signs: NAME stands for the setting WEBHOOK_SECRET_NAME.',
    }),
  ),
  timeoutSeconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 60, description: 'Longest wait for an answer (10).' }),
  ),
  concurrency: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 64, description: 'Most requests under way at once (8).' }),
  ),
  giveUpAfterHours: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 720,
      description: 'An event that waited for longer goes to the dead letters when an attempt fails (24).',
    }),
  ),
};

/** The JSON schema of a route file, for ajv. */
export const routeSchema = Type.Object(
  {
    description: text('What it is for.'),
    enabled: Type.Boolean({ description: 'Whether the router works on it.' }),
    match: Match,
    to: Type.Object({ ...ToTopic, ...ToWebhook }, strict),
    as: Type.Optional(text('as-sent (as if left out), current, or a version.')),
    key: Type.Optional(text('Field whose text is the record key; left out, the partition key of the event.')),
    from: Type.Optional(
      Type.Enum(['now', 'beginning'], {
        description:
          'Where the route begins when it is first enabled: with what comes now (as if left out), or the first event.',
      }),
    ),
  },
  {
    ...strict,
    $defs: {
      condition: {
        type: 'object',
        additionalProperties: false,
        properties: {
          field: { type: 'string', pattern: '^(envelope|data)\\.[^.]' },
          equals: scalar,
          in: { type: 'array', minItems: 1, items: scalar },
          exists: { type: 'boolean' },
          gt: bound,
          gte: bound,
          lt: bound,
          lte: bound,
          all: conditions,
          any: conditions,
          not: condition,
        },
      },
    },
  },
);

/** A route file's content, once it has this form. */
export type RouteContent = Static<typeof routeSchema>;

/** Where the events of a route go. */
export type RouteTarget =
  /** `topic` may hold `{domain}`. */
  | { readonly kind: 'topic'; readonly topic: string }
  | {
      readonly kind: 'webhook';
      readonly url: URL;
      /** Name of the secret, never the secret. */
      readonly secret: string;
      readonly timeoutMs: number;
      readonly concurrency: number;
      readonly giveUpAfterMs: number;
    };

/** A route, as its file has it. */
export interface Route {
  /** The file's name without its ending. */
  readonly name: string;
  readonly file: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly match: RouteContent['match'];
  readonly to: RouteTarget;
  /** `as-sent`, `current`, or a version. */
  readonly as: string;
  readonly key: string | undefined;
  readonly from: 'now' | 'beginning';
}
