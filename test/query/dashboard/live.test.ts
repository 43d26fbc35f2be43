import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyOf } from '../history.js';
import { type Browser, DashboardHouse } from './house.js';

const acme = historyOf('acme');
const bolt = historyOf('bolt');

/** A stream of server-sent events, as text that grows. */
class Stream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #abort: AbortController;
  readonly #decoder = new TextDecoder();
  text = '';

  private constructor(reader: ReadableStreamDefaultReader<Uint8Array>, abort: AbortController) {
    this.#reader = reader;
    this.#abort = abort;
  }

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<Stream> {
    const abort = new AbortController();
    const reply = await fetch(url, {
      headers: { accept: 'text/event-stream', ...headers },
      signal: abort.signal,
    });
    if (!reply.body) throw new Error('no stream');
    expect(reply.headers.get('content-type')).toContain('text/event-stream');
    return new Stream(reply.body.getReader(), abort);
  }

  /** Reads on until `holds` of all that came, or the stream has ended. */
  async until(holds: (text: string) => boolean): Promise<string> {
    while (!holds(this.text)) {
      const { value, done } = await this.#reader.read();
      if (done) break;
      this.text += this.#decoder.decode(value, { stream: true });
    }
    return this.text;
  }

  close(): void {
    this.#abort.abort();
  }
}

describe('the live stream of the dashboard', () => {
  let house: DashboardHouse;
  let url: string;
  const streams: Stream[] = [];
  const cookieOf = (browser: Browser) =>
    [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const open = async (
    path: string,
    browser: Browser | undefined,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const stream = await Stream.open(`${url}${path}`, {
      ...(browser && { cookie: cookieOf(browser) }),
      ...headers,
    });
    streams.push(stream);
    return stream;
  };

  beforeAll(async () => {
    house = await DashboardHouse.open();
    await house.fixture.tell(acme.created(), acme.accepted('a-1'), bolt.created(), bolt.accepted('b-1'));
    url = await house.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    for (const stream of streams) stream.close();
    await house.close();
  });

  it('given an import goes on, then its row comes anew, to its organisation and to operators, and to nobody else', async () => {
    const [ours, theirs, all] = await Promise.all([
      open('/dashboard/live?view=suppliers', await house.signedIn('acme', 'query')),
      open('/dashboard/live?view=suppliers', await house.signedIn('bolt', 'query')),
      open('/dashboard/live?view=suppliers', await house.signedIn(null, 'operate')),
    ]);
    await house.fixture.tell(acme.complete('a-1', 'A-1'), bolt.accepted('b-2'));
    expect(await ours.until((text) => text.includes('1 of 1 ended, 100 %'))).not.toContain('bolt');
    expect(await theirs.until((text) => text.includes('0 of 2 ended'))).not.toContain('acme');
    const both = (text: string) => text.includes('1 of 1 ended, 100 %') && text.includes('0 of 2 ended');
    expect(await all.until(both)).toContain('/dashboard/suppliers/acme/orchard');
  });

  it('given a stream that was cut, when it is taken up again, then only what is new comes', async () => {
    const browser = await house.signedIn('acme', 'query');
    const path = '/dashboard/live?view=supplier&organisation=acme&supplier=orchard';
    const kept = await open(path, browser);
    const first = await kept.until((text) => /id: \S+\n.*\n.*\n\n/.test(text));
    const id = /id: (\S+)/.exec(first)?.[1] ?? '';
    const resumed = await open(path, browser, { 'last-event-id': id });
    await house.fixture.tell(acme.accepted('a-2'));
    const text = await resumed.until((got) => got.includes('1 of 2 ended'));
    expect(text.match(/^id: /gm)).toHaveLength(1);
  });

  it('given nobody is signed in, then the stream says that it is over', async () => {
    const stream = await open('/dashboard/live?view=suppliers', undefined);
    expect(await stream.until(() => false)).toBe('event: over\ndata: {}\n\n');
  });

  it('given streams are open when the server closes, then it does not wait for them', async () => {
    const closing = await DashboardHouse.open();
    const at = await closing.server.listen({ host: '127.0.0.1', port: 0 });
    const cookie = cookieOf(await closing.signedIn('acme', 'query'));
    const stream = await Stream.open(`${at}/dashboard/live?view=projections`, { cookie });
    await stream.until((text) => text.includes('import-progress'));
    await Promise.all([closing.close(), expect(stream.until(() => false)).rejects.toThrow('terminated')]);
  });
});
