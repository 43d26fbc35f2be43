// `npm run test:browser`: finds a browser, or gets one where it may, and runs what needs it.
import { spawnSync } from 'node:child_process';
import { packageRoot } from '../../src/package-root.js';
import { findChromium } from './chromium.js';

const found = findChromium();
if (typeof found === 'string') {
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', '--config', 'vitest.browser.config.ts', ...process.argv.slice(2)],
    {
      cwd: packageRoot,
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM_PATH: found },
    },
  );
  process.exitCode = status ?? 1;
} else {
  console.log(`The browser tests cannot run: ${found.reason}`);
  process.exitCode = process.env['HEADRACE_REQUIRE_BROWSER'] === '1' ? 1 : 0;
}
