import type { SendMailOptions } from 'nodemailer';
import type { Mail } from '../../importer/index.js';

/**
 * A mail as nodemailer takes it.
 *
 * @param from `name@domain` or `Name <name@domain>`; its domain ends the Message-ID.
 */
export function messageOf({ messageId, to, subject, text }: Mail, from: string): SendMailOptions {
  const domain = /@([^@<>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to,
    subject,
    text,
    messageId: `<${messageId}@${domain}>`,
    // RFC 3834: nobody's holiday reply is wanted.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
