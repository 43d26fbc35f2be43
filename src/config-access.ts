import Type, { type Static } from 'typebox';
import { ConfigError } from './config-error.js';

/** Settings of what is shared, limited and kept elsewhere; part of those in config.ts. */
export const accessSettings = {
  REDIS_URL: Type.Optional(
    Type.String({
      pattern: '^rediss?://',
      description:
        'Redis that several processes share rate limits and known tokens in, as redis://user:password@host:port/0. Without it, each has its own.',
    }),
  ),
  RATE_LIMIT: Type.Integer({
    default: 120_000,
    minimum: 0,
    description: 'Requests a minute that one API key may send; a bulk stream is one. 0 for no limit.',
  }),
  RATE_LIMIT_ANONYMOUS: Type.Integer({
    default: 6_000,
    minimum: 0,
    description: 'Requests a minute that one address may send without a good access token. 0 for no limit.',
  }),
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Fa-f.:/]+(,[0-9A-Fa-f.:/]+)*$',
      description:
        'Addresses or CIDR blocks of proxies in front, separated by commas, whose X-Forwarded-For is believed.',
    }),
  ),
  S3_BUCKET: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
      description:
        'Bucket that customers’ documents lie in. Without it, the folder objects/ of HEADRACE_DATA.',
    }),
  ),
  S3_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'Where the object store answers, if it is not Amazon’s own.',
    }),
  ),
  S3_REGION: Type.String({ default: 'us-east-1', minLength: 1, description: 'Region of the bucket.' }),
  S3_ACCESS_KEY_ID: Type.Optional(
    Type.String({
      description: 'Access key of the object store. Without it, what the machine is given (role, profile).',
    }),
  ),
  S3_SECRET_ACCESS_KEY: Type.Optional(
    Type.String({ description: 'The secret that belongs to S3_ACCESS_KEY_ID.' }),
  ),
};

const schema = Type.Object(accessSettings);
type AccessValues = Static<typeof schema>;

export interface AccessConfig {
  /** Undefined: each process shares with nobody. */
  readonly redisUrl: string | undefined;
  /** Requests a minute; 0 for no limit. */
  readonly rateLimits: { readonly perKey: number; readonly perAddress: number };
  /** Undefined: nobody's word on an address counts but the connection's. */
  readonly trustedProxies: string | undefined;
  /** Undefined: a folder of `dataFolder`. */
  readonly s3: S3Settings | undefined;
}

export interface S3Settings {
  readonly bucket: string;
  /** Undefined: Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined: what the machine is given. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** @throws ConfigError where settings do not go together. */
export function readAccess(values: AccessValues): AccessConfig {
  return {
    redisUrl: values.REDIS_URL,
    rateLimits: { perKey: values.RATE_LIMIT, perAddress: values.RATE_LIMIT_ANONYMOUS },
    trustedProxies: values.TRUSTED_PROXIES,
    s3: readS3(values),
  };
}

function readS3(values: AccessValues): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new ConfigError(['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: give both, or none.']);
  }
  if (bucket === undefined) {
    if (values.S3_ENDPOINT === undefined && accessKeyId === undefined) return undefined;
    throw new ConfigError(['S3_BUCKET is missing, and other settings of the object store are given.']);
  }
  return {
    bucket,
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    credentials:
      accessKeyId !== undefined && secretAccessKey !== undefined
        ? { accessKeyId, secretAccessKey }
        : undefined,
  };
}
