import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.js';

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>
  >;
}

// Otherwise `npm ci` refuses it on every machine. If this fails: node .ci/complete-lock.mjs
test('the lock file has every optional package, those of other platforms included', () => {
  const lock: Lock = JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8'));
  const missing = Object.entries(lock.packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        lock.packages[`node_modules/${name}`] === undefined &&
        lock.packages[`${owner}/node_modules/${name}`] === undefined,
    ),
  );
  expect(missing).toEqual([]);
});
