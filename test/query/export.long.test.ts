import { once } from 'node:events';
import { get } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueryHouse } from './house.js';

const ROWS = 500_000;
const MEGABYTE = 1_000_000;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** What is really held: how far the heap grows before it is cleaned says nothing. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('an export of many rows', () => {
  let house: QueryHouse;
  let address: string;
  beforeAll(async () => {
    house = await QueryHouse.open();
    await house.fixture.database.pool.query(`
      INSERT INTO import_progress_v2.processes (organisation, resource_type, external_identifier, accepted, import_supplier, state, attempt)
      SELECT 'acme', 'account', repeat('p', 240) || n, true, 'spring', 'waiting', 1 FROM generate_series(1, ${ROWS}) n`);
    address = await house.listen();
  }, 300_000);
  afterAll(() => house.close());

  it.each(['csv', 'ndjson'])(
    'given %s, when it is read slower than it could be, then memory stays flat',
    async (format) => {
      const response = get(`${address}/v1/query/import-processes?format=${format}`, {
        headers: { authorization: 'Token acme' },
      });
      const [answer] = await once(response, 'response');
      const before = heldBytes();
      let most = before;
      let bytes = 0;
      let lines = 0;
      let looks = 1;
      for await (const chunk of answer) {
        bytes += chunk.length;
        for (const byte of chunk) if (byte === 10) lines++;
        if (bytes < looks * 20 * MEGABYTE) continue;
        looks++;
        // A pause, in which an answer without back pressure would pile up.
        await new Promise((resume) => setTimeout(resume, 1_000));
        most = Math.max(most, heldBytes());
      }
      expect(lines).toBe(format === 'csv' ? ROWS + 1 : ROWS);
      expect(bytes).toBeGreaterThan(140 * MEGABYTE);
      expect(most - before).toBeLessThan(20 * MEGABYTE);
    },
    600_000,
  );
});
