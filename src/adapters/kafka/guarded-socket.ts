import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { KafkaConfig } from 'kafkajs';

/** We may no longer write: what was about to leave stays here. */
class WriteRefusedError extends Error {
  override readonly name = 'WriteRefusedError';
}

/**
 * Small enough that the kernel takes a piece whole. A request that is only partly out when the process is stopped is
 * never completed afterwards, because its next piece is refused, and a broker does not act on half a request.
 */
const PIECE_BYTES = 64 * 1_024;

/** As the client library has it. */
const KEEP_ALIVE_MS = 60_000;

/**
 * Makes a socket ask before each piece it hands on, and destroy itself where the answer is no. Its own methods are
 * replaced, and not those of a class: a socket with TLS is made by Node.
 */
function guard(socket: Socket, mayWrite: () => boolean): void {
  const write = socket._write.bind(socket);
  const guarded: Socket['_write'] = (chunk: Buffer, encoding, done) => {
    const writeFrom = (start: number): void => {
      const end = start + PIECE_BYTES;
      if (!mayWrite()) done(new WriteRefusedError('the right to write has ended'));
      else if (end >= chunk.length) write(chunk.subarray(start), encoding, done);
      else write(chunk.subarray(start, end), encoding, (error) => (error ? done(error) : writeFrom(end)));
    };
    writeFrom(0);
  };
  socket._write = guarded;
  socket._writev = (chunks, done) => {
    const [first] = chunks;
    // What the library writes are bytes, and the encoding of the first says so.
    if (first) guarded(Buffer.concat(chunks.map(({ chunk }) => chunk)), first.encoding, done);
    else done();
  };
}

/** Guarded connections, which can be cut all at once. */
export class SocketGuard {
  readonly #mayWrite: () => boolean;
  readonly #sockets = new Set<Socket>();
  #cut = false;

  constructor(mayWrite: () => boolean) {
    this.#mayWrite = mayWrite;
  }

  /** For the client library; connects as its own does. */
  readonly factory: NonNullable<KafkaConfig['socketFactory']> = ({ host, port, ssl, onConnect }) => {
    // Certificates are for names: an address is not sent as one.
    const named = isIP(host) === 0 ? { servername: host } : {};
    const socket = ssl
      ? connectTls({ host, port, ...named, ...ssl }, onConnect)
      : connectPlain({ host, port }, onConnect);
    guard(socket, () => !this.#cut && this.#mayWrite());
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
  };

  /** Cuts all connections; none can be written to any more. */
  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }
}
