import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

/** `npm run test:browser`: the dashboard in a real browser, on a service of its own. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/browser/**/*.browser.ts'],
    exclude: [],
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
