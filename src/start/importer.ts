import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderMailer } from '../adapters/mail/folder.js';
import { smtpMailer } from '../adapters/mail/smtp.js';
import { createImporterStore } from '../adapters/postgres/importer.js';
import { journalHints } from '../adapters/postgres/importer-hints.js';
import type { Config } from '../config.js';
import { type Mailer, runImporter } from '../importer/index.js';
import type { House } from './house.js';
import type { Lifecycle } from './lifecycle.js';
import { openObjectStore } from './object-store.js';

/** Room 2: waiting imports come to their outcome. */
export async function startImporter({
  config,
  logger,
  catalogue,
  database,
  lifecycle,
  states,
}: House): Promise<void> {
  const log = logger.child({ room: 'importer' });
  const objectStore = await openObjectStore(config);
  const pool = database.pool('importer');
  const mailer = openMailer(config, lifecycle);
  lifecycle.run('importer', async (signal) => {
    const { hints, ended } = journalHints(pool, signal, (err) => log.warn({ err }, 'no hints for now'));
    const store = createImporterStore(pool, database.journal);
    const onTurn = (work: string, fault: unknown) => {
      if (fault === undefined) states.runs('importer', work);
      else states.pauses('importer', work, fault);
    };
    await runImporter({ store, objectStore, mailer, hints, encoder: catalogue, log, onTurn }, signal);
    await ended;
  });
}

/** To the mail server that is configured, else into a folder. */
function openMailer({ smtpUrl, mailFrom, dataFolder }: Config, lifecycle: Lifecycle): Mailer {
  if (smtpUrl === undefined) {
    const folder = join(dataFolder, 'mail');
    mkdirSync(folder, { recursive: true });
    return folderMailer(folder, mailFrom);
  }
  const mailer = smtpMailer({ url: smtpUrl, from: mailFrom });
  lifecycle.started('mail', async () => mailer.close());
  return mailer;
}
