import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cruise, type IConfiguration } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { testFolder } from '../support/folder.js';

const config: IConfiguration = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
const folders = ['src', 'projections', 'schemas'];

/** Imports that break a rule: rule, importing file, what it imports. */
const forbidden: [rule: string, from: string, to: string][] = [
  ['no-room-to-room', 'src/intake/a.ts', 'src/importer/index.ts'],
  ['no-room-to-room', 'src/query/a.ts', 'src/projector/port.ts'],
  ['room-knows-vocabulary-only', 'src/importer/a.ts', 'src/adapters/http/index.ts'],
  ['room-knows-vocabulary-only', 'src/router/a.ts', 'projections/accounts/projection.ts'],
  ['room-has-one-door', 'src/adapters/http/b.ts', 'src/intake/inside.ts'],
  ['room-has-one-door', 'src/main.ts', 'src/intake/inside.ts'],
  ['catalogue-and-event-have-one-door', 'src/relay/a.ts', 'src/catalogue/inside.ts'],
  ['catalogue-and-event-have-one-door', 'src/adapters/kafka/a.ts', 'src/event/inside.ts'],
  ['openapi-has-one-door', 'src/query/d.ts', 'src/openapi/inside.ts'],
  ['openapi-knows-no-call', 'src/openapi/a.ts', 'src/intake/port.ts'],
  ['event-stands-alone', 'src/event/a.ts', 'src/catalogue/index.ts'],
  ['errors-stands-alone', 'src/errors.ts', 'src/event/index.ts'],
  ['catalogue-knows-vocabulary-only', 'src/catalogue/a.ts', 'src/journal/index.ts'],
  ['consumer-needs-topics-only', 'src/consumer/a.ts', 'src/adapters/postgres/inside.ts'],
  ['consumer-needs-topics-only', 'src/consumer/b.ts', 'src/start/house.ts'],
  ['consumer-reaches-no-room', 'src/consumer/c.ts', 'src/relay/inside.ts'],
  ['consumer-is-for-others', 'src/start/a.ts', 'src/consumer/index.ts'],
  ['generated-stands-alone', 'src/generated/a.ts', 'src/event/index.ts'],
  ['no-adapter-to-adapter', 'src/adapters/kafka/b.ts', 'src/adapters/http/index.ts'],
  ['adapter-knows-ports-only', 'src/adapters/http/c.ts', 'src/config.ts'],
  ['nobody-imports-main', 'src/config.ts', 'src/main.ts'],
  ['nobody-imports-the-command-line', 'src/main.ts', 'src/cli/main.ts'],
  ['start-belongs-to-main', 'src/adapters/http/d.ts', 'src/start/house.ts'],
  ['settings-come-from-above', 'src/package-root.ts', 'src/config.ts'],
  ['fold-is-pure', 'projections/accounts/a.ts', 'node:crypto'],
  ['fold-is-pure', 'projections/accounts/b.ts', 'uuid'],
  ['fold-is-pure', 'projections/accounts/c.ts', 'src/package-root.ts'],
  ['projections-are-islands', 'projections/accounts/d.ts', 'projections/progress/projection.ts'],
  ['upcast-is-pure', 'schemas/account.created/upcast.ts', 'node:fs'],
  ['upcast-is-pure', 'schemas/account.created/upcast.ts', 'src/catalogue/index.ts'],
  ['room-does-no-io', 'src/journal/a.ts', 'node:fs/promises'],
  ['room-does-no-io', 'src/projector/a.ts', 'node:net'],
  ['no-test-code-in-the-house', 'src/cli/a.ts', 'test/support/help.ts'],
  ['no-development-package-in-the-house', 'src/cli/b.ts', 'fast-check'],
  ['no-circles', 'src/event/circle-too.ts', 'src/event/circle.ts'],
  ['everything-resolves', 'src/cli/c.ts', 'src/cli/gone.ts'],
  ['vendor-postgres', 'src/query/b.ts', 'pg'],
  ['vendor-kafka', 'src/relay/b.ts', 'kafkajs'],
  ['vendor-registry', 'src/adapters/kafka/c.ts', '@kafkajs/confluent-schema-registry'],
  ['vendor-redis', 'src/intake/b.ts', 'ioredis'],
  ['vendor-object-store', 'src/importer/b.ts', '@aws-sdk/client-s3'],
  ['vendor-mail', 'src/importer/c.ts', 'nodemailer'],
  ['vendor-http', 'src/importer/d.ts', 'fastify'],
  ['vendor-graphql', 'src/query/c.ts', 'mercurius'],
  ['vendor-metrics', 'src/query/f.ts', 'prom-client'],
  ['vendor-avro', 'src/projector/b.ts', 'avsc'],
  ['vendor-phone', 'src/importer/e.ts', 'libphonenumber-js'],
];

/** Imports as the design wants them. */
const allowed: [from: string, to: string][] = [
  ['src/intake/good.ts', 'src/event/index.ts'],
  ['src/intake/good.ts', 'src/catalogue/index.ts'],
  ['src/intake/good.ts', 'src/generated/events.ts'],
  ['src/intake/good.ts', 'src/errors.ts'],
  ['src/intake/good.ts', 'src/intake/inside.ts'],
  ['src/intake/good.ts', 'node:crypto'],
  ['src/intake/good.ts', 'fastify'],
  ['src/adapters/postgres/good.ts', 'src/importer/port.ts'],
  ['src/adapters/postgres/good.ts', 'src/intake/index.ts'],
  ['src/adapters/postgres/good.ts', 'pg'],
  ['src/adapters/postgres/good.ts', 'node:fs'],
  ['src/consumer/good.ts', 'src/adapters/kafka/good.ts'],
  ['src/consumer/good.ts', 'src/adapters/registry/port.ts'],
  ['src/consumer/good.ts', 'src/catalogue/index.ts'],
  ['src/consumer/good.ts', 'src/event/index.ts'],
  ['src/consumer/good.ts', 'src/generated/events.ts'],
  ['src/consumer/good.ts', 'src/pacing/backoff.ts'],
  ['src/adapters/kafka/good.ts', 'src/consumer/port.ts'],
  ['src/main.ts', 'src/config.ts'],
  ['src/main.ts', 'src/adapters/postgres/good.ts'],
  ['src/main.ts', 'src/intake/index.ts'],
  ['src/main.ts', 'src/start/house.ts'],
  ['src/start/house.ts', 'src/config.ts'],
  ['src/cli/good.ts', 'src/main.ts'],
  ['projections/accounts/good.ts', 'src/projector/define.ts'],
  ['projections/accounts/good.ts', 'src/event/index.ts'],
  ['projections/accounts/good.ts', 'projections/provenance.ts'],
  ['projections/accounts/good.spec.ts', 'test/support/help.ts'],
  ['projections/accounts/good.spec.ts', 'fast-check'],
  ['schemas/account.created/good.ts', 'src/catalogue/define.ts'],
  ['src/catalogue/define.ts', 'src/catalogue/inside.ts'],
];

/** Writes a project with exactly these imports. */
function plant(imports: readonly (readonly [from: string, to: string])[]): string {
  const root = testFolder();
  const files = new Map<string, string>();
  for (const [from, to] of imports) {
    const isFile = to.endsWith('.ts');
    const up = '../'.repeat(from.split('/').length - 1) || './';
    const name = isFile ? `${up}${to.replace(/\.ts$/, '.js')}` : to;
    files.set(from, `${files.get(from) ?? ''}import '${name}';\n`);
    if (isFile && !to.includes('gone') && !files.has(to)) files.set(to, '');
    if (isFile || to.startsWith('node:')) continue;
    files.set(`node_modules/${to}/package.json`, JSON.stringify({ name: to, main: 'index.js' }));
    files.set(`node_modules/${to}/index.js`, 'module.exports = {};\n');
  }
  const packages = imports.map(([, to]) => to).filter((to) => !to.endsWith('.ts') && !to.startsWith('node:'));
  const isDevelopment = (name: string) => name === 'fast-check';
  const versions = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']));
  const manifest = {
    name: 'planted',
    dependencies: versions(packages.filter((name) => !isDevelopment(name))),
    devDependencies: versions(packages.filter(isDevelopment)),
  };
  files.set('package.json', JSON.stringify(manifest));
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

async function violations(baseDir: string): Promise<[rule: string, from: string, to: string][]> {
  const result = await cruise(folders, { ...config.options, baseDir, validate: true, ruleSet: config });
  if (typeof result.output === 'string') throw new Error(result.output);
  return result.output.summary.violations.map(({ rule, from, to }) => [rule.name, from, to]);
}

test('given an import that a rule forbids, then that rule names it, for each rule there is', async () => {
  const circle = ['src/event/circle.ts', 'src/event/circle-too.ts'] as const;
  const found = await violations(plant([...forbidden.map(([, from, to]) => [from, to] as const), circle]));
  const text = found.map((violation) => violation.join(' ').replaceAll(/node_modules\/|\/index\.js/g, ''));
  for (const [rule, from, to] of forbidden) {
    expect
      .soft(text)
      .toContain(
        [rule, from, to.replace('node:', '').replace('src/cli/gone.ts', '../../src/cli/gone.js')].join(' '),
      );
  }
  const rules = (config.forbidden ?? []).map(({ name }) => name);
  expect(new Set(forbidden.map(([rule]) => rule))).toEqual(new Set(rules));
});

test('given the imports that the design wants, then no rule objects', async () => {
  expect(await violations(plant(allowed))).toEqual([]);
});

test('given this project, then it keeps the rules', async () => {
  expect(await violations(packageRoot)).toEqual([]);
});
