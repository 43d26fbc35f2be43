import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answered {
  /** From the first request to the last answer. */
  readonly tookMs: number;
  /** Of each request, in the order of their answers. */
  readonly latenciesMs: Float64Array;
}

/** A request, written out beforehand: what is measured is the service, which shares its processor with us. */
export function postRequest(url: URL, token: string, body: string): Buffer {
  return Buffer.from(
    `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Token ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/**
 * Sends all requests over so many connections that stay open, each with one request under way at a time. Plain sockets:
 * an HTTP client, or a load generator, takes as much of the processor for a request as the service does.
 *
 * @throws where one is answered with another status
 */
export async function sendOverLanes(
  url: URL,
  requests: readonly Buffer[],
  { connections, status }: { readonly connections: number; readonly status: number },
): Promise<Answered> {
  const waiting = requests.values();
  const latenciesMs = new Float64Array(requests.length);
  let answered = 0;
  const lanes = await Promise.all(Array.from({ length: connections }, () => openLane(url)));
  const started = performance.now();
  try {
    await Promise.all(
      lanes.map(async (ask) => {
        for (const request of waiting) {
          const sentAt = performance.now();
          const answer = await ask.exchange(request);
          if (!answer.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`answered with ${answer}`);
          latenciesMs[answered++] = performance.now() - sentAt;
        }
      }),
    );
    return { tookMs: performance.now() - started, latenciesMs };
  } finally {
    for (const { socket } of lanes) socket.destroy();
  }
}

interface Lane {
  readonly socket: Socket;
  /** Resolves with the whole answer. */
  exchange(request: Buffer): Promise<string>;
}

async function openLane({ hostname, port }: URL): Promise<Lane> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let received = '';
  let settle: { resolve: (answer: string) => void; reject: (error: Error) => void } | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    if (received.length < lengthOf(received)) return;
    const answer = received;
    received = '';
    settle?.resolve(answer);
  });
  socket.on('error', (error) => settle?.reject(error));
  socket.on('close', () => settle?.reject(new Error('the connection was closed before the answer')));
  return {
    socket,
    exchange(request) {
      return new Promise((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(request);
      });
    },
  };
}

/** Of the answer that begins so, head and body; infinite where not even the head is complete. */
function lengthOf(received: string): number {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return Number.POSITIVE_INFINITY;
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(received)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${received}`);
  return end + 4 + Number(length);
}
