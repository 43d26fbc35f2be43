import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import type { EventToAppend } from '../../src/event/index.js';
import { envelope } from '../support/events.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { headrace } from './headrace.js';

const catalogue = await loadCatalogue();

function accountCreated(account: string, organisation: string | null = null): EventToAppend {
  const about = { type: 'account.created', key: account, subject: `account/${account}`, organisation };
  return {
    envelope: envelope(about),
    payload: catalogue.encode('account.created', 'v1', {
      account_number: account,
      account_user_emails: ['ada@example.org'],
      is_imported: true,
    }),
  };
}

function revoked(account: string): EventToAppend {
  const about = envelope({ type: 'agreement.revoked', key: account, subject: `account/${account}` });
  const payload = catalogue.encodeUnknown('agreement.revoked', 'v1', { agreement_id: 7 });
  return { envelope: { ...about, version: 'v1' }, payload };
}

describe('headrace events tail', () => {
  let database: TestDatabase;
  let journal: JournalWriter;
  const append = (...events: EventToAppend[]) =>
    inTransaction(database.pool, (client) => journal.commitWith(client, events));
  beforeAll(async () => {
    database = await createTestDatabase();
    journal = await openJournal(database.pool, 2);
    await append(accountCreated('A-1'), accountCreated('A-2', 'acme'), revoked('A-1'));
    const broken = { ...accountCreated('A-3'), payload: Buffer.from('poison') };
    await append(broken);
  });
  afterAll(() => database.drop());

  const tail = (...args: string[]) => headrace(database.url, 'events', 'tail', '--no-follow', ...args);
  const json = async (...args: string[]) =>
    (await tail('--json', ...args)).stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .sort((a, b) => (a.envelope.key < b.envelope.key ? -1 : 1));

  it('given the beginning, then one line an event, personal data masked, and what cannot be read as such', async () => {
    const { code, stdout } = await tail('--from', 'beginning');
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n').sort();
    expect(lines).toHaveLength(4);
    expect(lines.join('\n')).toContain(
      'account.created v1 A-1 {"account_number":"A-1","account_user_emails":["***"],"is_imported":true}',
    );
    expect(lines.join('\n')).toMatch(/account\.created v1 A-3 undecodable: /);
    const [first] = await json('--from', 'beginning', '--account', 'A-2', '--show-personal-data');
    expect(first).toMatchObject({ form: 'current', data: { account_user_emails: ['ada@example.org'] } });
  });

  it('given filters, then only what all of them mean', async () => {
    const keysOf = async (...args: string[]) =>
      (await json('--from', 'beginning', ...args)).map(({ envelope }) => `${envelope.type} ${envelope.key}`);
    expect(await keysOf('--type', 'agreement.*')).toEqual(['agreement.revoked A-1']);
    expect(await keysOf('--type', 'agreement.*', '--type', 'account.*', '--key', 'A-1')).toHaveLength(2);
    expect(await keysOf('--organisation', 'acme')).toEqual(['account.created A-2']);
    expect(await keysOf('--account', 'A-3')).toEqual(['account.created A-3']);
    expect(await keysOf('--limit', '1')).toHaveLength(1);
  });

  it('given --as-sent, then the form that was written, else the current one', async () => {
    const [upcast] = await json('--from', 'beginning', '--type', 'agreement.**');
    const [sent] = await json('--from', 'beginning', '--type', 'agreement.**', '--as-sent');
    expect([upcast.form, sent.form]).toEqual(['current', 'v1']);
    const fieldsOf = (version: 'current' | 'v1') => {
      const type = catalogue.types.get('agreement.revoked');
      const form = version === 'v1' ? type?.versions[0] : type?.current;
      return form?.fields.map(({ name }) => name).sort();
    };
    expect(Object.keys(upcast.data).sort()).toEqual(fieldsOf('current'));
    expect(Object.keys(sent.data).sort()).toEqual(fieldsOf('v1'));
  });

  it('given a time or places, then what came behind them', async () => {
    const { rows } = await database.pool.query('SELECT max(appended_at) AS last FROM journal.events');
    const places = await database.pool.query('SELECT partition, last_sequence FROM journal.partitions');
    expect(await json('--since', rows[0].last.toISOString())).toMatchObject([{ envelope: { key: 'A-3' } }]);
    expect(await json('--since', '1d')).toHaveLength(4);
    expect(await json('--since', '2999-01-01')).toEqual([]);
    expect(await json()).toEqual([]);
    const [{ partition, last_sequence: last }] = places.rows;
    expect(await json('--from', `${partition}:${last - 1}`)).toMatchObject([{ partition, sequence: last }]);
    const wrong = await tail('--from', '7:1');
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no partition 7') });
  });

  it('given events that come later, then they are printed as they come', { timeout: 60_000 }, async () => {
    const following = headrace(database.url, 'events', 'tail', '--account', 'A-9', '--limit', '2');
    const seen = () =>
      database.pool.query(`SELECT FROM pg_locks WHERE locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND classid::bigint = hashtext('headrace journal reader')::bigint & 4294967295`);
    await expect.poll(async () => (await seen()).rowCount, { timeout: 50_000 }).toBeGreaterThan(0);
    await append(accountCreated('A-8'), accountCreated('A-9'));
    await append(revoked('A-9'));
    const { code, stdout } = await following;
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/account\.created v1 A-9/),
      expect.stringMatching(/agreement\.revoked v1 A-9/),
    ]);
  });
});
