import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { folderMailer } from '../../src/adapters/mail/folder.js';
import { smtpMailer } from '../../src/adapters/mail/smtp.js';
import type { Mail } from '../../src/importer/index.js';
import { openSmtp, refusal, type TestSmtp } from './smtp-fixture.js';

const mail: Mail = {
  messageId: '019f-1.0',
  to: { name: 'Bethan "Beth" Dâvies', address: 'bethan@example.org' },
  subject: 'Your account',
  text: 'Dear Bethan,\n\nhello – ✓.\n',
};
const FROM = 'Old Energy <moves@old.example>';

const opened: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function smtpWith(options: Parameters<typeof openSmtp>[0] = {}) {
  const server = await openSmtp(options);
  opened.push(server);
  return { server, mailer: mailerTo(server) };
}

function mailerTo({ url }: Pick<TestSmtp, 'url'>) {
  const mailer = smtpMailer({ url, from: FROM });
  opened.push(mailer);
  return mailer;
}

describe('given a mail server', () => {
  test('when mails are sent, then they arrive, each with an id that stays the same', async () => {
    const { server, mailer } = await smtpWith();
    for (let i = 0; i < 2; i++) expect(await mailer.send(mail)).toBe('sent');
    expect(server.delivered).toHaveLength(2);
    for (const { from, to, source } of server.delivered) {
      expect([from, to]).toEqual(['moves@old.example', ['bethan@example.org']]);
      expect(source).toMatch(/^Message-ID: <019f-1\.0@old\.example>\r?$/im);
      expect(source).toMatch(/^Auto-Submitted: auto-generated\r?$/im);
      expect(source).toMatch(/^From: Old Energy <moves@old\.example>\r?$/m);
    }
  });

  test('when it wants credentials, then those of the address are given', async () => {
    const seen: unknown[] = [];
    const server = await openSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push([username, password]);
        done(null, { user: username });
      },
    });
    opened.push(server);
    const mailer = mailerTo({ url: server.url.replace('//', '//user:pass%40word@') });
    expect(await mailer.send(mail)).toBe('sent');
    expect(seen).toEqual([['user', 'pass@word']]);
  });

  test('when it will never take an address or text, then that is an answer, and the next mail goes out', async () => {
    let refuse = true;
    const { server, mailer } = await smtpWith({
      onRcptTo: (_address, _session, done) => done(refuse ? refusal(550, 'no such mailbox') : null),
    });
    expect(await mailer.send(mail)).toBe('rejected');
    refuse = false;
    expect(await mailer.send(mail)).toBe('sent');
    expect(server.delivered).toHaveLength(1);
    const { mailer: strict } = await smtpWith({
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(refusal(554, 'looks like spam')));
      },
    });
    expect(await strict.send(mail)).toBe('rejected');
  });

  test.each([
    ['is too busy for the address', { onRcptTo: [451, 'try later'] }],
    ['does not like the sender', { onMailFrom: [550, 'who are you'] }],
  ] as const)('when it %s, then that may pass: the mailer rejects', async (_name, answers) => {
    const { mailer } = await smtpWith(
      Object.fromEntries(
        Object.entries(answers).map(([hook, [code, text]]) => [
          hook,
          (_address: unknown, _session: unknown, done: (error: Error) => void) => done(refusal(code, text)),
        ]),
      ),
    );
    await expect(mailer.send(mail)).rejects.toThrow();
  });

  test('when it refuses our credentials, then that may pass too', async () => {
    const server = await openSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusal(535, 'wrong password')),
    });
    opened.push(server);
    const mailer = mailerTo({ url: server.url.replace('//', '//user:wrong@') });
    await expect(mailer.send(mail)).rejects.toThrow();
  });

  test('when it is away and comes back, then mails fail meanwhile and go out again afterwards', async () => {
    const server = await openSmtp();
    const mailer = mailerTo(server);
    expect(await mailer.send(mail)).toBe('sent');
    await server.close();
    await expect(mailer.send(mail)).rejects.toThrow();
    await expect(smtpMailer({ url: 'smtp://127.0.0.1:1', from: FROM }).send(mail)).rejects.toThrow();
  });
});

describe('given a folder for mails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orders-mail-'));
  afterAll(() => rm(folder, { recursive: true }));

  test('when a mail is sent twice, then there is one whole file, under its id', async () => {
    const mailer = folderMailer(folder, FROM);
    expect(await mailer.send(mail)).toBe('sent');
    expect(await mailer.send(mail)).toBe('sent');
    expect(await readdir(folder)).toEqual(['019f-1.0.eml']);
    const source = await readFile(join(folder, '019f-1.0.eml'), 'utf8');
    expect(source).toMatch(/^Message-ID: <019f-1\.0@old\.example>$/im);
    expect(source).toContain('bethan@example.org');
  });

  test('when an id would lead out of the folder, then the file stays inside', async () => {
    await folderMailer(folder, FROM).send({ ...mail, messageId: '../../escaped' });
    expect((await readdir(folder)).sort()).toEqual([
      '019f-1.0.eml',
      expect.stringMatching(/^[0-9a-f]{64}\.eml$/),
    ]);
  });

  test('when the folder cannot be written, then the mailer rejects', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(folderMailer(join(folder, 'file'), FROM).send(mail)).rejects.toThrow();
  });
});
