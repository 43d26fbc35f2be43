import { expect, test, vi } from 'vitest';
import { goodAccounts } from '../../support/accounts.js';
import { openHouse } from '../house.js';
import { openBulk } from './client.js';

test('given a stream under way, when the service stops, then what was read is answered, and the last line says so', async () => {
  const house = await openHouse();
  const url = await house.server.listen({ host: '127.0.0.1', port: 0 });
  const stream = openBulk(url, house.acme.token ?? '');
  const stored = async () =>
    (await house.pool.query('SELECT FROM intake.import_processes WHERE state = $1', ['waiting'])).rowCount;
  await stream.send(goodAccounts(10));
  await vi.waitFor(async () => expect(await stored()).toBe(10));
  const closing = house.close();
  const results = await stream.results();
  expect(results.map(({ status }) => status)).toEqual([...Array(10).fill(202), 503]);
  expect(results.at(-1)).toMatchObject({
    line: null,
    code: 'service_unavailable',
    detail: 'The service is shutting down. No line after line 10 was answered: send those again.',
  });
  await closing;
});
