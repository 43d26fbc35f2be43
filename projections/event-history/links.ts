import type { DecodedEvent } from '../../src/event/index.js';
import { appended } from '../../src/projector/define.js';
import { IMPORTER } from '../provenance.js';
import { accountOf, allTypes, textOf, thingsOf } from './about.js';

/** All of it is its key, so that it does not matter who tells it first, or how often. */
export interface LinkRow {
  readonly entity: string;
  readonly account_number: string;
  /** Whether it was told by our own importer or by a system that belongs to no organisation. */
  readonly is_vouched: boolean;
}

/**
 * All things and the accounts they were ever told of together, so that an account's timeline has what tells only of the
 * thing. What an organisation published itself is not vouched for: it must not open another's events to it.
 */
export const links = appended<LinkRow>({
  key: ['entity', 'account_number', 'is_vouched'],
  types: allTypes,
  rows: (event) => {
    const entities = thingsOf(event);
    if (entities.length === 0) return [];
    const { source, organisation } = event.envelope;
    const is_vouched = source === IMPORTER || organisation === null;
    // Loops and not `flatMap`: this runs for every event of the log.
    const rows: LinkRow[] = [];
    for (const account_number of accountsOf(event)) {
      for (const entity of entities) rows.push({ entity, account_number, is_vouched });
    }
    return rows;
  },
});

function accountsOf(event: DecodedEvent): readonly string[] {
  const listed: unknown = event.data['linked_accounts'];
  const account = accountOf(event);
  if (!Array.isArray(listed)) return account === null ? [] : [account];
  return [...new Set([account, ...listed.map(numberOf)].filter((number) => number !== null))];
}

/** The number of a linked account; the catalogue leaves open how an item tells it. */
function numberOf(account: unknown): string | null {
  if (typeof account !== 'object' || account === null) return null;
  const items = new Map<string, unknown>(Object.entries(account));
  return textOf(items.get('number')) ?? textOf(items.get('account_number'));
}
