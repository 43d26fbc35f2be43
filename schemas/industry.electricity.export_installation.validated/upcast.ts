import { defineUpcast } from '../../src/catalogue/define.js';

/** v2 adds the export MPAN, which v1 gives no way to know: the import MPAN is another one. */
export default defineUpcast('industry.electricity.export_installation.validated', {
  v1: { to: 'v2', add: () => ({ export_mpan: null }) },
});
