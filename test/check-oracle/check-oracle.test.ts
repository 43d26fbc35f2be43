import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { openSide } from '../../src/cli/check-oracle/databases.js';
import { checkOracle } from '../../src/cli/check-oracle/run.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { readModels } from '../support/read-models.js';

describe('npm run check:oracle', { timeout: 120_000 }, () => {
  let engine: TestDatabase;
  let oracle: TestDatabase;
  beforeAll(async () => {
    [engine, oracle] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });
  afterAll(() => Promise.all([engine.drop(), oracle.drop()]));

  const check = async (seed: number, histories: number) => {
    const said: string[] = [];
    const verdict = await checkOracle({
      catalogue: await loadCatalogue(),
      projections: readModels,
      engine: engine.pool,
      oracle: oracle.pool,
      ...{ histories, seed, scale: 0.2 },
      say: (line) => said.push(line),
      onHistory: () => {},
    });
    return { verdict, said: said.join('\n') };
  };

  it('given random histories under all kinds of trouble, when applied, then each row is as a plain fold says', async () => {
    const { verdict, said } = await check(randomInt(2 ** 31), 6);
    expect(verdict, said).toMatchObject({ histories: 6, diverged: 0 });
    expect(verdict.rows).toBeGreaterThan(100);
  });

  it('given a database that loses a value, when histories are applied, then row and column are told', async () => {
    await openSide(engine.pool, readModels);
    await engine.pool.query(`
      CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.first_told_at := NULL; RETURN NEW; END $$;
      CREATE TRIGGER lose BEFORE INSERT OR UPDATE ON account_state_v${readModels[1]?.version}.accounts
        FOR EACH ROW EXECUTE FUNCTION lose()`);
    const { verdict, said } = await check(8, 1);
    expect(verdict.diverged).toBeGreaterThan(0);
    expect(said).toMatch(/--histories 1 --seed 8: \d+ events/);
    expect(said).toMatch(/account_state_v\d+\.accounts: \d+ rows only by the engine, \d+ only by the oracle/);
    expect(said).toMatch(/ first_told_at: engine null, oracle "2026-/);
  });
});
