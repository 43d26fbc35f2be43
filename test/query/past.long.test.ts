import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { anyHistory, holdLaws, PastFixture } from './past-laws.js';

describe('given many histories', () => {
  let past: PastFixture;
  beforeAll(async () => {
    past = await PastFixture.make();
  });
  afterAll(() => past.fixture.database.drop());

  it('when things are asked for as of a position, then they are as a projector stopped there had them', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory(past), fc.nat({ max: 120 }), (history, cut) =>
        holdLaws(past, history, cut),
      ),
      { numRuns: 150, endOnFailure: true },
    );
  }, 1_800_000);
});
