#!/usr/bin/env node
/**
 * Adds to package-lock.json the optional packages for other platforms that npm left out. It leaves them out when the
 * registry it was run against does not carry them, and then `npm ci` refuses the lock file everywhere. They get no
 * integrity, because nobody has seen them; npm skips them on all platforms but their own.
 *
 * Run it after a change of dependencies, when test/rules/lockfile.test.ts says so.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));

for (const [path, owner] of Object.entries(lock.packages)) {
  if (path === '') continue;
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (lock.packages[key] !== undefined) continue;
    const platform = /-(android|darwin|linux|win32|freebsd|openharmony)-([a-z0-9]+)(?:-(\w+))?$/.exec(name);
    if (platform === null) throw new Error(`${name} of ${path} is missing, and its name tells no platform`);
    const [, os, cpu, abi] = platform;
    lock.packages[key] = {
      version,
      cpu: [cpu],
      ...(owner.dev && { dev: true }),
      ...(os === 'linux' && abi && { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] }),
      license: owner.license,
      optional: true,
      os: [os],
      ...(owner.engines && { engines: owner.engines }),
    };
    console.log(`added ${name} ${version}`);
  }
}

const sorted = Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
