import type { Account } from '../../intake/index.js';
import { createRandom } from '../random.js';
import { goodAccount } from './account.js';
import { spoil } from './faults.js';

/** What becomes of a demo account: completed; refused by intake; accepted, and failed when it is run. */
type DemoFate = 'good' | 'refused' | 'failing';

export interface DemoAccount {
  readonly fate: DemoFate;
  /** Body of `POST /v1/data-import/accounts/`. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface DemoAccountOptions {
  /** The same seed and options make the same accounts. */
  readonly seed: number;
  readonly importSupplier: string;
  /** Begins every external identifier, and tells the accounts of one run from those of another. */
  readonly prefix: string;
  /** Fraction, from 0 to 1, that intake refuses. */
  readonly refusedFraction: number;
  /** Fraction, from 0 to 1, that fails after it was accepted. */
  readonly failingFraction: number;
  /** Whether the import supplier has a market participant id for gas. Without it, a gas supply point fails. */
  readonly hasGas: boolean;
}

/** Accounts of a made-up old supplier, without end, lifelike in names, shapes and mistakes. */
export function* demoAccounts(options: DemoAccountOptions): Generator<DemoAccount, never> {
  const random = createRandom(options.seed);
  let numbered: Account | undefined;
  for (let index = 0; ; index++) {
    const payload = goodAccount(random, index, options);
    const draw = random.next();
    if (draw < options.refusedFraction) {
      yield { fate: 'refused', payload: spoil(payload, random) };
    } else if (draw < options.refusedFraction + options.failingFraction && numbered) {
      yield { fate: 'failing', payload: doomed(payload, numbered, options.hasGas || random.chance(0.5)) };
    } else {
      if (payload.account.number !== undefined) numbered = payload;
      yield { fate: 'good', payload };
    }
  }
}

/** Valid by itself, but its number is another account's, or its gas cannot be registered. */
function doomed(payload: Account, earlier: Account, byNumber: boolean): Account {
  if (byNumber) {
    return { ...payload, account: { ...payload.account, number: earlier.account.number ?? '' } };
  }
  const gas = {
    market_name: 'gas' as const,
    external_identifier: '7412589630',
    supply_start_date: '2026-11-01',
  };
  return { ...payload, supply_points: [gas] };
}
