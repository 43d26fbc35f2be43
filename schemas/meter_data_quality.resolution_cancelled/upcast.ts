import { defineUpcast } from '../../src/catalogue/define.js';

/** v2 adds who cancelled the resolution, which v1 gives no way to know. */
export default defineUpcast('meter_data_quality.resolution_cancelled', {
  v1: { to: 'v2', add: () => ({ source: null }) },
});
