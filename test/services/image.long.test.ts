import { execFileSync, spawn } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freePorts } from '../../src/cli/services/ports.js';
import { packageRoot } from '../../src/package-root.js';
import { testFolder } from '../support/folder.js';

// Without a Docker engine: what the Dockerfile makes, made by its own commands in a folder.
test('given the folder that the Dockerfile makes, when Node alone runs it, then it becomes ready, and stops when told', async () => {
  const build = testFolder();
  const app = join(build, 'dist');
  const file = readFileSync(join(packageRoot, 'Dockerfile'), 'utf8');
  const copied = [...file.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  for (const name of copied) cpSync(join(packageRoot, name), join(build, name), { recursive: true });
  symlinkSync(join(packageRoot, 'node_modules'), join(build, 'node_modules'));
  const commands = [...file.matchAll(/^RUN ((?:npm run|find) .+)$/gm)].map(([, command = '']) => command);
  expect(commands).toHaveLength(2);
  for (const command of commands)
    execFileSync('/bin/sh', ['-c', command], {
      cwd: build,
      stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    });
  cpSync(join(packageRoot, 'package.json'), join(app, 'package.json'));
  symlinkSync(join(packageRoot, 'node_modules'), join(app, 'node_modules'));

  const [port = 0] = await freePorts(1);
  const [program = '', ...args]: string[] = JSON.parse(/^CMD (.+)$/m.exec(file)?.[1] ?? '[]');
  const environment = {
    PORT: String(port),
    HEADRACE_DATA: testFolder(),
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
  };
  const child = spawn(program, args, { cwd: app, env: { ...process.env, ...environment }, stdio: 'inherit' });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const [, healthArgs = '[]'] = /HEALTHCHECK .*\\\n +CMD (.+)$/m.exec(file) ?? [];
  const [, ...health]: string[] = JSON.parse(healthArgs);
  const healthy = () => {
    try {
      execFileSync(process.execPath, health, { env: { ...process.env, ...environment }, stdio: 'pipe' });
      return true;
    } catch {
      return false;
    }
  };
  expect(healthy()).toBe(false);
  while (child.exitCode === null && !healthy()) await sleep(200);
  expect(child.exitCode).toBeNull();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 180_000);
