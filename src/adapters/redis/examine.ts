import { Redis } from 'ioredis';

const TIMEOUT_MS = 3_000;

/** The version of a Redis. Rejects where it does not answer. */
export async function redisVersion(url: string): Promise<string> {
  const redis = new Redis(url, {
    connectionName: 'headrace doctor',
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // What is wrong is told by the call that fails.
  let fault: Error | undefined;
  redis.on('error', (error: Error) => {
    fault ??= error;
  });
  try {
    await redis.connect();
    return /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'unknown';
  } catch (error) {
    throw fault ?? error;
  } finally {
    redis.disconnect();
  }
}
