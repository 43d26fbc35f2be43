import { accountNumberOf, defineUpcast } from '../../src/catalogue/define.js';

/** v2 names the account; of v1 it is known where the subject tells it. */
export default defineUpcast('agreement.updated', {
  v1: { to: 'v2', add: (_event, envelope) => ({ account_number: accountNumberOf(envelope) }) },
});
