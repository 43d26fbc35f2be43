import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'projections/**/*.spec.ts'],
    exclude: ['test/**/*.long.test.ts'],
    setupFiles: ['test/support/seed.ts'],
    globalSetup: ['test/support/global-setup.ts', 'test/support/kafka-setup.ts'],
    // Processes, so that a test file that leaks or dies takes nothing with it; few, because each has a database.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
