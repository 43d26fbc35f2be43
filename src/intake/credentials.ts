import type { ApiKey, CredentialStore, KeyName, Rotation, Scope } from './port.js';
import { isSecret, newSecret, secretSha256 } from './secrets.js';

// Long enough for a night's import, short enough that a leaked token dies by itself.
const TOKEN_LIFETIME_MS = 60 * 60 * 1000;

export interface ApiKeyRequest {
  /** `null` for an operator's key, which has the scope `operate` and belongs to no organisation. */
  readonly organisation: string | null;
  /** What the key is for, in its owner's words. */
  readonly label: string;
  readonly scopes: readonly Scope[];
  /** ISO time; left out where the key does not expire. */
  readonly expiresAt?: string;
}

/**
 * Makes an API key. Its secret is in the answer and nowhere else: only a hash is stored.
 *
 * @returns `no_organisation` where the organisation does not exist.
 */
export async function createApiKey(
  store: Pick<CredentialStore, 'createApiKey'>,
  { organisation, label, scopes, expiresAt }: ApiKeyRequest,
): Promise<{ readonly secret: string; readonly key: ApiKey } | 'no_organisation'> {
  if ((organisation === null) !== scopes.includes('operate')) {
    throw new TypeError('exactly the keys without an organisation have the scope operate');
  }
  const secret = newSecret('hrk');
  const key = await store.createApiKey({
    organisation,
    label,
    scopes,
    secretSha256: secretSha256(secret),
    expiresAt: expiresAt ?? null,
  });
  return key === 'no_organisation' ? key : { secret, key };
}

/** Long enough to bring a new secret to every program that needs it. */
const OVERLAP_SECONDS_DEFAULT = 24 * 60 * 60;
export const OVERLAP_SECONDS_MAX = 30 * 24 * 60 * 60;

/**
 * Makes a key in another's place. Both are good until the overlap is over.
 *
 * @returns `ended` where the old one is revoked or expired, `undefined` where there is none.
 */
export async function rotateApiKey(
  store: Pick<CredentialStore, 'rotateApiKey'>,
  key: KeyName,
  overlapSeconds: number = OVERLAP_SECONDS_DEFAULT,
): Promise<(Rotation & { readonly secret: string }) | 'ended' | undefined> {
  const secret = newSecret('hrk');
  const rotated = await store.rotateApiKey(key, secretSha256(secret), overlapSeconds * 1_000);
  return typeof rotated === 'object' ? { ...rotated, secret } : rotated;
}

/** {@link rotateApiKey} by who holds the old key; `undefined` where that is no good. */
export async function rotateOwnKey(
  store: Pick<CredentialStore, 'rotateApiKey'>,
  apiKey: string,
  overlapSeconds: number | undefined,
): Promise<(Rotation & { readonly secret: string }) | undefined> {
  if (!isSecret('hrk', apiKey)) return undefined;
  const rotated = await rotateApiKey(store, { secretSha256: secretSha256(apiKey) }, overlapSeconds);
  return rotated === 'ended' ? undefined : rotated;
}

/** Exchanges an API key for an access token; `undefined` where the key is no good. */
export async function obtainToken(
  store: Pick<CredentialStore, 'createToken'>,
  apiKey: string,
  lifetimeMs: number = TOKEN_LIFETIME_MS,
): Promise<{ readonly token: string; readonly expiresAt: string } | undefined> {
  if (!isSecret('hrk', apiKey)) return undefined;
  const token = newSecret('hrt');
  const issued = await store.createToken(secretSha256(apiKey), secretSha256(token), lifetimeMs);
  return issued && { token, expiresAt: issued.expiresAt };
}
