import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { smtpMailer } from '../../src/adapters/mail/smtp.js';
import { emailErrand } from '../../src/importer/customer-email.js';
import type { AccountPayload, Mail, Mailer } from '../../src/importer/index.js';
import { runImports } from '../../src/importer/run-imports.js';
import { MOST_TRIES, tryTasks } from '../../src/importer/try-tasks.js';
import { openSmtp, refusal } from '../mail/smtp-fixture.js';
import { accept, emptyTables, type ImporterFixture, journaled, openFixture } from './database.js';
import { customer, payload, recordingLog } from './support.js';

let fixture: ImporterFixture;
beforeAll(async () => {
  fixture = await openFixture();
});
beforeEach(async () => {
  await emptyTables(fixture.pool);
  await setEmails(true);
});
afterAll(() => fixture.database.drop());

const setEmails = (on: boolean) =>
  fixture.pool.query('UPDATE intake.import_suppliers SET customer_emails = $1', [on]);
const context = () => ({
  store: fixture.store,
  encoder: fixture.catalogue,
  clock: Date.now,
  ...recordingLog(),
});
const two = [customer('ada@example.com'), customer('bob@example.com', { given_name: 'Bob' })];

async function imported(more: Partial<AccountPayload> = {}): Promise<void> {
  await accept(fixture.pool, { ext: payload({ account: { number: 'A-1' }, customers: two, ...more }) });
  await fixture.store.inBatch(10, (batch) => runImports(batch, context()));
}

const run = (mailer: Mailer, signal = new AbortController().signal) =>
  tryTasks(emailErrand(mailer), context(), signal);
const makeDue = () => fixture.pool.query('UPDATE importer.post_import_tasks SET next_try_at = now()');

async function task() {
  const { rows } = await fixture.pool.query<{ state: string; tries: number; input: object }>(
    `SELECT state, tries, input, error_code, error_detail FROM importer.post_import_tasks
     WHERE task = 'customer_email'`,
  );
  return rows[0];
}

const outcomes = async () => (await journaled(fixture)).filter(({ type }) => type.includes('.post_import.'));

/** Keeps what it is given; does to each mail what `answer` says. */
function recording(answer: (mail: Mail) => 'sent' | 'rejected') {
  const mails: Mail[] = [];
  const mailer: Mailer = {
    send: async (mail) => {
      const result = answer(mail);
      mails.push(mail);
      return result;
    },
  };
  return { mails, mailer };
}

describe('given an imported account', () => {
  test('when its supplier writes no e-mails, or the customer wants letters, then none is planned', async () => {
    await setEmails(false);
    await imported();
    expect(await task()).toBeUndefined();
    await emptyTables(fixture.pool);
    await setEmails(true);
    await imported({
      account: { number: 'A-1', communication_preferences: { requires_postal_comms: true } },
    });
    expect(await task()).toBeUndefined();
  });

  test('when the mails are sent, then each customer has one, the task completes and forgets addresses', async () => {
    await imported();
    const { mails, mailer } = recording(() => 'sent');
    expect(await run(mailer)).toBe(1);
    const planned = (await journaled(fixture)).find(({ type }) => type === 'post_import.planned');
    expect(mails.map(({ messageId, to }) => [messageId, to])).toEqual([
      [`${planned?.id}.0`, { name: 'Ada King', address: 'ada@example.com' }],
      [`${planned?.id}.1`, { name: 'Bob King', address: 'bob@example.com' }],
    ]);
    expect(mails[0]?.text).toContain('A-1');
    expect(await task()).toMatchObject({ state: 'complete', tries: 1, input: {} });
    expect(await outcomes()).toMatchObject([
      {
        type: 'data_import.import_process.post_import.completed',
        data: { resource_type: 'customer_email', identifier: 'A-1' },
      },
    ]);
    expect(await run(mailer)).toBe(0);
  });

  test('when the server stops answering half-way, then only the others are written to again', async () => {
    await imported();
    const first = recording(({ to }) => {
      if (to.address.startsWith('bob')) throw new Error('421 closing');
      return 'sent';
    });
    await run(first.mailer);
    expect(await task()).toMatchObject({ state: 'pending', tries: 1 });
    await makeDue();
    const second = recording(() => 'sent');
    await run(second.mailer);
    expect(second.mails.map(({ to }) => to.address)).toEqual(['bob@example.com']);
    expect(await task()).toMatchObject({ state: 'complete', tries: 2 });
    expect(await outcomes()).toHaveLength(1);
  });

  test('when one address is rejected, then the others are written to and the error names its place only', async () => {
    await imported();
    const { mails, mailer } = recording(({ to }) => (to.address.startsWith('ada') ? 'rejected' : 'sent'));
    await run(mailer);
    expect(mails).toHaveLength(2);
    const data = {
      error_code: 'email_rejected',
      error_detail: expect.stringMatching(/: customers\.0\.email$/),
    };
    expect(await outcomes()).toMatchObject([
      {
        type: 'data_import.import_process.post_import.error',
        data: { ...data, resource_type: 'customer_email' },
      },
    ]);
    expect(await task()).toMatchObject({ state: 'error', input: {}, ...data });
  });

  test('when the server stays away, then the last try ends the task', async () => {
    await imported();
    await fixture.pool.query('UPDATE importer.post_import_tasks SET tries = $1', [MOST_TRIES - 1]);
    await run({ send: () => Promise.reject(new Error('connect ECONNREFUSED')) });
    expect(await outcomes()).toMatchObject([{ data: { error_code: 'mail_server_unavailable' } }]);
  });

  test('when the importer stops meanwhile, then who is left is written to by the next, and no try is counted', async () => {
    await imported();
    const stopping = new AbortController();
    const { mails, mailer } = recording(() => {
      stopping.abort();
      return 'sent';
    });
    await run(mailer, stopping.signal);
    expect(mails).toHaveLength(1);
    expect(await task()).toMatchObject({ state: 'pending', tries: 0 });
    const next = recording(() => 'sent');
    await run(next.mailer);
    expect(next.mails.map(({ to }) => to.address)).toEqual(['bob@example.com']);
  });

  test('when it goes through a real mail server that knows one mailbox only, then all of that holds', async () => {
    await imported();
    const server = await openSmtp({
      onRcptTo: ({ address }, _session, done) =>
        done(address === 'ada@example.com' ? null : refusal(550, 'no such mailbox')),
    });
    const mailer = smtpMailer({ url: server.url, from: 'moves@old.example' });
    try {
      await run(mailer);
      expect(server.delivered.map(({ to }) => to)).toEqual([['ada@example.com']]);
      expect(await outcomes()).toMatchObject([{ data: { error_code: 'email_rejected' } }]);
    } finally {
      mailer.close();
      await server.close();
    }
  });
});
