import { defineUpcast } from '../../src/catalogue/define.js';

/** v2 adds the dispatch and its representations, v3 the support user; older versions give no way to know them. */
export default defineUpcast('billing.billing_document_representation.dispatched', {
  v1: {
    to: 'v2',
    add: () => ({
      billing_document_representation_dispatch_id: null,
      billing_document_representations_id: null,
    }),
  },
  v2: { to: 'v3', add: () => ({ support_user_id: null }) },
});
