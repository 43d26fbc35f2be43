import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { headrace } from './headrace.js';

describe('what an operator sets up, at the command line', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await openJournal(database.pool, 2);
  });
  afterAll(() => database.drop());

  const run = (...args: string[]) => headrace(database.url, ...args);
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);

  it('given an organisation and an import supplier, then they are made, changed and told of in the log', async () => {
    expect(await json('organisations', 'create', 'acme', '--name', 'Acme Energy')).toMatchObject({
      organisation: 'acme',
      name: 'Acme Energy',
    });
    expect(await run('organisations', 'create', 'acme')).toMatchObject({
      code: 1,
      stderr: 'there is already: organisation acme\n',
    });
    expect(await json('organisations', 'list')).toMatchObject([{ organisation: 'acme' }]);
    const made = await json('import-suppliers', 'create', 'acme', 'spring', '--mpid', 'electricity=ACME');
    expect(made).toMatchObject({ status: 'ongoing', supplier_mpids: { electricity: 'ACME' }, revision: 1 });
    const wrong = await run('import-suppliers', 'configure', 'acme', 'spring', '--root-location', '../up');
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/\n {2}root_location: /) });
    expect(await json('import-suppliers', 'pause', 'acme', 'spring')).toMatchObject({ status: 'paused' });
    expect(await run('import-suppliers', 'complete', 'acme', 'spring')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('say so with --yes'),
    });
    const complete = await run('import-suppliers', 'complete', 'acme', 'spring', '--yes');
    expect(complete.stdout).toBe('spring is complete (revision 3).\n');
    expect(await run('import-suppliers', 'resume', 'acme', 'autumn')).toMatchObject({
      code: 1,
      stderr: 'there is no import supplier autumn of acme\n',
    });
    const { rows } = await database.pool.query('SELECT type FROM journal.events ORDER BY appended_at');
    expect(rows.map(({ type }) => type)).toEqual([
      'import_supplier.created',
      'import_supplier.status_changed',
      'import_supplier.status_changed',
    ]);
  });

  it('given keys, then they are made, listed without secrets, rotated and revoked', async () => {
    const made = await json('keys', 'create', '--organisation', 'acme', '--scopes', 'import,query');
    expect(made).toMatchObject({
      label: 'acme',
      scopes: ['import', 'query'],
      api_key: expect.stringMatching(/^hrk_/),
    });
    const rotated = await json(
      'keys',
      'rotate',
      made.api_key_id,
      '--organisation',
      'acme',
      '--overlap',
      '60',
    );
    expect(rotated.replaces.api_key_id).toBe(made.api_key_id);
    const revoke = ['keys', 'revoke', rotated.api_key_id];
    expect((await run(...revoke, '--yes')).stderr).toBe(
      `there is no key ${rotated.api_key_id} of operators\n`,
    );
    expect((await run(...revoke, '--yes', '--organisation', 'acme')).code).toBe(0);
    const listed = await run('keys', 'list', '--organisation', 'acme', '--json');
    expect(listed.stdout).not.toContain('hrk_');
    expect(JSON.parse(listed.stdout)).toMatchObject(
      [made, rotated]
        .toSorted((a, b) => (a.api_key_id < b.api_key_id ? -1 : 1))
        .map(({ api_key_id }) => ({
          api_key_id,
          revoked_at: api_key_id === made.api_key_id ? null : expect.any(String),
        })),
    );
    expect((await run('keys', 'create', '--operate')).stdout).toMatch(/^hrk_\S+\n$/);
    expect(await run('keys', 'create')).toMatchObject({
      code: 1,
      stderr: 'say either --operate or --organisation\n',
    });
  });
});
