import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import { testFolder } from './folder.js';

const quiet = (cwd: string): ExecFileSyncOptions => ({
  cwd,
  stdio: ['ignore', process.stderr.fd, process.stderr.fd],
});

const SOURCES = [
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'src',
  'projections',
  'schemas',
  'routes',
];

/** Installs the package as it is packed, in an empty folder. @returns the folder */
export function installPacked(): string {
  const modules = join(packageRoot, 'node_modules');
  const build = testFolder();
  for (const name of SOURCES) cpSync(join(packageRoot, name), join(build, name), { recursive: true });
  symlinkSync(modules, join(build, 'node_modules'));
  execFileSync('npm', ['run', '--silent', 'build'], quiet(build));
  execFileSync('npm', ['pack', '--silent', '--offline'], quiet(build));

  // As npm installs it, without a registry: unpacked beside its dependencies, its command in .bin.
  const app = testFolder();
  const home = join(app, 'node_modules');
  mkdirSync(join(home, 'headrace'), { recursive: true });
  mkdirSync(join(home, '.bin'));
  for (const name of readdirSync(modules)) {
    if (!name.startsWith('.')) symlinkSync(join(modules, name), join(home, name));
  }
  const [tarball = ''] = readdirSync(build).filter((name) => name.endsWith('.tgz'));
  execFileSync('tar', ['-xzf', join(build, tarball), '--strip-components=1'], quiet(join(home, 'headrace')));
  const { bin }: { bin: Record<string, string> } = JSON.parse(
    readFileSync(join(home, 'headrace/package.json'), 'utf8'),
  );
  for (const [name, file] of Object.entries(bin)) {
    chmodSync(join(home, 'headrace', file), 0o755);
    symlinkSync(join('../headrace', file), join(home, '.bin', name));
  }
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }');
  return app;
}
