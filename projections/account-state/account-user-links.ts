import type { Envelope } from '../../src/event/index.js';
import type { JsonValue } from '../../src/generated/events.js';
import { shared } from '../../src/projector/define.js';

export interface AccountUserLinkRow {
  readonly user_id: number;
  readonly account_number: string;
  readonly first_told_at: string | null;
  /** Its stamp is that of the newest event that names the account among the user's. */
  readonly named: boolean | null;
}

/** The number of a linked account; the catalogue leaves open how an item tells it. */
function numberOf(linked: JsonValue): string | undefined {
  if (typeof linked !== 'object' || linked === null || Array.isArray(linked)) return undefined;
  const items = new Map(Object.entries(linked));
  return [items.get('number'), items.get('account_number')].find((value) => typeof value === 'string');
}

function links(
  { user_id, linked_accounts }: { readonly user_id: number; readonly linked_accounts: readonly JsonValue[] },
  { time }: Envelope,
) {
  const numbers = new Set(linked_accounts.map(numberOf).filter((number) => number !== undefined));
  return [...numbers].map((account_number) => ({
    user_id,
    account_number,
    first_told_at: time,
    named: true,
  }));
}

/**
 * One row a user and account ever named together. An event names all accounts of the user at its time, so a link
 * holds while its stamp is that of the user's newest list: views compare the two.
 */
export const accountUserLinks = shared<AccountUserLinkRow, 'user_id' | 'account_number'>({
  key: ['user_id', 'account_number'],
  merge: { first_told_at: 'least', named: 'latest' },
  on: {
    'account_user.created': ({ data, envelope }) => links(data, envelope),
    'account_user.updated': ({ data, envelope }) => links(data, envelope),
    'account_user.removed': ({ data, envelope }) => links(data, envelope),
  },
});
