import { type Account, mpanCheckDigit } from '../../intake/index.js';
import type { Random } from '../random.js';

type Customer = Account['customers'][number];
type SupplyPoint = NonNullable<Account['supply_points']>[number];

const GIVEN_NAMES = [
  'Amara',
  'Bethan',
  'Callum',
  'Daniel',
  'Eilidh',
  'Farah',
  'George',
  'Hana',
  'Isla',
  'Jakub',
] as const;
const FAMILY_NAMES = [
  'Ahmed',
  'Brown',
  'Campbell',
  'Davies',
  'Evans',
  'Fraser',
  'Green',
  'Hughes',
  'Kowalska',
] as const;
const STREETS = [
  'Mill Lane',
  'Station Road',
  'High Street',
  'Church Close',
  'Victoria Terrace',
  'Canal Walk',
] as const;
const TOWNS = [
  { town: 'Leeds', postcode: 'LS', dialling: '0113 496' },
  { town: 'Sheffield', postcode: 'S', dialling: '0114 496' },
  { town: 'Manchester', postcode: 'M', dialling: '0161 496' },
  { town: 'Edinburgh', postcode: 'EH', dialling: '0131 496' },
  { town: 'Cardiff', postcode: 'CF', dialling: '029 2018' },
] as const;
const PRODUCTS = ['STANDARD-VAR-24', 'FIX-12M-26', 'ECO-7-25', 'TRACKER-26'] as const;
const PSR_NEEDS = [
  { description: 'Hearing impairment', electricity_industry_code: '12', gas_industry_code: '12' },
  {
    description: 'Medically dependent on electricity',
    electricity_industry_code: '20',
    gas_industry_code: '20',
  },
] as const;

export interface GoodAccountOptions {
  readonly importSupplier: string;
  readonly prefix: string;
  readonly hasGas: boolean;
}

/** The `index`-th account: valid, and complete once it is run. */
export function goodAccount(random: Random, index: number, options: GoodAccountOptions): Account {
  const home = random.pick(TOWNS);
  const customers = Array.from({ length: random.chance(0.2) ? 2 : 1 }, (_, n) =>
    customer(random, `${options.prefix}${index}-${n}`, home.dialling),
  );
  const number = random.chance(0.3)
    ? `${options.prefix}${index}`.replaceAll(/[^A-Za-z0-9-]/g, '-')
    : undefined;
  return {
    external_identifier: `${options.prefix}${index}`,
    import_supplier: options.importSupplier,
    account: {
      ...(number !== undefined && { number: `D-${number}` }),
      billing_address: {
        line_1: `${random.between(1, 240)} ${random.pick(STREETS)}`,
        town: home.town,
        postcode: `${home.postcode}${random.between(1, 9)} ${random.between(1, 9)}${random.pick(['AB', 'JH', 'PQ'])}`,
      },
      ...(random.chance(0.2) && {
        communication_preferences: {
          requires_postal_comms: random.chance(0.5),
          preferred_language_for_comms: random.pick(['en', 'cy']),
        },
      }),
    },
    customers,
    supply_points: supplyPoints(random, index, options.hasGas),
    ledgers: [{ number: `L-${index}`, opening_balance: random.between(-30_000, 30_000) }],
    ...(random.chance(0.5) && { metadata: [{ key: 'legacy_id', value: String(100_000 + index) }] }),
    ...(random.chance(0.2) && { notes: ['Prefers to be called in the evening.'] }),
    ...(random.chance(0.15) && { campaigns: [{ name: random.pick(['welcome-2026', 'smart-meter']) }] }),
  };
}

function customer(random: Random, id: string, dialling: string): Customer {
  const given_name = random.pick(GIVEN_NAMES);
  const family_name = random.pick(FAMILY_NAMES);
  return {
    given_name,
    family_name,
    email: `${given_name}.${family_name}.${id}`
      .toLowerCase()
      .replaceAll(/[^a-z0-9.-]/g, '-')
      .concat('@example.org'),
    ...(random.chance(0.5) && { landline: `${dialling} ${digits(random, 4)}` }),
    ...(random.chance(0.7) && { mobile: `+44 7700 900${digits(random, 3)}` }),
    ...(random.chance(0.8) && {
      date_of_birth: `${random.between(1935, 2004)}-0${random.between(1, 9)}-${random.between(10, 28)}`,
    }),
    ...(random.chance(0.08) && { psr_records: [random.pick(PSR_NEEDS)] }),
  };
}

function supplyPoints(random: Random, index: number, hasGas: boolean): SupplyPoint[] {
  const agreement = { product_code: random.pick(PRODUCTS), valid_from: `2026-0${random.between(1, 9)}-01` };
  const supply_start_date = `2026-1${random.between(0, 2)}-${random.between(10, 28)}`;
  const core = `20${String(index % 1e10).padStart(10, '0')}`;
  const mpan = `${core}${mpanCheckDigit(core)}`;
  const points: SupplyPoint[] = [
    { market_name: 'electricity', external_identifier: mpan, supply_start_date, agreement },
  ];
  if (hasGas && random.chance(0.6)) {
    const mprn = String(7_000_000_000 + (index % 1e9));
    points.push({ market_name: 'gas', external_identifier: mprn, supply_start_date, agreement });
  }
  return points;
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.between(0, 9)).join('');
}
