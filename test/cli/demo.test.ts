import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../src/adapters/postgres/embedded.js';
import { packageRoot } from '../../src/package-root.js';
import { testFolder } from '../support/folder.js';

const execute = promisify(execFile);

async function demo(data: string): Promise<string> {
  const flags = ['--exit', '--accounts', '150', '--seed', '3', '--data', data];
  const { stdout } = await execute(
    process.execPath,
    ['--import', 'tsx', join(packageRoot, 'src/cli/demo.ts'), ...flags],
    {
      cwd: packageRoot,
      env: { ...process.env, DATABASE_URL: '', KAFKA_BROKERS: '' },
    },
  );
  return stdout;
}

describe('the demo', () => {
  it('given two runs on one folder, then plain SQL finds for each supplier what was accepted, once', {
    timeout: 180_000,
  }, async () => {
    const data = testFolder();
    const [first, second] = [await demo(data), await demo(data)];
    expect(first).toContain('Importing into demo-1 150/150');
    expect(second).toContain('Importing into demo-2 150/150');
    expect(second).toMatch(/Watch it: http:\S+\/dashboard\/, API key hrk_\w+/);
    expect(second).toMatch(/curl -s -H 'Authorization: Token hrt_\w+' http:/);

    const server = await startEmbeddedPostgres({
      folder: data,
      log: pino({ level: 'silent' }),
      durable: true,
    });
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      const { rows } = await client.query(COUNTS);
      expect(rows.map(({ import_supplier }) => import_supplier)).toEqual(['demo-1', 'demo-2']);
      for (const { shown, stored, accounts } of rows) {
        const { refused, ...states } = shown;
        expect(states).toEqual(stored);
        expect(shown.accepted).toBe(shown.waiting + shown.complete + shown.error + shown.cancelled);
        expect(accounts).toBe(shown.complete);
        // On purpose: some are refused, some fail after they were accepted.
        expect(Math.min(shown.complete, shown.error, refused)).toBeGreaterThan(0);
        expect(shown.accepted + refused).toBe(150);
      }
    } finally {
      await client.end();
      await server.stop();
    }
  });
});

/** What the read models show, beside what the intake's own tables hold. */
const COUNTS = `
  SELECT shown.import_supplier,
    json_build_object('accepted', shown.accepted, 'waiting', shown.waiting, 'complete', shown.complete,
      'error', shown.error, 'cancelled', shown.cancelled, 'refused', shown.refused) AS shown,
    (SELECT json_build_object('accepted', count(*), 'waiting', count(*) FILTER (WHERE state = 'waiting'),
       'complete', count(*) FILTER (WHERE state = 'complete'), 'error', count(*) FILTER (WHERE state = 'error'),
       'cancelled', count(*) FILTER (WHERE state = 'cancelled'))
     FROM intake.import_processes stored WHERE stored.import_supplier = shown.import_supplier) AS stored,
    (SELECT count(*)::int FROM read_model.accounts a
     JOIN importer.account_numbers taken USING (account_number)
     WHERE a.import_supplier = shown.import_supplier) AS accounts
  FROM read_model.import_suppliers shown ORDER BY 1`;
