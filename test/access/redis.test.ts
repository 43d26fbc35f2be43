import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RedisConnections } from '../../src/adapters/redis/connection.js';
import { redisTokenCache } from '../../src/adapters/redis/token-cache.js';
import { createAuthenticator, type KnownToken } from '../../src/intake/index.js';
import { newSecret, secretSha256 } from '../../src/intake/secrets.js';
import { hasRedis, OwnRedis, until } from './redis.js';

const good = (): KnownToken => ({
  apiKeyId: 'k',
  organisation: 'acme',
  scopes: ['import'],
  expiresAt: Date.now() + 3_600_000,
});

describe.skipIf(!hasRedis)('given instances that share a Redis', () => {
  let redis: OwnRedis;
  const open: RedisConnections[] = [];
  beforeAll(async () => {
    redis = await OwnRedis.start();
  });
  afterEach(() => {
    for (const connections of open.splice(0)) connections.close();
  });
  afterAll(() => redis.stop());

  /** A token in a database that counts what it is asked, and instances that know it. */
  function given({ isKnown = true } = {}) {
    const secret = newSecret('hrt');
    const state: { token: KnownToken | undefined; asked: number } = {
      token: isKnown ? good() : undefined,
      asked: 0,
    };
    const findToken = async (hash: Buffer) => {
      state.asked++;
      return hash.equals(secretSha256(secret)) ? state.token : undefined;
    };
    const instance = async () => {
      const connections = redis.connect();
      open.push(connections);
      const shared = redisTokenCache(connections);
      const authenticator = createAuthenticator({ findToken }, { shared });
      await until(() => connections.commands.status === 'ready');
      await until(async () => (await subscribers(connections)) >= open.length);
      return { ...authenticator, connections };
    };
    return {
      secret,
      state,
      instance,
      header: `Token ${secret}`,
      name: secretSha256(secret).toString('base64'),
    };
  }

  async function subscribers({ commands }: RedisConnections): Promise<number> {
    const [, count] = await commands.pubsub('NUMSUB', 'headrace:tokens-forgotten');
    return Number(count);
  }

  test('when one has asked for a token, then the others need not, for at most 30 seconds', async () => {
    const { header, state, instance, name } = given();
    const [one, two] = [await instance(), await instance()];
    await one.authenticate(header, 'import');
    await until(async () => (await one.connections.commands.exists(`headrace:token:${name}`)) === 1);
    expect(await two.authenticate(header, 'import')).toMatchObject({
      organisation: 'acme',
      scopes: ['import'],
    });
    expect(state.asked).toBe(1);
    expect(await one.connections.commands.pttl(`headrace:token:${name}`)).toBeLessThanOrEqual(30_000);
  });

  test('when one forgets a token, then the others refuse it as soon as they hear of it', async () => {
    const { header, state, instance, secret } = given();
    const [one, two] = [await instance(), await instance()];
    for (const { authenticate } of [one, two]) await authenticate(header, 'import');
    state.token = undefined;
    await one.forget([secretSha256(secret)]);
    await expect(one.authenticate(header, 'import')).rejects.toMatchObject({ code: 'invalid_token' });
    await until(() =>
      two.authenticate(header, 'import').then(
        () => false,
        (error) => error.code === 'invalid_token',
      ),
    );
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"apiKeyId":1}',
    '{"apiKeyId":"k","organisation":"acme","scopes":["all"],"expiresAt":9e15}',
  ])('when %j lies under a token’s name, then it is as if nothing did', async (text) => {
    const { header, state, instance, name } = given({ isKnown: false });
    const one = await instance();
    await one.connections.commands.set(`headrace:token:${name}`, text, 'PX', 30_000);
    await one.connections.commands.publish('headrace:tokens-forgotten', text);
    await expect(one.authenticate(header, 'import')).rejects.toMatchObject({ code: 'invalid_token' });
    expect(state.asked).toBe(1);
  });

  test('when Redis forgets everything, freezes, dies and comes back, then answers stay as they are', async () => {
    const { header, state, instance, secret } = given();
    const one = await instance();
    const stranger = `Token ${newSecret('hrt')}`;
    const check = async () => {
      // As after 30 seconds: what this instance itself remembers is gone, so it asks Redis, then the database.
      await one.forget([secretSha256(secret)]);
      expect(await one.authenticate(header, 'import')).toMatchObject({ organisation: 'acme' });
      await expect(one.authenticate(stranger, 'import')).rejects.toMatchObject({ code: 'invalid_token' });
      await expect(one.authenticate(header, 'operate')).rejects.toMatchObject({ code: 'permission_denied' });
    };
    await check();
    await one.connections.commands.flushall();
    await check();
    await redis.signal('SIGSTOP');
    await Promise.all([check(), check(), check()]);
    await redis.signal('SIGCONT');
    await check();
    await redis.signal('SIGKILL');
    await check();
    await redis.start();
    await until(() => one.connections.commands.status === 'ready');
    await check();
    expect(state.asked).toBeGreaterThan(5);
  });
});
