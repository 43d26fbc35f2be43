import { createServer, type Server } from 'node:net';

/** Picks that many different free ports on 127.0.0.1; the wanted ones where they are free. */
export async function freePorts(count: number, wanted: readonly number[] = []): Promise<number[]> {
  const held: Server[] = [];
  try {
    for (let i = 0; i < count; i++) held.push((await hold(wanted[i] ?? 0)) ?? (await holdAny()));
    return held.map(portOf);
  } finally {
    await Promise.all(held.map((server) => new Promise((done) => server.close(done))));
  }
}

async function holdAny(): Promise<Server> {
  const server = await hold(0);
  if (!server) throw new Error('there is no free port on 127.0.0.1');
  return server;
}

function hold(port: number): Promise<Server | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(undefined));
    server.listen(port, '127.0.0.1', () => done(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
