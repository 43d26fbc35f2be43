import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from '../../importer/index.js';
import { messageOf } from './message.js';

/**
 * E-mails as files that mail programs open, for installations without a mail server: `<message id>.eml`. A mail sent
 * again replaces itself.
 */
export function folderMailer(folder: string, from: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail, from));
      const path = join(folder, fileNameOf(mail.messageId));
      // A reader of the folder sees whole mails only.
      await writeFile(`${path}.part`, message);
      await rename(`${path}.part`, path);
      return 'sent';
    },
  };
}

/** Ids of ours are plain; whatever else comes must stay inside the folder, and be a file of its own. */
function fileNameOf(messageId: string): string {
  const plain = /^[A-Za-z0-9][A-Za-z0-9.-]{0,120}$/.test(messageId);
  return `${plain ? messageId : createHash('sha256').update(messageId).digest('hex')}.eml`;
}
