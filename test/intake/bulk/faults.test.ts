import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fileSpools } from '../../../src/adapters/spool/index.js';
import { RequestError } from '../../../src/errors.js';
import type { Settled } from '../../../src/intake/batch-requests.js';
import { ClientGone } from '../../../src/intake/bulk/input.js';
import { type BulkStream, runBulk } from '../../../src/intake/bulk/run.js';
import type { Acceptance, IntakeRequest } from '../../../src/intake/requests.js';
import { goodAccounts } from '../../support/accounts.js';
import { testFolder } from '../../support/folder.js';

const ACCEPTED: Settled<Acceptance> = { answer: { outcome: 'accepted', attempt: 1, positions: [] } };
const away = () => new RequestError('service_unavailable');
const sent = goodAccounts(500, { prefix: 'fault-' }).map((account) => `${JSON.stringify(account)}\n`);

/** A stream over a body that the test writes, into transactions that the test answers. */
function open(given: Partial<BulkStream> = {}, openSpool = fileSpools(testFolder())) {
  const body = new PassThrough();
  const spool = openSpool();
  const taken: string[] = [];
  const faults: unknown[] = [];
  const stop = new AbortController();
  const submitAll = async (requests: readonly IntakeRequest[]): Promise<Settled<Acceptance>[]> => {
    taken.push(...requests.map(({ externalIdentifier }) => String(externalIdentifier)));
    return requests.map(() => ACCEPTED);
  };
  const stream: BulkStream = {
    request: body,
    body,
    spool,
    organisation: 'acme',
    context: { requestId: 'r', traceparent: null },
    authorise: async () => {},
    submitAll,
    now: Date.now,
    idleMs: 5_000,
    patienceMs: 5_000,
    lingerMs: 100,
    signal: stop.signal,
    onFault: (fault) => faults.push(fault),
    ...given,
  };
  const running = runBulk(stream);
  const results = async () => {
    await running;
    const lines = (await text(spool.output)).split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line));
  };
  return { body, spool, taken, faults, stop, submitAll, results, running };
}

afterEach(() => vi.restoreAllMocks());

describe('given a stream that meets a fault', () => {
  test('when the database is away for a while, then it waits, and every line is answered once', async () => {
    let failures = 3;
    const { body, results, submitAll, faults } = open({
      submitAll: async (requests) => (failures-- > 0 ? Promise.reject(away()) : submitAll(requests)),
    });
    body.end(sent.join(''));
    expect((await results()).map(({ line, status }) => [line, status])).toEqual(
      sent.map((_, i) => [i + 1, 202]),
    );
    expect(faults).toHaveLength(3);
  });

  test('when the database stays away, then the last line says from where on to send again', async () => {
    let batches = 0;
    const { body, results, submitAll } = open({
      patienceMs: 50,
      submitAll: async (requests) => (batches++ > 0 ? Promise.reject(away()) : submitAll(requests)),
    });
    body.write(sent[0]);
    await vi.waitFor(() => expect(batches).toBe(1));
    body.end(sent.slice(1).join(''));
    expect(await results()).toEqual([
      expect.objectContaining({ line: 1, status: 202 }),
      {
        line: null,
        status: 503,
        code: 'service_unavailable',
        detail: expect.stringContaining('No line after line 1 was answered'),
        errors: [],
      },
    ]);
  });

  test('when the token is revoked in the middle, then nothing more is taken', async () => {
    let isGood = true;
    const { body, results, taken } = open({
      authorise: async () => {
        if (!isGood) throw new RequestError('invalid_token');
      },
    });
    body.write(sent[0]);
    await vi.waitFor(() => expect(taken).toHaveLength(1));
    isGood = false;
    body.end(sent.slice(1).join(''));
    expect((await results()).map(({ line, status, code }) => [line, status, code])).toEqual([
      [1, 202, undefined],
      [null, 401, 'invalid_token'],
    ]);
    expect(taken).toHaveLength(1);
  });

  test('when the service stops, then what was read is answered and the last line says so', async () => {
    const { body, results, stop, taken } = open();
    body.write(sent.slice(0, 5).join(''));
    await vi.waitFor(() => expect(taken).toHaveLength(5));
    stop.abort(away());
    const answered = await results();
    expect(answered.slice(0, 5).map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(answered[5]).toMatchObject({ line: null, status: 503 });
  });

  test('when the client falls silent, then it is told, and what it sent is answered', async () => {
    const { body, results } = open({ idleMs: 50 });
    body.write(sent[0]);
    expect((await results()).map(({ line, code }) => [line, code])).toEqual([
      [1, undefined],
      [null, 'request_timeout'],
    ]);
  });

  test('when the client is gone, then the results are dropped', async () => {
    const { body, spool, running, stop, taken } = open();
    body.write(sent[0]);
    await vi.waitFor(() => expect(taken).toHaveLength(1));
    stop.abort(new ClientGone());
    await running;
    expect(spool.output.destroyed).toBe(true);
  });

  test('when one line cannot be stored, then it alone is answered 500, and we are told why', async () => {
    const fault = new Error('no room for this one');
    const { body, results, submitAll, faults } = open({
      submitAll: async (requests) => {
        const settled = await submitAll(requests);
        return settled.map((good, i) =>
          requests[i]?.externalIdentifier === 'fault-1' ? { error: fault } : good,
        );
      },
    });
    body.end(sent.slice(0, 3).join(''));
    const answered = await results();
    expect(answered.map(({ status }) => status)).toEqual([202, 500, 202]);
    expect(JSON.stringify(answered)).not.toContain('no room');
    expect(faults).toEqual([fault]);
  });

  test('when nobody reads and the disk is full, then the last line says so and no answer before it is missing', async () => {
    const { body, results, taken, faults } = open({}, fileSpools(testFolder(), 1_000));
    const many = goodAccounts(4_000, { prefix: 'full-' });
    body.end(many.map((account) => `${JSON.stringify(account)}\n`).join(''));
    const answered = await results();
    const last = answered.at(-1);
    expect(last).toMatchObject({
      line: null,
      status: 503,
      detail: expect.stringContaining('no room for results'),
    });
    expect(answered.slice(0, -1).map(({ line }) => line)).toEqual(answered.slice(0, -1).map((_, i) => i + 1));
    expect(taken.length).toBeGreaterThanOrEqual(answered.length - 1);
    expect(taken.length).toBeLessThan(4_000);
    expect(String(faults)).toContain('nobody has read');
  });

  test('when nobody reads and nothing is taken, then no more is read than lies ready', async () => {
    const { body, stop, running } = open({
      submitAll: () => new Promise(() => {}),
      signal: new AbortController().signal,
    });
    let written = 0;
    const line = sent[0] ?? '';
    while (body.write(line) || body.writableLength < 100_000) {
      written += line.length;
      if (written > 50_000_000) break;
      await new Promise((resume) => setImmediate(resume));
    }
    expect(written).toBeLessThan(5_000_000);
    stop.abort();
    body.destroy();
    void running;
  });
});
