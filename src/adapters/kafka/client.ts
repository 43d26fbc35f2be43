import kafkajs, { type Kafka, type KafkaConfig, type logLevel as LogLevel } from 'kafkajs';

const { logLevel } = kafkajs;

/** TLS, as Node's `tls` has it, and credentials. */
export type KafkaSecurity = Pick<KafkaConfig, 'ssl' | 'sasl'>;

/** How to reach a Kafka cluster. */
export interface KafkaSettings {
  /** `host:port`, one or more. */
  readonly brokers: readonly string[];
  /** Shown by the brokers, e.g. `headrace-relay`. */
  readonly clientId: string;
  readonly security?: KafkaSecurity;
  /** Told what the client library says. It calls ordinary rebalances errors, so nothing of it is worth an alarm. */
  readonly log?: (level: 'error' | 'warn' | 'info' | 'debug', message: string, details: object) => void;
}

/** Brokers that are silent for so long are treated as gone. */
const REQUEST_TIMEOUT_MS = 10_000;

/** A client; it connects to nothing by itself. What is retried is retried by us, so the library soon gives up. */
export function createKafka(
  settings: KafkaSettings,
  socketFactory?: NonNullable<KafkaConfig['socketFactory']>,
): Kafka {
  const { log } = settings;
  return new kafkajs.Kafka({
    brokers: [...settings.brokers],
    clientId: settings.clientId,
    connectionTimeout: 3_000,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: { retries: 2, initialRetryTime: 100, maxRetryTime: 1_000 },
    logLevel: log ? logLevel.INFO : logLevel.NOTHING,
    logCreator: () => (entry) => {
      const { message, timestamp: _, logger: __, ...details } = entry.log;
      log?.(levelOf(entry.level), `${entry.namespace}: ${message}`, details);
    },
    ...settings.security,
    ...(socketFactory && { socketFactory }),
  });
}

function levelOf(level: LogLevel): 'error' | 'warn' | 'info' | 'debug' {
  if (level === logLevel.ERROR) return 'error';
  if (level === logLevel.WARN) return 'warn';
  return level === logLevel.INFO ? 'info' : 'debug';
}
