import { describe, expect, test } from 'vitest';
import { demoAccounts } from '../../src/cli/demo/accounts.js';
import { validateAccount } from '../../src/intake/account/validate.js';

const options = {
  seed: 7,
  importSupplier: 'old-energy',
  prefix: 'demo-',
  refusedFraction: 0.2,
  failingFraction: 0.1,
  hasGas: false,
};

function take(count: number, changes: Partial<typeof options> = {}) {
  const accounts = demoAccounts({ ...options, ...changes });
  return Array.from({ length: count }, () => accounts.next().value);
}

describe('given demo accounts', () => {
  test('then the same seed makes the same ones, and another seed others', () => {
    expect(take(200)).toEqual(take(200));
    expect(take(200, { seed: 8 })).not.toEqual(take(200));
  });

  test('then intake refuses those that are to be refused, and no other', () => {
    for (const { fate, payload } of take(2_000)) {
      expect(validateAccount(payload, '2026-11-21').outcome).toBe(fate === 'refused' ? 'invalid' : 'valid');
    }
  });

  test('then the fractions are about those asked for', () => {
    const fates = take(5_000).map(({ fate }) => fate);
    const share = (fate: string) => fates.filter((other) => other === fate).length / fates.length;
    expect(share('refused')).toBeCloseTo(0.2, 1);
    expect(share('failing')).toBeCloseTo(0.1, 1);
  });

  test('then only those that are to fail have gas without a participant, or a number in use', () => {
    const numbers = new Set<unknown>();
    for (const { fate, payload } of take(2_000)) {
      if (fate === 'refused') continue;
      const text = JSON.stringify(payload);
      const number: unknown = /"number":"(D-[^"]*)"/.exec(text)?.[1];
      const fails = text.includes('"market_name":"gas"') || (number !== undefined && numbers.has(number));
      expect(fails).toBe(fate === 'failing');
      if (fate === 'good' && number !== undefined) numbers.add(number);
    }
  });

  test('then every identifier is its own', () => {
    const accounts = take(2_000);
    expect(new Set(accounts.map(({ payload }) => payload['external_identifier'])).size).toBe(accounts.length);
  });
});
