import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Where Chromium is; installed from Debian's packages where that is possible. Else why there is none. */
export function findChromium(): string | { readonly reason: string } {
  const given = process.env['CHROMIUM_PATH'];
  if (given)
    return existsSync(given) ? given : { reason: `CHROMIUM_PATH names ${given}, which is not there.` };
  const found = onPath();
  if (found) return found;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    return { reason: 'there is no Chromium; install it, or say in CHROMIUM_PATH where it is.' };
  }
  console.log('Installing Chromium from the packages of Debian …');
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { status } = spawnSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) return { reason: `apt-get ${args[0]} failed.` };
  }
  return onPath() ?? { reason: 'the package chromium brought no browser.' };
}

function onPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
}
