import { defineUpcast } from '../../src/catalogue/define.js';

/** v2 adds the entry itself; v1 tells only which ledger. */
export default defineUpcast('billing.ledger.entry_removed', {
  v1: { to: 'v2', add: () => ({ entry: null }) },
});
