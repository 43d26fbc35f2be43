import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { installPacked } from '../support/packed.js';

test('given the packed package in an empty folder, then headrace/consumer runs there, with its types, and nothing else is open', () => {
  const app = installPacked();
  const modules = join(packageRoot, 'node_modules');

  const node = (code: string) =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: app, encoding: 'utf8' });
  // No broker is there: it says so, and stops when told. The schemas are in the package, or it would have failed.
  const output = node(`
    import { consume } from 'headrace/consumer';
    const faults = [];
    const consumer = consume({ brokers: ['127.0.0.1:9'], topics: ['t'], group: 'g',
      handlers: { 'agreement.revoked': () => {} }, onFault: (fault) => faults.push(fault.name) });
    consumer.failed.then((fault) => console.log('failed', fault.message));
    while (faults.length === 0) await new Promise((resume) => setTimeout(resume, 20));
    await consumer.stop();
    console.log(faults[0]);`);
  expect(output.trim()).toMatch(/^KafkaJS/);
  expect(node("import('headrace/main').catch((fault) => console.log(fault.code))").trim()).toBe(
    'ERR_PACKAGE_PATH_NOT_EXPORTED',
  );

  const text = readFileSync(join(packageRoot, 'examples/consumer.ts'), 'utf8');
  writeFileSync(join(app, 'right.ts'), text);
  writeFileSync(join(app, 'wrong.ts'), text.replace('data.agreement_id', 'data.agreement_number'));
  const settings = {
    module: 'nodenext',
    target: 'es2023',
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  const check = (file: string) => {
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings, files: [file] }));
    try {
      execFileSync(join(modules, '.bin/tsc'), { cwd: app, encoding: 'utf8', stdio: 'pipe' });
      return '';
    } catch (fault) {
      return String(fault instanceof Error && 'stdout' in fault ? fault.stdout : fault);
    }
  };
  expect(check('right.ts')).toBe('');
  expect(check('wrong.ts')).toContain("Property 'agreement_number' does not exist");
}, 300_000);
