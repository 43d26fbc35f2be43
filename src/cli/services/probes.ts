import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a probe found: undefined when the service answers, otherwise why not. */
export type Fault = string | undefined;
export type Probe = () => Promise<Fault>;

const PROBE_MS = 2_000;
const POLL_MS = 50;

/** Asks until the service answers, `over` gives a reason to give up, or the time is over. @returns why it gave up. */
export async function waitFor(
  probe: Probe,
  timeoutMs: number,
  over: () => Fault = () => undefined,
): Promise<Fault> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const fault = await probe();
    if (fault === undefined) return undefined;
    const ended = over();
    if (ended !== undefined) return ended;
    if (performance.now() > deadline) return `no answer within ${timeoutMs / 1000} s: ${fault}`;
    await sleep(POLL_MS);
  }
}

/**
 * Asks a broker for its API versions. A broker answers once it has registered with the controller, so topics can be
 * made then.
 */
export function kafkaProbe(host: string, port: number): Probe {
  // Size, API key 18 (ApiVersions), version 0, correlation id 1, no client id.
  const request = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0xff, 0xff]);
  // Size, correlation id, error code.
  return () => ask(host, port, request, (answer) => answer.length >= 10 && answer.readInt16BE(8) === 0);
}

/** Asks Redis for a PONG; one that first wants a password answers too. */
export function redisProbe(host: string, port: number): Probe {
  return () =>
    ask(host, port, Buffer.from('PING\r\n'), (answer) => /^(\+PONG|-NOAUTH)/.test(answer.toString()));
}

/** Only whether something takes connections: all that can be said of a service whose credentials we do not know. */
export function tcpProbe(host: string, port: number): Probe {
  return () => ask(host, port, undefined, () => true);
}

/** Asks a registry that speaks Confluent's API for its subjects; refused credentials are an answer too. */
export function registryProbe(url: string): Probe {
  return async () => {
    try {
      const address = new URL(url);
      const { username, password } = address;
      address.username = '';
      address.password = '';
      const credentials = Buffer.from(
        `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
      ).toString('base64');
      const answer = await fetch(`${address.href.replace(/\/$/, '')}/subjects`, {
        signal: AbortSignal.timeout(PROBE_MS),
        ...(username ? { headers: { authorization: `Basic ${credentials}` } } : {}),
      });
      await answer.body?.cancel();
      return answer.ok || answer.status === 401 || answer.status === 403
        ? undefined
        : `status ${answer.status}`;
    } catch (error) {
      return reasonOf(error);
    }
  };
}

function ask(
  host: string,
  port: number,
  request: Buffer | undefined,
  good: (answer: Buffer) => boolean,
): Promise<Fault> {
  return new Promise((done) => {
    const socket = connect({ host, port });
    const end = (fault: Fault) => {
      socket.destroy();
      done(fault);
    };
    let answer = Buffer.alloc(0);
    socket.setTimeout(PROBE_MS, () => end('no answer'));
    socket.once('error', (error) => end(reasonOf(error)));
    socket.once('close', () => end('it closed the connection'));
    socket.once('connect', () => (request ? socket.write(request) : end(undefined)));
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      if (good(answer)) end(undefined);
    });
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // fetch wraps what happened; several addresses tried are several errors without a message.
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}
