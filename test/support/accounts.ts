import fc from 'fast-check';
import { demoAccounts } from '../../src/cli/demo/accounts.js';
import { mpanCheckDigit } from '../../src/intake/index.js';

/** JSON that a test may change as it likes. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Valid, lifelike accounts of one import supplier: the same for the same seed. */
export function goodAccounts(
  count: number,
  options: { seed?: number; importSupplier?: string; prefix?: string } = {},
) {
  const { seed = 1, importSupplier = 'old-energy', prefix = 'acc-' } = options;
  const accounts = demoAccounts({
    seed,
    importSupplier,
    prefix,
    refusedFraction: 0,
    failingFraction: 0,
    hasGas: true,
  });
  return Array.from({ length: count }, () => asJson(accounts.next().value.payload));
}

/** A valid account in which every optional field is present. */
export function fullAccount(): JsonObject {
  return {
    external_identifier: 'crm/000123',
    import_supplier: 'old-energy',
    account: {
      number: 'A-1B2C3D4E',
      billing_address: {
        line_1: '12 Mill Lane',
        line_2: 'Top floor',
        line_3: 'Far end',
        town: 'Leeds',
        county: 'West Yorkshire',
        postcode: 'LS1 4AP',
        country: 'GB',
      },
      communication_preferences: {
        requires_postal_comms: true,
        preferred_language_for_comms: 'cy',
        document_accessibility: 'LARGE_PRINT',
      },
    },
    customers: [
      {
        given_name: 'Bethan',
        family_name: 'Davies',
        email: 'bethan.davies@example.org',
        landline: '0113 496 0018',
        mobile: '+44 7911 123456',
        date_of_birth: '1982-02-28',
        psr_records: [
          { description: 'Hearing impairment', electricity_industry_code: '12', gas_industry_code: '12' },
        ],
      },
      { given_name: 'Owain', family_name: 'Davies', email: 'owain.davies@example.org' },
    ],
    supply_points: [
      {
        market_name: 'electricity',
        external_identifier: '2000000000006',
        supply_start_date: '2026-12-01',
        agreement: { product_code: 'FIX-12M', valid_from: '2026-12-01', valid_to: '2027-12-01' },
      },
      { market_name: 'gas', external_identifier: '7412589630' },
    ],
    ledgers: [{ number: 'L-1', opening_balance: -1250 }, { number: 'L-2' }],
    metadata: [
      { key: 'legacy_id', value: '100001' },
      { key: 'segment', value: 'first line\nsecond line' },
    ],
    documents: [{ kind: 'contract', path: '/contracts/1234.pdf', dated: '2020-02-29' }],
    notes: ['Prefers to be called in the evening.'],
    campaigns: [{ name: 'welcome-2026' }, { name: 'smart-meter' }],
  };
}

const line = (max: number) =>
  fc
    .string({ minLength: 1, maxLength: max, unit: 'grapheme-composite' })
    .filter(
      (text) => [...text].length <= max && text.trim() !== '' && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text),
    );

const day = (min: string, max: string) =>
  fc
    .date({ min: new Date(min), max: new Date(max), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

const britishPostcode = fc.constantFrom(
  'LS1 4AP',
  'M11AE',
  'ec1a 1bb',
  'W1A 0AX',
  'GIR 0AA',
  'CR2 6XH',
  'DN55 1PT',
);

const twelveDigits = fc.stringMatching(/^[0-9]{12}$/);
const mpan = twelveDigits.map((digits) => `${digits}${mpanCheckDigit(digits)}`);
const agreement = fc
  .tuple(
    line(40),
    fc.uniqueArray(day('2000-01-01', '2040-01-01'), { minLength: 2, maxLength: 2 }),
    fc.boolean(),
  )
  .map(([product_code, days, ends]) => {
    const [valid_from = '', valid_to = ''] = days.sort();
    return { product_code, valid_from, ...(ends && { valid_to }) };
  });
const supplyPoint = (market: string, identifier: fc.Arbitrary<string>) =>
  fc.record(
    {
      market_name: fc.constant(market),
      external_identifier: identifier,
      supply_start_date: day('2026-01-01', '2028-01-01'),
      agreement,
    },
    { requiredKeys: ['market_name', 'external_identifier'] },
  );

/** Any valid account: random in which optional parts it has, in lengths, scripts and numbers. */
export const anyAccount: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      external_identifier: line(255),
      import_supplier: fc.constant('old-energy'),
      account: fc.record(
        {
          number: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9-]{0,40}$/),
          billing_address: fc.record(
            {
              line_1: line(60),
              line_2: line(60),
              line_3: line(60),
              town: line(60),
              county: line(60),
              postcode: britishPostcode,
              country: fc.constantFrom('GB', 'JE'),
            },
            { requiredKeys: ['line_1', 'postcode'] },
          ),
          communication_preferences: fc.record(
            {
              requires_postal_comms: fc.boolean(),
              preferred_language_for_comms: fc.constantFrom(
                'en',
                'cy',
                'en-GB',
                'zh-Hant',
                'gd',
                'yue-Hant-HK',
              ),
              document_accessibility: line(30),
            },
            { requiredKeys: ['requires_postal_comms'] },
          ),
        },
        { requiredKeys: ['billing_address'] },
      ),
      customers: fc.uniqueArray(
        fc.record(
          {
            given_name: line(60),
            family_name: line(60),
            email: fc.stringMatching(/^[a-z]{1,20}(\.[a-z0-9]{1,10})?@[a-z]{1,20}\.(org|co\.uk)$/),
            landline: fc.constantFrom('020 7946 0018', '0113 496 0018', '+1 202 555 0100'),
            mobile: fc.constantFrom('07911 123456', '+44 7700 900123', '+33 6 12 34 56 78'),
            date_of_birth: day('1920-01-01', '2020-01-01'),
            psr_records: fc.uniqueArray(
              fc.record({
                description: line(60),
                electricity_industry_code: line(10),
                gas_industry_code: line(10),
              }),
              { maxLength: 2, selector: (entry) => entry.description },
            ),
          },
          { requiredKeys: ['given_name', 'family_name', 'email'] },
        ),
        { minLength: 1, maxLength: 4, selector: (customer) => customer.email },
      ),
      supply_points: fc.uniqueArray(
        fc.oneof(supplyPoint('electricity', mpan), supplyPoint('gas', fc.stringMatching(/^[0-9]{6,10}$/))),
        { maxLength: 4, selector: (point) => `${point.market_name} ${point.external_identifier}` },
      ),
      ledgers: fc.uniqueArray(
        fc.record(
          { number: line(30), opening_balance: fc.integer({ min: -1e12, max: 1e12 }) },
          { requiredKeys: ['number'] },
        ),
        { maxLength: 3, selector: (ledger) => ledger.number },
      ),
      metadata: fc.uniqueArray(fc.record({ key: line(30), value: line(200) }), {
        maxLength: 3,
        selector: (entry) => entry.key,
      }),
      documents: fc.uniqueArray(
        fc.record({
          kind: line(20),
          path: fc.stringMatching(/^(\/[a-z0-9][a-z0-9 _.-]{0,8}[a-z0-9]){1,4}$/),
          dated: day('2000-01-01', '2026-01-01'),
        }),
        { maxLength: 3, selector: (document) => document.path },
      ),
      notes: fc.array(line(200), { maxLength: 3 }),
      campaigns: fc.uniqueArray(fc.record({ name: line(30) }), {
        maxLength: 3,
        selector: ({ name }) => name,
      }),
    },
    { requiredKeys: ['external_identifier', 'import_supplier', 'account', 'customers'] },
  )
  .map(asJson);

function asJson(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
