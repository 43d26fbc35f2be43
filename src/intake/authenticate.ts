import { RequestError } from '../errors.js';
import type { CredentialStore, Identity, KnownToken, Scope } from './port.js';
import { isSecret, secretSha256 } from './secrets.js';

/**
 * Who sent a request, by its `Authorization` header, if the access token has the scope.
 *
 * @throws RequestError `not_authenticated` without a token, `invalid_token` for one that is unknown, expired or
 * revoked, `permission_denied` without the scope.
 */
export type Authenticate = (authorization: string | undefined, scope: Scope) => Promise<Identity>;

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** Forgets what it knows, so that a key revoked here is refused here at once. */
  readonly forget: () => void;
}

// A token revoked elsewhere may be honoured this long.
const CACHE_TIME_MS = 30_000;
const CACHE_SIZE_MAX = 10_000;

interface Cached {
  readonly token: Promise<KnownToken | undefined>;
  readonly until: number;
}

/** @param now Unix milliseconds. */
export function createAuthenticator(
  store: Pick<CredentialStore, 'findToken'>,
  now: () => number = Date.now,
): Authenticator {
  const cache = new Map<string, Cached>();

  // Requests that come together with a token not seen yet share one question to the store.
  function find(secret: string): Promise<KnownToken | undefined> {
    const hash = secretSha256(secret);
    const name = hash.toString('base64');
    const cached = cache.get(name);
    if (cached && now() < cached.until) return cached.token;
    const token = store.findToken(hash);
    if (cache.size >= CACHE_SIZE_MAX) cache.delete(cache.keys().next().value ?? '');
    cache.delete(name);
    const entry = { token, until: now() + CACHE_TIME_MS };
    cache.set(name, entry);
    const drop = () => {
      if (cache.get(name) === entry) cache.delete(name);
    };
    // Only what was found is kept: neither a fault nor an unknown token fills the cache.
    token.then((found) => found ?? drop(), drop);
    return token;
  }

  return {
    async authenticate(authorization, scope) {
      const secret = tokenOf(authorization);
      if (!isSecret('hrt', secret)) throw new RequestError('invalid_token');
      const token = await find(secret);
      if (!token || token.expiresAt <= now()) throw new RequestError('invalid_token');
      if (!token.scopes.includes(scope)) {
        throw new RequestError('permission_denied', { detail: `This call needs the scope ${scope}.` });
      }
      return token;
    },
    forget: () => cache.clear(),
  };
}

function tokenOf(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') throw new RequestError('not_authenticated');
  const match = /^Token +(\S+)$/i.exec(authorization.trim());
  if (!match?.[1]) {
    throw new RequestError('not_authenticated', {
      detail: 'The Authorization header must read: Token <access token>.',
    });
  }
  return match[1];
}
