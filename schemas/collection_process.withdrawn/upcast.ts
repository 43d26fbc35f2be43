import { defineUpcast } from '../../src/catalogue/define.js';

/** v2 no longer tells the external reference; it stays in the current form, and is null where v2 was sent. */
export default defineUpcast('collection_process.withdrawn', {
  v1: { to: 'v2', add: () => ({}) },
});
