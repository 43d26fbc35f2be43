import type { KnownToken, RememberedToken, Scope, TokenCache } from '../../intake/index.js';
import type { RedisConnections } from './connection.js';

const PREFIX = 'headrace:token:';
const CHANNEL = 'headrace:tokens-forgotten';
const SCOPES: ReadonlySet<string> = new Set<Scope>(['import', 'publish', 'query', 'operate']);

/** What instances remember of access tokens together, in Redis. Whatever fails there is as if nothing were remembered. */
export function redisTokenCache({ commands, subscriptions }: RedisConnections): TokenCache {
  return {
    async find(tokenSha256) {
      const name = PREFIX + tokenSha256;
      try {
        // How long it holds is Redis' to say: clocks of machines differ.
        const [[, text] = [], [, holdsMs] = []] = (await commands.multi().get(name).pttl(name).exec()) ?? [];
        const token = typeof text === 'string' ? readToken(text) : undefined;
        if (!token || typeof holdsMs !== 'number' || holdsMs <= 0) return undefined;
        return { token, holdsMs };
      } catch {
        return undefined;
      }
    },

    async keep(tokenSha256, { token, holdsMs }: RememberedToken) {
      const { apiKeyId, organisation, scopes, expiresAt } = token;
      const text = JSON.stringify({ apiKeyId, organisation, scopes, expiresAt });
      await commands.set(PREFIX + tokenSha256, text, 'PX', Math.max(1, Math.floor(holdsMs))).catch(() => {});
    },

    async forget(tokenSha256) {
      const names = tokenSha256.map((name) => PREFIX + name);
      // Others are told after it is gone, so that none of them finds it here again.
      await commands
        .multi()
        .del(...names)
        .publish(CHANNEL, JSON.stringify(tokenSha256))
        .exec()
        .catch(() => {});
    },

    onForgotten(listener) {
      subscriptions.on('message', (channel, text) => {
        if (channel === CHANNEL) listener(readNames(text));
      });
      subscriptions.subscribe(CHANNEL).catch(() => {});
    },
  };
}

/** `undefined` for anything that {@link TokenCache.keep} did not write. */
function readToken(text: string): KnownToken | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('apiKeyId' in value && 'organisation' in value && 'scopes' in value && 'expiresAt' in value)) {
    return undefined;
  }
  const { apiKeyId, organisation, scopes, expiresAt } = value;
  if (typeof apiKeyId !== 'string' || typeof expiresAt !== 'number') return undefined;
  if (organisation !== null && typeof organisation !== 'string') return undefined;
  if (!Array.isArray(scopes) || !scopes.every(isScope)) return undefined;
  return { apiKeyId, organisation, scopes, expiresAt };
}

function isScope(value: unknown): value is Scope {
  return typeof value === 'string' && SCOPES.has(value);
}

function readNames(text: string): string[] {
  const value = parsed(text);
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
