import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { testFolder } from '../support/folder.js';

const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

const client = createClient<paths>({ baseUrl: 'http://localhost:8080' });

const event: components['schemas']['account.created_v1'] = {
  account_number: 'A-1', account_user_emails: ['a@example.org'], is_imported: false,
};

const published: components['schemas']['CloudEvent'] = {
  specversion: '1.0', id: '1', source: 'acme/crm', time: '2026-01-31T09:15:00Z',
  type: 'account.created', payloadversion: 'v1', data: event,
};

export async function program(): Promise<string> {
  const tokens = await client.POST('/v1/graphql/', { body: { query: 'mutation { x }', variables: { apiKey: 'hrk_' } } });
  const token: string | undefined = tokens.data?.data?.obtainToken?.token;
  const headers = { Authorization: \`Token \${token}\` };
  const { data, error } = await client.POST('/v1/data-import/accounts/', {
    headers,
    params: { query: { dry_run: false }, header: { 'Idempotency-Key': 'k-1' } },
    body: {
      external_identifier: 'crm-1',
      import_supplier: 'old-energy',
      account: { billing_address: { line_1: '12 Mill Lane', postcode: 'LS1 4AP' } },
      customers: [{ given_name: 'A', family_name: 'B', email: 'a@example.org' }],
    },
  });
  if (error) return error.errors.map(({ attr, code }) => \`\${attr} \${code}\`).join();
  const process = await client.GET('/v1/data-import/accounts/{identifier}/', {
    headers,
    params: { path: { identifier: data.external_identifier } },
  });
  const answer = await client.POST('/v1/events/', {
    headers: { ...headers, 'Content-Type': 'application/cloudevents+json' },
    body: published,
  });
  const suppliers = await client.GET('/v1/query/import-suppliers', { headers, params: { query: { limit: 10 } } });
  const names = suppliers.data?.results.map((row) => row.import_supplier) ?? [];
  return [process.data?.state, answer.data?.events[0]?.id, ...names].join();
}
`;

let folder: string;
beforeAll(async () => {
  folder = testFolder();
  await mkdir(folder, { recursive: true });
  await symlink(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  const types = await openapiTypescript(new URL('../../docs/openapi.json', import.meta.url));
  await writeFile(join(folder, 'api.ts'), astToString(types));
}, 120_000);

/** What the compiler says of programs, by file: nothing where they are right. */
async function compile(programs: Readonly<Record<string, string>>): Promise<readonly string[]> {
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'nodenext',
    target: 'es2023',
    types: [],
  };
  const compilerOptions = { ...options, lib: ['es2023', 'dom', 'dom.iterable'] };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: Object.keys(programs) }),
  );
  const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [tsc, '-p', folder], { cwd: folder }, (error, stdout) => {
      if (error && stdout === '') reject(error);
      else resolve(stdout.split('\n').filter((line) => /error TS/.test(line)));
    });
  });
}

describe('a client generated from docs/openapi.json', () => {
  const wrong: readonly (readonly [name: string, from: string, to: string])[] = [
    ['body.ts', 'given_name:', 'given_names:'],
    ['answer.ts', 'data.external_identifier', 'data.external_id'],
    ['path.ts', "'/v1/data-import/accounts/{identifier}/'", "'/v1/data-import/account/{identifier}/'"],
    ['parameter.ts', 'dry_run: false', "dry_run: 'no'"],
    ['event.ts', 'is_imported: false', "is_imported: 'no'"],
    ['type.ts', "type: 'account.created'", "type: 'account.made'"],
    ['row.ts', 'row.import_supplier', 'row.importSupplier'],
  ];

  test('type-checks a program that is right, and refuses each that has one name or type wrong', async () => {
    for (const [, from] of wrong) expect(PROGRAM).toContain(from);
    const programs = Object.fromEntries(wrong.map(([name, from, to]) => [name, PROGRAM.replace(from, to)]));
    const errors = await compile({ 'right.ts': PROGRAM, ...programs });
    const files = new Set(errors.map((line) => line.split('(')[0]));
    expect([...files].sort(), errors.join('\n')).toEqual(wrong.map(([name]) => name).sort());
  }, 180_000);
});
