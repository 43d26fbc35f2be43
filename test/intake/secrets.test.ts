import { describe, expect, test } from 'vitest';
import { isSecret, newSecret, secretSha256 } from '../../src/intake/secrets.js';

describe('given a new secret', () => {
  test('then it has its prefix, 178 bits of chance and a checksum that fits', () => {
    const secrets = Array.from({ length: 200 }, () => newSecret('hrk'));
    for (const secret of secrets) {
      expect(secret).toMatch(/^hrk_[0-9A-Za-z]{36}$/);
      expect(isSecret('hrk', secret)).toBe(true);
      expect(isSecret('hrt', secret)).toBe(false);
    }
    expect(new Set(secrets).size).toBe(200);
    // 6,000 digits of 62: one of them missing altogether would be one chance in 10^40.
    expect(new Set(secrets.flatMap((secret) => [...secret.slice(4, 34)])).size).toBe(62);
  });

  test('when any one character is changed, then the checksum tells', () => {
    const secret = newSecret('hrt');
    for (let i = 0; i < secret.length; i++) {
      const other = secret[i] === 'x' ? 'y' : 'x';
      expect(isSecret('hrt', secret.slice(0, i) + other + secret.slice(i + 1))).toBe(false);
    }
  });

  test('then what is stored is 32 bytes that are not the secret', () => {
    expect(secretSha256(newSecret('hrk'))).toHaveLength(32);
  });
});
