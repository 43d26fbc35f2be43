import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

/** `npm run test:long`: what starts engines again and again, or builds the project anew. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ['test/**/*.long.test.ts'], exclude: [] },
});
