import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { goodAccounts, type JsonObject } from '../../support/accounts.js';
import { eventsOf, type House, openHouse } from '../house.js';
import { openBulk, type Result } from './client.js';

const NDJSON = { 'content-type': 'application/x-ndjson' };

let house: House;
let url: string;
beforeAll(async () => {
  house = await openHouse();
  url = await house.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => house.close());

let prefixes = 0;
function accounts(count: number): JsonObject[] {
  return goodAccounts(count, { seed: ++prefixes, prefix: `bulk-${prefixes}-` });
}
const bulk = (headers?: Readonly<Record<string, string>>) => openBulk(url, house.acme.token ?? '', headers);

async function sendText(text: string | Buffer, headers = NDJSON): Promise<Result[]> {
  const stream = bulk(headers);
  stream.sending.write(text);
  return stream.results();
}

const idOf = (account: JsonObject | undefined) => String(account?.['external_identifier']);
const storedOf = async (ids: readonly string[]) => {
  const { rows } = await house.pool.query(
    'SELECT external_identifier AS id FROM intake.import_processes WHERE external_identifier = ANY($1)',
    [ids],
  );
  return rows.length;
};

describe('given a stream of accounts', () => {
  test('when all are valid, then each line is answered in order, and stored with its event', async () => {
    const sent = accounts(1_000);
    const stream = bulk();
    await stream.send(sent);
    const results = await stream.results();
    expect((await stream.answer()).statusCode).toBe(200);
    expect((await stream.answer()).headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(results).toEqual(
      sent.map((account, i) => ({
        line: i + 1,
        status: 202,
        external_identifier: idOf(account),
        location: `/v1/data-import/accounts/${idOf(account)}/`,
      })),
    );
    expect(await storedOf(sent.map(idOf))).toBe(1_000);
    const events = await eventsOf(house, 'import.accepted');
    const told = events.map(({ data }) => data['external_identifier']);
    expect(told.filter((id) => sent.some((account) => idOf(account) === id))).toHaveLength(1_000);
  });

  test('when lines are at fault, then each is answered as a call of its own would be', async () => {
    const [good, repeated, broken] = accounts(3);
    const other = { ...good, notes: ['Other.'] };
    const lines: [line: string, result: object][] = [
      [JSON.stringify(good), { status: 202, external_identifier: idOf(good) }],
      ['{"external_identifier": ', { status: 400, code: 'malformed_json' }],
      ['\u00e9'.repeat(3), { status: 400, code: 'malformed_json' }],
      ['[]', { status: 400, code: 'account_failed_validation' }],
      [JSON.stringify(good), { status: 202, external_identifier: idOf(good) }],
      [
        JSON.stringify(other),
        {
          status: 409,
          code: 'external_identifier_conflict',
          errors: [expect.objectContaining({ attr: 'external_identifier' })],
        },
      ],
      [
        JSON.stringify({ ...broken, customers: [], balance: 1 }),
        {
          status: 400,
          code: 'account_failed_validation',
          errors: [
            expect.objectContaining({ code: 'unknown_field', attr: 'balance' }),
            expect.objectContaining({ code: 'too_few_items', attr: 'customers' }),
          ],
        },
      ],
      [
        JSON.stringify({ ...broken, import_supplier: 'nobody' }),
        {
          status: 400,
          errors: [expect.objectContaining({ code: 'unknown_import_supplier', attr: 'import_supplier' })],
        },
      ],
      [`{"notes": ["${'x'.repeat(300_000)}"]}`, { status: 413, code: 'body_too_large' }],
      [`${'['.repeat(20)}${']'.repeat(20)}`, { status: 400, code: 'malformed_json' }],
      [JSON.stringify(repeated), { status: 202, external_identifier: idOf(repeated) }],
    ];
    const results = await sendText(lines.map(([line]) => line).join('\n'));
    expect(results).toEqual(
      lines.map(([, result], i) => expect.objectContaining({ ...result, line: i + 1 })),
    );
    const alone = await house.acme.post('/v1/data-import/accounts/', {
      ...broken,
      customers: [],
      balance: 1,
    });
    expect(results[6]).toEqual({ line: 7, status: 400, ...alone.body });
  });

  test('when lines are blank, end in CRLF, or the last has no end, then numbers are those of the lines', async () => {
    const [a, b, c] = accounts(3).map((account) => JSON.stringify(account));
    const results = await sendText(`\n${a}\r\n  \n\r\n${b}\n\n${c}`);
    expect(results.map(({ line, status }) => [line, status])).toEqual([
      [2, 202],
      [5, 202],
      [7, 202],
    ]);
  });

  test('when a line is not UTF-8, then it alone is refused', async () => {
    const [a] = accounts(1);
    const bytes = Buffer.concat([
      Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]),
      Buffer.from(JSON.stringify(a)),
    ]);
    expect((await sendText(bytes)).map(({ status, code }) => [status, code])).toEqual([
      [400, 'malformed_json'],
      [202, undefined],
    ]);
  });

  test('when it is empty, then the answer is empty', async () => {
    expect(await sendText('')).toEqual([]);
    expect(await sendText('\n\n')).toEqual([]);
  });

  test('when it is gzipped, then it is unpacked; when it only says so, then it is told', async () => {
    const sent = accounts(50);
    const packed = gzipSync(sent.map((account) => JSON.stringify(account)).join('\n'));
    const headers = { ...NDJSON, 'content-encoding': 'gzip' };
    expect((await sendText(packed, headers)).map(({ status }) => status)).toEqual(sent.map(() => 202));
    expect(await sendText('{}\n', headers)).toEqual([
      expect.objectContaining({ line: null, status: 400, code: 'malformed_request' }),
    ]);
  });

  test('when a client sends a line and waits, then it gets the answer before it sends the next', async () => {
    const [first, second] = accounts(2);
    const stream = bulk();
    await stream.send([first]);
    const answer = await stream.answer();
    const [chunk] = await Promise.all([new Promise((resolve) => answer.once('data', resolve))]);
    expect(JSON.parse(String(chunk))).toMatchObject({ line: 1, status: 202 });
    await stream.send([second]);
    expect(await stream.results()).toEqual([expect.objectContaining({ line: 2, status: 202 })]);
  });

  test('when the operator pauses the supplier in the middle, then the lines after it are refused', async () => {
    const supplier = '/v1/operator/organisations/acme/import-suppliers/old-energy/';
    const sent = accounts(20);
    const stream = bulk();
    await stream.send(sent.slice(0, 10));
    await vi.waitFor(async () => expect(await storedOf(sent.map(idOf))).toBe(10));
    expect((await house.operator.patch(supplier, { status: 'paused' })).status).toBe(200);
    try {
      await stream.send(sent.slice(10));
      const results = await stream.results();
      expect(results.map(({ status }) => status)).toEqual([...Array(10).fill(202), ...Array(10).fill(409)]);
      expect(results[10]).toMatchObject({
        line: 11,
        code: 'import_supplier_not_ongoing',
        errors: [{ code: 'import_supplier_not_ongoing', attr: 'import_supplier' }],
      });
      expect(await storedOf(sent.map(idOf))).toBe(10);
    } finally {
      await house.operator.patch(supplier, { status: 'ongoing' });
    }
  });

  test('when the client goes away in the middle, then what it sends again is taken once', async () => {
    const sent = accounts(400);
    const cut = bulk();
    await cut.send(sent.slice(0, 300));
    await vi.waitFor(async () => expect(await storedOf(sent.map(idOf))).toBeGreaterThan(0));
    cut.sending.destroy();
    const again = bulk();
    await again.send(sent);
    expect((await again.results()).map(({ status }) => status)).toEqual(sent.map(() => 202));
    expect(await storedOf(sent.map(idOf))).toBe(400);
    const { rows } = await house.pool.query(
      'SELECT max(attempt) AS attempts FROM intake.import_processes WHERE external_identifier = ANY($1)',
      [sent.map(idOf)],
    );
    expect(rows).toEqual([{ attempts: 1 }]);
  });

  test('when it is sent at full speed, then single calls beside it are answered all along', async () => {
    const sent = accounts(4_000);
    const singles = accounts(1_000).values();
    const stream = bulk();
    let isOver = false;
    const results = stream.send(sent).then(() => stream.results());
    void results.finally(() => {
      isOver = true;
    });
    await stream.answer();
    const statuses: number[] = [];
    for (const account of singles) {
      if (isOver) break;
      const { status } = await house.acme.post('/v1/data-import/accounts/', account);
      // One that ended after the stream did says nothing.
      if (!isOver) statuses.push(status);
    }
    // Forty transactions: a call that had to wait for all of the stream would have been the only one.
    expect(statuses.length).toBeGreaterThan(5);
    expect(new Set(statuses)).toEqual(new Set([202]));
    expect((await results).filter(({ status }) => status === 202)).toHaveLength(sent.length);
  });
});

describe('given a request that cannot be a stream', () => {
  test.each([
    ['with JSON', { 'content-type': 'application/json' }, 415, 'unsupported_media_type'],
    ['with no type', {}, 415, 'unsupported_media_type'],
    ['packed by brotli', { ...NDJSON, 'content-encoding': 'br' }, 415, 'unsupported_media_type'],
  ])('when it is sent %s, then it is refused as a whole', async (_how, headers, status, code) => {
    const stream = bulk(headers);
    const results = await stream.results();
    expect((await stream.answer()).statusCode).toBe(status);
    expect(results).toEqual([expect.objectContaining({ code, errors: [] })]);
  });

  test('when its token is no good, then nothing of it is read', async () => {
    const stream = openBulk(url, 'nonsense');
    stream.sending.flushHeaders();
    expect((await stream.answer()).statusCode).toBe(401);
    stream.sending.destroy();
  });
});
