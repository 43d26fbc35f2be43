import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePositions } from '../../src/event/index.js';
import { historyOf } from './history.js';
import { QueryHouse } from './house.js';

const acme = historyOf('acme');

describe('answers while the log is applied', () => {
  let house: QueryHouse;
  beforeAll(async () => {
    house = await QueryHouse.open();
  });
  afterAll(() => house.close());

  it('given events applied a few at a time, then each answer shows exactly what its position says', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `p-${index}`);
    await house.fixture.publish(...ids.map((id) => acme.accepted(id)));
    const applying = house.fixture.apply(3);
    let done = false;
    applying.finally(() => {
      done = true;
    });
    const seen = new Set<number>();
    while (!done) {
      const { body, headers } = await house.get('import-suppliers');
      const applied = (parsePositions(String(headers['headrace-position'])) ?? []).reduce(
        (sum, { sequence }) => sum + sequence,
        0,
      );
      const expected = applied === 0 ? [] : [{ accepted: applied, waiting: applied }];
      expect(body['results']).toMatchObject(expected);
      seen.add(applied);
    }
    await applying;
    expect(seen.size).toBeGreaterThan(3);
  });
});
