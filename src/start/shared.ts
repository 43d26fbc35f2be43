import type { RateLimits } from '../adapters/http/index.js';
import { connectRedis, type RedisConnections } from '../adapters/redis/connection.js';
import { redisTokenCache } from '../adapters/redis/token-cache.js';
import type { Authenticator, TokenCache } from '../intake/index.js';
import type { House } from './house.js';

/** What instances share through Redis, and may lose at any time; nothing where no Redis is configured. */
export interface Shared {
  readonly tokens?: TokenCache;
  readonly redis?: RedisConnections;
}

export function openShared({ config, logger, lifecycle }: House): Shared {
  if (config.redisUrl === undefined) return {};
  const redis = connectRedis(config.redisUrl, logger.child({ adapter: 'redis' }));
  lifecycle.started('Redis connections', async () => redis.close());
  return { redis, tokens: redisTokenCache(redis) };
}

/** How much each caller may ask for. */
export function rateLimits({ config }: House, { redis }: Shared, { identify }: Authenticator): RateLimits {
  return {
    ...config.rateLimits,
    apiKeyOf: async (authorization) => (await identify(authorization))?.apiKeyId,
    ...(redis && { redis: redis.commands }),
  };
}
