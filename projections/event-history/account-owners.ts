import { appended } from '../../src/projector/define.js';
import { IMPORTER } from '../provenance.js';
import { accountOf } from './about.js';

export interface AccountOwnerRow {
  readonly account_number: string;
  readonly organisation: string;
}

/** Whose an account is, by our own importer's word alone. What no organisation told of goes with its account. */
export const accountOwners = appended<AccountOwnerRow>({
  key: ['account_number', 'organisation'],
  types: ['account.created'],
  rows: (event) => {
    const { source, organisation } = event.envelope;
    const account_number = accountOf(event);
    if (source !== IMPORTER || organisation === null || account_number === null) return [];
    return [{ account_number, organisation }];
  },
});
