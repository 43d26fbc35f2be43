import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Writes bytes to a port as no HTTP client would, each part once the one before was written and `after` it, and reads
 * what comes until the other side closes.
 */
export function sendRaw(
  port: number,
  ...parts: readonly (string | (() => Promise<void>))[]
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', async () => {
      for (const part of parts) {
        if (typeof part === 'string') socket.write(part);
        else await part();
      }
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

/** The one answer in a text. */
export function answerIn(text: string): RawAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}
