import { Redis } from 'ioredis';

export type { Redis } from 'ioredis';

export interface RedisLog {
  info(message: string): void;
  warn(facts: object, message: string): void;
}

/** What is asked of Redis is worth less than the wait for it: without an answer by then, one goes on without. */
const COMMAND_TIMEOUT_MS = 250;
const SILENCE_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_MOST_MS = 2_000;

/** Connections to one Redis: for commands, and for what other instances publish. */
export interface RedisConnections {
  readonly commands: Redis;
  readonly subscriptions: Redis;
  close(): void;
}

/**
 * Connects, and again whenever the connection is lost. Commands fail at once while there is none: Redis holds only what
 * may be lost, so nobody waits for it.
 */
export function connectRedis(url: string, log: RedisLog): RedisConnections {
  const commands = new Redis(url, {
    connectionName: 'headrace',
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    // One that is connected and keeps silent is dropped, so that the next commands need not find out again.
    socketTimeout: SILENCE_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (tries) => Math.min(tries * 100, RECONNECT_MOST_MS),
  });
  // A subscription is not a question: nothing need come for hours, and it is taken up again by itself.
  const subscriptions = new Redis(url, {
    connectionName: 'headrace subscriptions',
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (tries) => Math.min(tries * 100, RECONNECT_MOST_MS),
  });
  let away = false;
  commands.on('error', (err: Error) => {
    if (!away)
      log.warn({ err }, 'Redis is away: limits are not shared, and tokens are asked of the database');
    away = true;
  });
  commands.on('ready', () => {
    if (away) log.info('Redis is back');
    away = false;
  });
  // It goes when the other goes, which says so.
  subscriptions.on('error', () => {});
  return {
    commands,
    subscriptions,
    close: () => {
      commands.disconnect();
      subscriptions.disconnect();
    },
  };
}
