import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { ConfigError } from './config-error.js';

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

const file = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));

/** Settings of how Kafka is reached; part of those in config.ts. */
export const kafkaSettings = {
  KAFKA_BROKERS: Type.Optional(
    Type.String({
      pattern: '^[^\\s,:]+:\\d+(,[^\\s,:]+:\\d+)*$',
      description:
        'Kafka brokers, as host:port,host:port. The log is then read from Kafka, where the role relay brings it. Without them, in place.',
    }),
  ),
  KAFKA_TLS: Type.Boolean({
    default: false,
    description: 'Whether brokers are reached over TLS: true or false.',
  }),
  KAFKA_TLS_CA: file(
    'PEM file of the authorities that brokers’ certificates are checked against. Without it, those that Node knows.',
  ),
  KAFKA_TLS_CERT: file('PEM file of a certificate that we show to brokers.'),
  KAFKA_TLS_KEY: file('PEM file of the key that belongs to KAFKA_TLS_CERT.'),
  KAFKA_SASL_MECHANISM: Type.Enum([...MECHANISMS], {
    default: 'scram-sha-512',
    description: `How the password is told to brokers: ${MECHANISMS.join(', ')}.`,
  }),
  KAFKA_SASL_USERNAME: Type.Optional(
    Type.String({ description: 'Name that we give to brokers. Without it, none.' }),
  ),
  KAFKA_SASL_PASSWORD: Type.Optional(
    Type.String({ description: 'The password that belongs to KAFKA_SASL_USERNAME.' }),
  ),
};

const schema = Type.Object(kafkaSettings);
type KafkaValues = Static<typeof schema>;

type Mechanism = (typeof MECHANISMS)[number];
type Sasl = {
  readonly [M in Mechanism]: { readonly mechanism: M; readonly username: string; readonly password: string };
}[Mechanism];

/** How brokers and we know one another, in the form that the client library takes. */
export interface KafkaSecurityConfig {
  /** Contents of the files, PEM; false: no TLS. */
  readonly ssl: false | { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly sasl?: Sasl;
}

export interface KafkaConfig {
  /** Undefined: the log is read in place. */
  readonly kafkaBrokers: readonly string[] | undefined;
  readonly kafkaSecurity: KafkaSecurityConfig;
}

/** @throws ConfigError where settings do not go together, or a file cannot be read. */
export function readKafka(values: KafkaValues): KafkaConfig {
  const { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = values;
  if ((username === undefined) !== (password === undefined)) {
    throw new ConfigError([
      'KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD belong together: give both, or none.',
    ]);
  }
  const ssl = readTls(values);
  return {
    kafkaBrokers: values.KAFKA_BROKERS?.split(','),
    kafkaSecurity: {
      ssl,
      ...(username !== undefined &&
        password !== undefined && {
          sasl: { mechanism: values.KAFKA_SASL_MECHANISM, username, password },
        }),
    },
  };
}

function readTls(values: KafkaValues): KafkaSecurityConfig['ssl'] {
  const { KAFKA_TLS_CA: ca, KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key } = values;
  if ((cert === undefined) !== (key === undefined)) {
    throw new ConfigError(['KAFKA_TLS_CERT and KAFKA_TLS_KEY belong together: give both, or none.']);
  }
  if (!values.KAFKA_TLS) {
    if (ca === undefined && cert === undefined) return false;
    throw new ConfigError(['KAFKA_TLS is not true, and files for it are given.']);
  }
  return {
    ...(ca !== undefined && { ca: content('KAFKA_TLS_CA', ca) }),
    ...(cert !== undefined && { cert: content('KAFKA_TLS_CERT', cert) }),
    ...(key !== undefined && { key: content('KAFKA_TLS_KEY', key) }),
  };
}

function content(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError([`${name}: ${error instanceof Error ? error.message : String(error)}`]);
  }
}
