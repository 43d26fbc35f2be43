import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyOf } from '../query/history.js';
import { createTestDatabase } from '../support/postgres.js';
import { ReadModelFixture } from '../support/read-models.js';
import { headrace } from './headrace.js';

const acme = historyOf('acme');
const bolt = historyOf('bolt', 'winter');

describe('imports, at the command line', () => {
  let fixture: ReadModelFixture;
  beforeAll(async () => {
    fixture = await ReadModelFixture.make();
  });
  afterAll(() => fixture.database.drop());

  const run = (...args: string[]) => headrace(fixture.database.url, 'imports', ...args);
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);

  it('given nothing, then says so', async () => {
    expect(await run('status')).toMatchObject({ code: 0, stdout: 'There are none.\n' });
    expect(await run('watch', 'acme', 'orchard')).toMatchObject({
      code: 1,
      stderr: 'there is no import supplier orchard of acme\n',
    });
  });

  it('given a database without read models, then says what makes them', async () => {
    const database = await createTestDatabase();
    expect(await headrace(database.url, 'imports', 'status')).toMatchObject({
      code: 1,
      stderr: 'there is no read model of imports yet: the service makes it\n',
    });
    await database.drop();
  });

  it('given events that are not applied, then a supplier may yet be told of', async () => {
    await fixture.publish(acme.created());
    const { stderr } = await run('errors', 'acme', 'orchard');
    expect(stderr).toMatch(
      /^there is no import supplier orchard of acme yet: the read model is [\d.]+ s behind\n$/,
    );
    await fixture.apply();
  });

  it('given imports, then each supplier is told in figures, of one organisation or all', async () => {
    await fixture.tell(
      ...['p-1', 'p-2', 'p-3'].map((id) => acme.accepted(id)),
      ...acme.failed('p-1', 'duplicate_account', 'account_number'),
      ...acme.failed('p-2', 'duplicate_account', 'account_number'),
      ...[acme.refused('r-1', 'invalid_email', 'users.0.email'), bolt.created()],
    );
    const { stdout } = await run('status');
    expect(stdout).toMatch(/acme +│ orchard +│ ongoing +│ 3 +│ 1 +│ 0 +│ 2 +│ 0 +│ 1 /);
    expect(stdout).toMatch(/bolt +│ winter +│ ongoing +│ 0 /);
    expect(await json('status', 'bolt')).toMatchObject([{ import_supplier: 'winter', accepted: 0 }]);
  });

  it('given what failed and what was refused, then by code and place, the most frequent first', async () => {
    expect(await json('errors', 'acme', 'orchard')).toEqual([
      expect.objectContaining({
        code: 'duplicate_account',
        processes: 2,
        refusals: 0,
        examples: ['p-1', 'p-2'],
      }),
      expect.objectContaining({ code: 'invalid_email', processes: 0, refusals: 1, examples: ['r-1'] }),
    ]);
    expect((await run('errors', 'acme', 'orchard')).stdout).toMatch(
      /account +│ duplicate_account +│ account_number +│ 2 +│ 0 +│ p-1 p-2 /,
    );
    expect((await run('errors', 'bolt', 'winter')).stdout).toBe(
      'No process has failed and no request was refused.\n',
    );
  });

  it('given a process that waits, when it ends, then whoever watches is told what became of all', async () => {
    const watching = run('watch', 'acme', 'orchard');
    await fixture.tell(acme.complete('p-3', 'A-3'));
    const { code, stdout, stderr } = await watching;
    expect([code, stdout]).toEqual([0, '3 accepted: 1 complete, 2 in error, 0 cancelled; 1 refused.\n']);
    expect(stderr).toContain('orchard of acme 3/3');
  });
});
