import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer as createPlain, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { SocketGuard } from '../../src/adapters/kafka/guarded-socket.js';

// Made for this test, for localhost, and of no use elsewhere.
const file = (name: string) =>
  readFileSync(new URL(`../fixtures/tls/localhost.${name}.pem`, import.meta.url));
const cert = file('cert');

const listeners = {
  plain: (onSocket: (socket: Socket) => void) => createPlain(onSocket),
  TLS: (onSocket: (socket: Socket) => void) => createTls({ cert, key: file('key') }, onSocket),
} as const;

describe.each(['plain', 'TLS'] as const)('a guarded connection: %s', (kind) => {
  const open: (Server | Socket)[] = [];
  afterEach(() => {
    for (const one of open.splice(0)) 'destroy' in one ? one.destroy() : one.close();
  });

  /** A server that counts what arrives, and a guarded connection to it. */
  async function connected(mayWrite: () => boolean) {
    const arrived = { bytes: 0, isOver: false };
    const server = listeners[kind]((socket) => {
      socket.on('data', (chunk) => {
        arrived.bytes += chunk.length;
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        arrived.isOver = true;
      });
      open.push(socket);
    });
    server.listen(0, 'localhost');
    await once(server, 'listening');
    open.push(server);
    const guard = new SocketGuard(mayWrite);
    const { port } = server.address() as AddressInfo;
    const socket = await new Promise<Socket>((resolve, reject) => {
      const onConnect = () => resolve(made);
      // The library leaves it out, whatever its types say, where there is no TLS.
      const tls = { ...(kind === 'TLS' && { ssl: { ca: cert } }) } as { ssl: { ca: Buffer } };
      const made = guard.factory({ host: 'localhost', port, onConnect, ...tls });
      made.once('error', reject);
    });
    socket.on('error', () => {});
    open.push(socket);
    return { arrived, guard, socket };
  }

  it('given the right to write, then all arrives, however much it is', async () => {
    const { arrived, socket } = await connected(() => true);
    socket.cork();
    socket.write(Buffer.alloc(100_000));
    socket.write(Buffer.alloc(1_500_000));
    socket.uncork();
    await expect.poll(() => arrived.bytes).toBe(1_600_000);
  });

  it('given a right that ends in the middle of a request, then no more of it leaves', async () => {
    let pieces = 3;
    const { arrived, socket } = await connected(() => pieces-- > 0);
    socket.write(Buffer.alloc(1_000_000));
    await expect.poll(() => arrived.isOver).toBe(true);
    expect(arrived.bytes).toBeLessThanOrEqual(3 * 64 * 1_024);
    expect(socket.destroyed).toBe(true);
  });

  it('given connections that are cut, then nothing can be written any more', async () => {
    const { arrived, guard, socket } = await connected(() => true);
    socket.write(Buffer.from('early'));
    await expect.poll(() => arrived.bytes).toBe(5);
    guard.cut();
    socket.write(Buffer.from('late'));
    await expect.poll(() => arrived.isOver).toBe(true);
    expect(arrived.bytes).toBe(5);
  });
});

describe('a guarded connection to a broker that cannot prove who it is', () => {
  it('when it is made, then it fails', async () => {
    const server = listeners.TLS(() => {});
    server.on('tlsClientError', () => {});
    server.listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const failed = await new Promise<unknown>((resolve) => {
      const socket = new SocketGuard(() => true).factory({
        host: 'localhost',
        port,
        ssl: {},
        onConnect: () => {},
      });
      socket.once('error', resolve);
    });
    expect(String(failed)).toContain('self-signed certificate');
    server.close();
  });
});
