import type { Page } from './operator.js';

export type Scope = 'import' | 'publish' | 'query' | 'operate';

/** Who a request comes from. */
export interface Identity {
  readonly apiKeyId: string;
  /** `null` for an operator, who belongs to none. */
  readonly organisation: string | null;
  readonly scopes: readonly Scope[];
}

export interface KnownToken extends Identity {
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

export interface ApiKey {
  readonly api_key_id: string;
  readonly organisation: string | null;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** The key that took its place; `null` where it was not rotated. */
  readonly rotated_to: string | null;
}

/** Whose keys: an organisation's, or, by `null`, those of operators. */
export type KeyOwner = string | null;

/** A key, by who has it and its id, or by its secret. */
export type KeyName =
  | { readonly owner: KeyOwner; readonly apiKeyId: string }
  | { readonly secretSha256: Buffer };

export interface Rotation {
  /** The new key: it may do what the old one may, and lives as long as that was made to live. */
  readonly made: ApiKey;
  readonly old: { readonly api_key_id: string; readonly expires_at: string };
  /** SHA-256 of the old key's tokens: what is remembered of them does not hold any more. */
  readonly tokens: readonly Buffer[];
}

interface NewApiKey {
  readonly organisation: string | null;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly secretSha256: Buffer;
  /** ISO time; `null` where the key does not expire. */
  readonly expiresAt: string | null;
}

/** Keys and tokens. Secrets are known here only by their SHA-256. */
export interface CredentialStore {
  /** `no_organisation` where the key's organisation does not exist. */
  createApiKey(key: NewApiKey): Promise<ApiKey | 'no_organisation'>;
  listApiKeys(owner: KeyOwner, page: Page): Promise<ApiKey[] | 'no_organisation'>;
  /**
   * Ends a key and its tokens. Revoking twice keeps the first time.
   *
   * @returns SHA-256 of the tokens it took with it; `undefined` where the owner has no such key.
   */
  revokeApiKey(owner: KeyOwner, apiKeyId: string): Promise<readonly Buffer[] | undefined>;
  /**
   * Makes a key in another's place, whose end comes after `overlapMs` at the latest. `ended` where it is over already,
   * `undefined` where there is none of this name.
   */
  rotateApiKey(
    key: KeyName,
    secretSha256: Buffer,
    overlapMs: number,
  ): Promise<Rotation | 'ended' | undefined>;
  /** A new token of a key that is good; `undefined` where it is unknown, revoked or expired. */
  createToken(
    keySha256: Buffer,
    tokenSha256: Buffer,
    lifetimeMs: number,
  ): Promise<{ expiresAt: string } | undefined>;
  /** `undefined` where the token is unknown or expired, or its key revoked or expired. */
  findToken(tokenSha256: Buffer): Promise<KnownToken | undefined>;
  /** Ends a token; one that is unknown or has ended is none. */
  endToken(tokenSha256: Buffer): Promise<void>;
}

/** A token remembered by another instance, and for how many milliseconds more it may be relied on. */
export interface RememberedToken {
  readonly token: KnownToken;
  readonly holdsMs: number;
}

/**
 * What instances remember of tokens together. It may lose anything at any time, and answers a fault of its own as if it
 * remembered nothing: its calls never reject. Tokens go by their SHA-256 as base64.
 */
export interface TokenCache {
  find(tokenSha256: string): Promise<RememberedToken | undefined>;
  keep(tokenSha256: string, remembered: RememberedToken): Promise<void>;
  /** Forgets tokens, and tells the other instances to. */
  forget(tokenSha256: readonly string[]): Promise<void>;
  /** Calls `listener` with the tokens that some instance forgot. */
  onForgotten(listener: (tokenSha256: readonly string[]) => void): void;
}
