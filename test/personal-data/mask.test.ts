import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskPayload } from '../../src/intake/mask.js';

describe('a masked payload', () => {
  it('given an account, then what tells of the import is shown, and no value of a person', () => {
    const masked = maskPayload({
      external_identifier: 'crm-1',
      import_supplier: 'spring',
      account: { number: 'A-1', billing_address: { line_1: '12 Mill Lane', postcode: 'LS1 4AP' } },
      customers: [{ given_name: 'Ann', email: 'ann@example.com', psr_records: [{ description: 'deaf' }] }],
      supply_points: [
        {
          market_name: 'ELECTRICITY',
          external_identifier: '2000000000006',
          agreement: { product_code: 'P', valid_from: '2026-01-01' },
        },
      ],
      ledgers: [{ number: 'L', opening_balance: -1234 }],
      documents: [{ kind: 'contract', path: '/ann.pdf', dated: '2026-01-01' }],
      notes: ['Owes much.'],
    });
    expect(masked).toEqual({
      external_identifier: 'crm-1',
      import_supplier: 'spring',
      account: { number: 'A-1', billing_address: { line_1: '***', postcode: '***' } },
      customers: [{ given_name: '***', email: '***', psr_records: [{ description: '***' }] }],
      supply_points: [
        {
          market_name: 'ELECTRICITY',
          external_identifier: '***',
          agreement: { product_code: 'P', valid_from: '2026-01-01' },
        },
      ],
      ledgers: [{ number: '***', opening_balance: '***' }],
      documents: [{ kind: 'contract', path: '***', dated: '2026-01-01' }],
      notes: ['***'],
    });
  });

  it('given anything of fields nobody has thought of, then its structure is kept, and none of its values', () => {
    const leaves = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
    const shape = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shape);
      if (typeof value !== 'object' || value === null) return 'leaf';
      return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shape(field)]));
    };
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue()), (payload) => {
        const masked = maskPayload(payload);
        expect(leaves(masked)).toEqual(leaves(payload).map(() => '***'));
        expect(shape(masked)).toEqual(shape(payload));
      }),
    );
  });
});
