import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** `hrk_` for API keys, `hrt_` for access tokens: found by eye and by scanners that look for leaked secrets. */
type SecretPrefix = 'hrk' | 'hrt';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// 30 base-62 digits are 178.6 bits.
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SECRET = /^(hrk|hrt)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** A new secret: `<prefix>_<30 random base-62 digits><CRC-32 of what precedes, 6 base-62 digits>`. */
export function newSecret(prefix: SecretPrefix): string {
  let random = '';
  while (random.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH)) {
      // 248 = 4 × 62: bytes above it would make some digits likelier than others.
      if (byte < 248 && random.length < RANDOM_LENGTH) random += DIGITS[byte % 62];
    }
  }
  const body = `${prefix}_${random}`;
  return body + checksum(body);
}

/** Whether the text can be a secret of this kind. Typing errors and noise end here, without asking a database. */
export function isSecret(prefix: SecretPrefix, text: string): boolean {
  const match = SECRET.exec(text);
  return match?.[1] === prefix && checksum(text.slice(0, -CHECKSUM_LENGTH)) === match[3];
}

/** What is stored in a secret's place. Secrets are random, so a plain hash cannot be searched backwards. */
export function secretSha256(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = DIGITS.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
