import type { Authenticator } from './authenticate.js';
import { obtainToken } from './credentials.js';
import type { CredentialStore, Identity } from './port.js';
import { isSecret, secretSha256 } from './secrets.js';

// A working day: people should not sign in twice, and a browser left open should not stay signed in overnight.
const SESSION_MS = 12 * 60 * 60 * 1000;

/** Sessions of people: access tokens that last longer than a program's, and end when they sign out. */
export interface TokenSessions {
  /** `undefined` where the key is no good. */
  begin(apiKey: string): Promise<{ readonly secret: string; readonly expiresAt: string } | undefined>;
  /** `undefined` where it has ended, or there never was one. */
  find(secret: string): Promise<Identity | undefined>;
  /** Here at once; other instances may know it for as long as they know any token. */
  end(secret: string): Promise<void>;
}

export function createSessions(
  store: Pick<CredentialStore, 'createToken' | 'endToken'>,
  { identify, forget }: Pick<Authenticator, 'identify' | 'forget'>,
): TokenSessions {
  return {
    async begin(apiKey) {
      const obtained = await obtainToken(store, apiKey, SESSION_MS);
      return obtained && { secret: obtained.token, expiresAt: obtained.expiresAt };
    },
    find: (secret) => identify(`Token ${secret}`),
    async end(secret) {
      if (!isSecret('hrt', secret)) return;
      const sha256 = secretSha256(secret);
      await store.endToken(sha256);
      await forget([sha256]);
    },
  };
}
