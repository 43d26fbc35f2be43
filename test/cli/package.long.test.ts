import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { freePorts } from '../../src/cli/services/ports.js';
import { Guard } from '../support/guard.js';
import { installPacked } from '../support/packed.js';

const guard = new Guard();
afterAll(() => guard.stop());

test('given the packed package in an empty folder, then its command diagnoses, starts, sets up and tells, with its data beside it', async () => {
  const app = installPacked();
  const [port = 0] = await freePorts(1);
  // What a developer has set for another run must not reach this one.
  const none = {
    DATABASE_URL: '',
    KAFKA_BROKERS: '',
    SCHEMA_REGISTRY_URL: '',
    REDIS_URL: '',
    HEADRACE_DATA: '',
  };
  const start = (...args: string[]) => {
    const child = spawn(join(app, 'node_modules/.bin/headrace'), args, {
      cwd: app,
      env: { ...process.env, ...none, PORT: `${port}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    guard.adopt(child);
    return child;
  };
  const headrace = async (...args: string[]) => {
    const child = start(...args);
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { code: child.exitCode, output };
  };

  expect(await headrace('doctor')).toMatchObject({
    code: 0,
    output: expect.stringContaining('All is well.'),
  });
  const service = start('start');
  service.stdout.resume();
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    expect(service.exitCode).toBeNull();
    await sleep(200);
  }
  expect((await headrace('organisations', 'create', 'acme')).code).toBe(0);
  expect((await headrace('import-suppliers', 'create', 'acme', 'spring')).code).toBe(0);
  const { output: key } = await headrace('keys', 'create', '--operate');
  expect(key).toMatch(/^hrk_/);
  expect((await headrace('events', 'tail', '--from', 'beginning', '--no-follow')).output).toMatch(
    /^\S+ \d+:1 +import_supplier\.created v1 acme/,
  );
  expect(await headrace('projections', 'preview', 'account-state')).toMatchObject({ code: 0 });
  expect(await headrace('doctor')).toMatchObject({ code: 0, output: expect.stringContaining(', ready') });
  service.kill('SIGTERM');
  await once(service, 'exit');
  expect(service.exitCode).toBe(0);
  expect(existsSync(join(app, '.headrace'))).toBe(true);
  expect(existsSync(join(app, 'node_modules/headrace/.headrace'))).toBe(false);
}, 300_000);
