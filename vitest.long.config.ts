import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.js';

/** `npm run test:long`: what starts engines again and again, or installs the project anew. */
export default mergeConfig(
  base,
  defineConfig({ test: { include: ['test/**/*.long.test.ts'], exclude: [] } }),
);
