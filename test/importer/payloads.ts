import fc from 'fast-check';
import type { AccountPayload } from '../../src/importer/index.js';

// Control characters are refused by intake, and NUL by the catalogue.
const word = fc
  .string({ minLength: 1, maxLength: 20, unit: 'binary' })
  .filter((text) => !text.includes('\0'));
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const upTo = <T>(item: fc.Arbitrary<T>, maxLength = 4) => fc.array(item, { maxLength });

const psrRecord = fc.record({
  description: word,
  electricity_industry_code: word,
  gas_industry_code: word,
});

const supplyPoint = fc.record(
  {
    market_name: fc.constantFrom('electricity', 'gas'),
    external_identifier: fc.stringMatching(/^\d{6,13}$/),
    supply_start_date: day,
    agreement: fc.record({ product_code: word, valid_from: day }),
  },
  { requiredKeys: ['market_name', 'external_identifier'] },
);

/** Payloads as intake lets them through, as far as the importer reads them. */
export const payloads: fc.Arbitrary<AccountPayload> = fc.record(
  {
    account: fc.record(
      {
        number: fc.stringMatching(/^[A-Z]-[0-9A-F]{4}$/),
        communication_preferences: fc.record(
          {
            requires_postal_comms: fc.boolean(),
            preferred_language_for_comms: fc.constantFrom('en', 'cy'),
            document_accessibility: fc.constantFrom('LARGE_PRINT', 'BRAILLE'),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
    customers: fc.array(
      fc.record(
        { given_name: word, family_name: word, email: fc.emailAddress(), psr_records: upTo(psrRecord, 2) },
        { requiredKeys: ['given_name', 'family_name', 'email'] },
      ),
      { minLength: 1, maxLength: 3 },
    ),
    supply_points: upTo(supplyPoint),
    ledgers: upTo(
      fc.record(
        { number: word, opening_balance: fc.integer({ min: -1e12, max: 1e12 }) },
        { requiredKeys: ['number'] },
      ),
    ),
    metadata: upTo(fc.record({ key: word, value: word })),
    documents: upTo(fc.record({ kind: word, path: word.map((name) => `/${name}`) })),
    campaigns: upTo(fc.record({ name: word })),
  },
  { requiredKeys: ['account', 'customers'] },
);
