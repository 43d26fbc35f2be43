import { defineUpcast } from '../../src/catalogue/define.js';

/** v2 adds the document's UUID, which v1 gives no way to know. */
export default defineUpcast('billing.billing_document.issued', {
  v1: { to: 'v2', add: () => ({ billing_document_uuid: null }) },
});
