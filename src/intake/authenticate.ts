import { RequestError } from '../errors.js';
import type { CredentialStore, Identity, KnownToken, RememberedToken, Scope, TokenCache } from './port.js';
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
  /** Who sent a request, whatever the scope; `undefined` where there is no good token. */
  readonly identify: (authorization: string | undefined) => Promise<Identity | undefined>;
  /** Forgets tokens by their SHA-256: here at once, in other instances as soon as they are told. */
  readonly forget: (tokens: readonly Buffer[]) => Promise<void>;
}

interface AuthenticatorOptions {
  /** What other instances remember; left out where there is one instance only, or nothing they share. */
  readonly shared?: TokenCache;
  /** Unix milliseconds; default the system's clock. */
  readonly now?: () => number;
}

// A token revoked elsewhere may be honoured this long, whether this or another instance remembers it.
const CACHE_TIME_MS = 30_000;
const CACHE_SIZE_MAX = 10_000;

/** What a token is known by. */
interface TokenName {
  readonly hash: Buffer;
  /** The hash as text. */
  readonly name: string;
}

interface Cached {
  readonly token: Promise<KnownToken | undefined>;
  until: number;
}

export function createAuthenticator(
  store: Pick<CredentialStore, 'findToken'>,
  { shared, now = Date.now }: AuthenticatorOptions = {},
): Authenticator {
  const cache = new Map<string, Cached>();
  // Each request is looked at twice, for its limits and for its rights, and a busy client sends one token again and again.
  let last: TokenName & { readonly secret: string } = { secret: '', hash: Buffer.alloc(0), name: '' };
  const drop = (names: readonly string[]) => {
    for (const name of names) cache.delete(name);
  };
  shared?.onForgotten(drop);

  // Requests that come together with a token not seen yet share one question.
  function find({ hash, name }: TokenName): Promise<KnownToken | undefined> {
    const cached = cache.get(name);
    if (cached && now() < cached.until) return cached.token;
    if (cache.size >= CACHE_SIZE_MAX) cache.delete(cache.keys().next().value ?? '');
    cache.delete(name);
    const asked = now();
    const isCurrent = () => cache.get(name) === entry;
    const entry: Cached = {
      until: asked + CACHE_TIME_MS,
      token: askShared(name).then((remembered) => {
        if (!remembered) return askStore(hash, name, asked, isCurrent);
        entry.until = Math.min(entry.until, asked + remembered.holdsMs);
        return remembered.token;
      }),
    };
    cache.set(name, entry);
    const forgetThis = () => {
      if (isCurrent()) cache.delete(name);
    };
    // Only what was found is kept: neither a fault nor an unknown token fills the cache.
    entry.token.then((found) => found ?? forgetThis(), forgetThis);
    return entry.token;
  }

  async function askShared(name: string): Promise<RememberedToken | undefined> {
    return shared?.find(name);
  }

  async function askStore(
    hash: Buffer,
    name: string,
    asked: number,
    isCurrent: () => boolean,
  ): Promise<KnownToken | undefined> {
    const token = await store.findToken(hash);
    const holdsMs = CACHE_TIME_MS - (now() - asked);
    // One forgotten meanwhile may be revoked: it is answered, as it would have been a moment ago, and not spread.
    if (token && shared && holdsMs > 0 && isCurrent()) void shared.keep(name, { token, holdsMs });
    return token;
  }

  async function findGood(secret: string): Promise<KnownToken | undefined> {
    if (last.secret !== secret) {
      if (!isSecret('hrt', secret)) return undefined;
      const hash = secretSha256(secret);
      last = { secret, hash, name: hash.toString('base64') };
    }
    const token = await find(last);
    return token && token.expiresAt > now() ? token : undefined;
  }

  return {
    async authenticate(authorization, scope) {
      const token = await findGood(tokenOf(authorization));
      if (!token) throw new RequestError('invalid_token');
      if (!isAllowed(token, scope)) {
        throw new RequestError('permission_denied', { detail: `This call needs the scope ${scope}.` });
      }
      return token;
    },
    async identify(authorization) {
      const secret = readToken(authorization);
      return secret === undefined ? undefined : findGood(secret);
    },
    async forget(tokens) {
      const names = tokens.map((token) => token.toString('base64'));
      drop(names);
      if (names.length > 0) await shared?.forget(names);
    },
  };
}

/** Operators read the read models of all: their keys can have no scope beside `operate`. */
const isAllowed = ({ scopes }: KnownToken, scope: Scope): boolean =>
  scopes.includes(scope) || (scope === 'query' && scopes.includes('operate'));

function tokenOf(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') throw new RequestError('not_authenticated');
  const token = readToken(authorization);
  if (token === undefined) {
    throw new RequestError('not_authenticated', {
      detail: 'The Authorization header must read: Token <access token>.',
    });
  }
  return token;
}

function readToken(authorization: string | undefined): string | undefined {
  return /^Token +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1];
}
