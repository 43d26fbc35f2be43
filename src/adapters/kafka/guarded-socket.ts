import { Socket } from 'node:net';
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

/** A socket that asks before each piece it hands to the kernel, and destroys itself where the answer is no. */
class GuardedSocket extends Socket {
  readonly #mayWrite: () => boolean;

  constructor(mayWrite: () => boolean) {
    super();
    this.#mayWrite = mayWrite;
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const writeFrom = (start: number): void => {
      const end = start + PIECE_BYTES;
      if (!this.#mayWrite()) done(new WriteRefusedError('the right to write has ended'));
      else if (end >= chunk.length) super._write(chunk.subarray(start), encoding, done);
      else {
        super._write(chunk.subarray(start, end), encoding, (error) => (error ? done(error) : writeFrom(end)));
      }
    };
    writeFrom(0);
  }

  override _writev(
    chunks: { chunk: Buffer; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary', done);
  }
}

/** Guarded connections, which can be cut all at once. */
export class SocketGuard {
  readonly #mayWrite: () => boolean;
  readonly #sockets = new Set<Socket>();
  #cut = false;

  constructor(mayWrite: () => boolean) {
    this.#mayWrite = mayWrite;
  }

  /** For the client library. */
  readonly factory: NonNullable<KafkaConfig['socketFactory']> = ({ host, port, onConnect }) => {
    const socket = new GuardedSocket(() => !this.#cut && this.#mayWrite());
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
    return socket.connect({ host, port }, onConnect);
  };

  /** Cuts all connections; none can be written to any more. */
  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }
}
