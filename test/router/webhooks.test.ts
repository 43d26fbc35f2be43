import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { createDeadLetters } from '../../src/adapters/postgres/router-dead.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import type { EventToAppend } from '../../src/event/index.js';
import { parseSecrets, type RouterOptions } from '../../src/router/index.js';
import { started } from '../kafka/support.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { revoked, routeOf, routerOver, SECRET, tableFor } from './support.js';

const WAIT = { timeout: 25_000, interval: 20 };
/** Not lost on a busy machine: then what is under way would be sent again. */
const LASTING = { leaseMs: 60_000 };

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: { id: string; partitionkey: string; sequence: string; data: { agreement_id: number } };
}

/** An address that takes webhooks, and answers as it is told. */
class Receiver {
  readonly received: Received[] = [];
  /** Status to answer with; undefined: it does not answer at all. */
  answer: (received: Received) => number | undefined = () => 204;
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const received = { headers: request.headers, body, event: JSON.parse(body) };
      this.received.push(received);
      const status = this.answer(received);
      if (status !== undefined) response.writeHead(status).end();
    });
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/events?token=hidden`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  ids(): string[] {
    return this.received.map(({ event }) => event.id);
  }
}

describe('routes to webhooks', () => {
  let database: TestDatabase;
  let journal: JournalWriter;
  let receiver: Receiver;
  let url: string;
  const running: ReturnType<typeof started>[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    journal = await openJournal(database.pool, 2);
  });
  beforeEach(async () => {
    receiver = new Receiver();
    url = await receiver.start();
    await database.pool.query(`TRUNCATE journal.events, router.positions, router.leases, router.deliveries;
      UPDATE journal.partitions SET last_sequence = 0`);
  });
  afterEach(async () => {
    await Promise.allSettled(running.splice(0).map((one) => one.stop()));
    await receiver.stop();
  });
  afterAll(() => database.drop());

  const append = (events: EventToAppend[]) =>
    inTransaction(database.pool, (client) => journal.commitWith(client, events));
  const hook = (name: string, webhook: string, more: object = {}) =>
    routeOf(name, { to: { webhook, secret: 'TEST', timeoutSeconds: 1, ...more }, from: 'beginning' });
  const router = (routes: ReturnType<typeof hook>[], changed: Partial<RouterOptions> = {}) => {
    const table = tableFor(...routes);
    const one = started((signal) =>
      routerOver(database.pool, table, undefined, { ...LASTING, ...changed }).run(signal),
    );
    running.push(one);
    return one;
  };
  const idOf = ({ envelope }: EventToAppend) => envelope.id;
  const queued = async () =>
    (await database.pool.query<{ count: number }>('SELECT count(*) FROM router.deliveries')).rows[0]?.count;

  it('given events, then each arrives once, in order of its key, signed as Standard Webhooks has it', async () => {
    const events = Array.from({ length: 300 }, (_, i) => revoked(i, `A-${i % 7}`));
    await append(events);
    router([hook('crm', url)]);
    await expect.poll(() => receiver.received.length, WAIT).toBe(300);
    expect(receiver.ids().sort()).toEqual(events.map(idOf).sort());
    for (let key = 0; key < 7; key++) {
      const numbers = receiver.received
        .filter(({ event }) => event.partitionkey === `A-${key}`)
        .map(({ event }) => event.data.agreement_id);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }
    const [secret = Buffer.alloc(0)] = parseSecrets(SECRET) ?? [];
    for (const { headers, body } of receiver.received) {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const expected = createHmac('sha256', secret).update(signed).digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${expected}`);
      expect(headers['content-type']).toContain('application/cloudevents+json');
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(300);
    await expect.poll(queued, WAIT).toBe(0);
  });

  it('given an event that is refused at first, then its key waits and others go on, with one id for all attempts', async () => {
    let refusals = 3;
    receiver.answer = ({ event }) => (event.data.agreement_id === 1 && refusals-- > 0 ? 500 : 204);
    await append([revoked(1, 'slow'), revoked(2, 'slow'), revoked(3, 'quick')]);
    router([hook('crm', url)]);
    await expect.poll(() => receiver.received.length, WAIT).toBe(6);
    const numbers = receiver.received.map(({ event }) => event.data.agreement_id);
    expect(numbers.filter((number) => number !== 3)).toEqual([1, 1, 1, 1, 2]);
    const ids = receiver.received.filter(({ event }) => event.data.agreement_id === 1);
    expect(new Set(ids.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('given a webhook that never answers, then it holds up no other', async () => {
    const silent = new Receiver();
    silent.answer = () => undefined;
    const events = Array.from({ length: 50 }, (_, i) => revoked(i, `A-${i}`));
    await append(events);
    router([hook('dead', await silent.start()), hook('crm', url)]);
    await expect.poll(() => receiver.received.length, WAIT).toBe(50);
    await append([revoked(51, 'A-51')]);
    await expect.poll(() => receiver.received.length, WAIT).toBe(51);
    expect(await queued()).toBeGreaterThan(40);
    await running.pop()?.stop();
    await silent.stop();
  });

  it('given one that is given up, then it is a dead letter, what is behind it goes on, and a redrive sends it', async () => {
    receiver.answer = ({ event }) => (event.data.agreement_id === 1 ? 400 : 204);
    const [bad, good] = [revoked(1, 'A'), revoked(2, 'A')];
    await append([bad, good]);
    const told: string[] = [];
    const onGivenUp = (...facts: string[]) => told.push(facts.join(' '));
    router([hook('crm', url, { giveUpAfterHours: 0.00001 })], { onGivenUp });
    await expect.poll(() => receiver.ids().at(-1), WAIT).toBe(idOf(good));
    expect(told).toEqual([`crm ${idOf(bad)} HTTP 400`]);
    const dead = createDeadLetters(database.pool);
    const all = { route: undefined, ids: undefined, limit: 10 };
    const [letter] = await dead.list(all);
    expect(letter).toMatchObject({ route: 'crm', key: 'A', reason: 'not_taken', detail: 'HTTP 400' });
    expect(letter?.envelope.id).toBe(idOf(bad));

    receiver.answer = () => 204;
    expect(await dead.redrive({ ...all, route: 'other' })).toBe(0);
    expect(await dead.redrive({ ...all, route: 'crm' })).toBe(1);
    await expect.poll(queued, WAIT).toBe(0);
    expect(receiver.ids().at(-1)).toBe(idOf(bad));
  });

  it('given a payload that nobody can read, then it is a dead letter with its bytes, and can be discarded', async () => {
    const event = { ...revoked(1, 'A'), payload: Buffer.from([255]) };
    const where = { field: 'data.account_number', exists: true };
    const judging = routeOf('judging', {
      match: { types: ['**'], where },
      to: { webhook: url, secret: 'TEST' },
      from: 'beginning',
    });
    await append([event, revoked(2, 'A')]);
    router([hook('crm', url), judging]);
    await expect.poll(() => receiver.received.length, WAIT).toBe(2);
    const dead = createDeadLetters(database.pool);
    const all = { route: undefined, ids: undefined, limit: 10 };
    await expect.poll(async () => (await dead.list(all)).length, WAIT).toBe(2);
    const letters = await dead.list(all);
    expect(letters.map(({ route, reason }) => `${route} ${reason}`).sort()).toEqual([
      'crm undecodable',
      'judging undecodable',
    ]);
    expect(letters.every(({ payload }) => payload.equals(event.payload))).toBe(true);
    expect(await dead.discard(all)).toBe(2);
  });

  it('given an address that cannot be reached, then neither faults nor details tell its path', async () => {
    await append([revoked(1, 'A')]);
    const details: string[] = [];
    const onGivenUp = (_: string, __: string, detail: string) => details.push(detail);
    const other = new Receiver();
    const gone = await other.start();
    await other.stop();
    router([hook('gone', gone, { giveUpAfterHours: 0.00001 })], { onGivenUp });
    await expect.poll(() => details, WAIT).toEqual(['not reached: ECONNREFUSED']);
  });

  it('given a router that ends in the middle, then the next goes on, and nothing is lost', async () => {
    receiver.answer = () => (Math.random() < 0.2 ? 503 : 204);
    const events = Array.from({ length: 400 }, (_, i) => revoked(i, `A-${i % 40}`));
    await append(events);
    for (let round = 0; round < 3; round++) {
      const one = router([hook('crm', url)]);
      const before = receiver.received.length;
      await expect.poll(() => receiver.received.length, WAIT).toBeGreaterThan(before + 40);
      await one.stop();
    }
    router([hook('crm', url)]);
    await expect.poll(queued, WAIT).toBe(0);
    expect(new Set(receiver.ids())).toEqual(new Set(events.map(idOf)));
  });
});

describe('secrets', () => {
  it.each([
    [SECRET, 1],
    [` ${SECRET}  ${SECRET}\n`, 2],
    ['whsec_short', undefined],
    [SECRET.slice('whsec_'.length), undefined],
    [`${SECRET} whsec_`, undefined],
    ['', undefined],
  ])('given %j, then %s are read', (text, count) => {
    expect(parseSecrets(text)?.length).toBe(count);
  });
});
