import { createTransport, type NodemailerError } from 'nodemailer';
import type { Mailer } from '../../importer/index.js';
import { messageOf } from './message.js';

export interface SmtpOptions {
  /** `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. */
  readonly url: string;
  /** `name@domain` or `Name <name@domain>` */
  readonly from: string;
}

/** What a send may wait for the server at each step; a claim of tasks has to outlast all of them. */
const WAIT_MS = 7_000;
const WAITS = {
  connectionTimeout: WAIT_MS,
  dnsTimeout: WAIT_MS,
  greetingTimeout: WAIT_MS,
  socketTimeout: WAIT_MS,
};
const CONNECTIONS = 4;

/** E-mails over SMTP; connections are kept and used again. */
export function smtpMailer({ url, from }: SmtpOptions): Mailer & { readonly close: () => void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    ...WAITS,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail(messageOf(mail, from));
        return 'sent';
      } catch (error) {
        if (refusesThisMail(error)) return 'rejected';
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

/** Rejects where the server does not answer, or does not take the credentials. Sends nothing. */
export async function verifySmtp(url: string): Promise<void> {
  const transport = createTransport({ url, ...WAITS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/**
 * Whether the server said for good that it will not take this mail for this address. That it wants another sender or
 * other credentials is no fault of the mail's: somebody may set it right.
 */
function refusesThisMail(error: unknown): boolean {
  if (!isSmtpError(error)) return false;
  return error.permanent === true && (error.command === 'RCPT TO' || error.command === 'DATA');
}

function isSmtpError(error: unknown): error is NodemailerError {
  return error instanceof Error && 'responseCode' in error;
}
