import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { testFolder } from '../support/folder.js';
import { freePort } from '../support/service.js';

const page = readFileSync(join(packageRoot, 'docs/quickstart.md'), 'utf8');
const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);

/** As in a terminal, where the service is a job; what fails ends it all. */
const BEFORE = "set -m -e -o pipefail\ntrap 'kill %1 2>/dev/null || true; wait' EXIT\n";

const NOTHING_ELSE = { DATABASE_URL: '', KAFKA_BROKERS: '', REDIS_URL: '', S3_BUCKET: '' };

test('docs/quickstart.md: given its blocks in one shell, then each does what the page says', async () => {
  const port = await freePort();
  const shell = spawn('bash', ['-s'], {
    cwd: packageRoot,
    stdio: ['pipe', 'pipe', 'pipe'],
    // What a developer has set for another run must not reach this one.
    env: { ...process.env, ...NOTHING_ELSE, PORT: `${port}`, HEADRACE_DATA: testFolder() },
  });
  shell.stdin.end(BEFORE + blocks.join('\n'));
  const output = Promise.all([text(shell.stdout), text(shell.stderr)]);
  const [code] = await once(shell, 'exit');
  const [told, complained] = await output;
  expect([code, code === 0 ? '' : told + complained]).toEqual([0, '']);
  const answers = told.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  expect(answers).toContainEqual(
    expect.objectContaining({
      import_supplier: 'spring',
      accepted: 2,
      waiting: 0,
      complete: 1,
      error: 1,
      refused: 1,
    }),
  );
  for (const fault of ['account_number_unavailable', 'invalid_email']) {
    expect(told).toContain(`"code":"${fault}"`);
    expect(page).toContain(`\`${fault}\``);
  }
  expect(answers).toContainEqual(expect.objectContaining({ account_number: 'A-1001', is_imported: true }));
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow();
}, 120_000);
