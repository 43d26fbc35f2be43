import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Delivered {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

export interface TestSmtp {
  readonly url: string;
  readonly delivered: readonly Delivered[];
  close(): Promise<void>;
}

/** A real SMTP server on a free port that keeps what it is given. */
export async function openSmtp(options: SMTPServerOptions = {}): Promise<TestSmtp> {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        delivered.push({ from, to, source: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  // A client that goes away is none of the server's business.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    delivered,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** An answer of the server, as it refuses. */
export function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
