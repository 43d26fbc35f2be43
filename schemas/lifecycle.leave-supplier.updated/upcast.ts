import { defineUpcast } from '../../src/catalogue/define.js';

/** v3 adds the process number; v2 knows the process by its id alone. */
export default defineUpcast('lifecycle.leave-supplier.updated', {
  v2: { to: 'v3', add: () => ({ leave_supplier_process_number: null }) },
});
