import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyOf } from './history.js';
import { QueryHouse } from './house.js';

const acme = historyOf('acme');
const IMPORTS = 1_200;

describe('lists as a whole', () => {
  let house: QueryHouse;
  let address: string;
  beforeAll(async () => {
    house = await QueryHouse.open();
    const ids = Array.from({ length: IMPORTS }, (_, index) => `p-${index}`);
    await house.fixture.publish(...ids.map((id) => acme.accepted(id)));
    await house.fixture.apply(500);
    await house.fixture.tell(acme.created(), acme.accepted('=cmd()'), historyOf('bolt').accepted('theirs'));
    address = await house.listen();
  });
  afterAll(() => house.close());

  const rowsOf = (text: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const cursors = async () => {
    const { rows } = await house.fixture.database.pool.query<{ count: number }>(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'",
    );
    return rows[0]?.count;
  };
  const open = async (path: string): Promise<IncomingMessage> => {
    const headers = { authorization: 'Token acme' };
    const [response] = await once(get(`${address}/v1/query/${path}`, { headers }), 'response');
    return response;
  };

  it('given more rows than are fetched at a time, then JSON lines have each once, as the pages do', async () => {
    const { status, text, headers } = await house.get('import-processes?format=ndjson');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="import-processes.ndjson"',
      'headrace-position': expect.stringMatching(/^0:/),
      etag: expect.any(String),
    });
    expect(rowsOf(text)).toEqual(await house.walk('import-processes?limit=200'));
    expect(rowsOf(text)).toHaveLength(IMPORTS + 1);
  });

  it('given filters, then they hold, and formulas are harmless in CSV', async () => {
    const { text, headers } = await house.get('import-processes?external_identifier_prefix=%3D', 'acme', {
      accept: 'text/csv',
    });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, line, ...rest] = text.split('\r\n');
    expect(head).toMatch(/^organisation,resource_type,external_identifier,/);
    expect(line).toMatch(/^acme,account,'=cmd\(\),true,orchard,waiting,1,,/);
    expect(rest).toEqual(['']);
  });

  it('given nothing, then CSV has its head and JSON lines nothing', async () => {
    expect((await house.get('accounts?format=csv')).text).toMatch(/^account_number,[a-z_,]+\r\n$/);
    expect((await house.get('accounts?format=ndjson')).text).toBe('');
  });

  it('given what an organisation may not see, then no export has it', async () => {
    expect((await house.get('import-processes?format=ndjson', 'bolt')).text.split('\n')).toHaveLength(2);
    expect((await house.get('parked-events?format=csv')).status).toBe(403);
  });

  it('given the tag of an export, then it is not made again', async () => {
    const { headers } = await house.get('import-processes?format=csv');
    const again = await house.get('import-processes?format=csv', 'acme', {
      'if-none-match': String(headers['etag']),
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each(['format=xml', 'format=csv&limit=5', 'format=ndjson&cursor=x'])(
    'given %s, then it is refused at its place',
    async (query) => {
      expect((await house.get(`import-processes?${query}`)).status).toBe(400);
    },
  );

  it('given a client that goes away, then what its export held is given back', async () => {
    const response = await open('import-processes?format=ndjson');
    await once(response, 'data');
    response.destroy();
    await expect.poll(cursors).toBe(0);
    expect((await house.get('import-processes?format=ndjson')).status).toBe(200);
  });

  describe('given a fault in the middle', () => {
    beforeAll(async () => {
      // The last rows cannot be read: their view divides by nothing.
      await house.fixture.database.pool.query(`
        ALTER VIEW read_model.import_processes RENAME TO sound_processes;
        CREATE VIEW read_model.import_processes WITH (security_invoker = true) AS SELECT p.*, CASE WHEN external_identifier > 'p-9' THEN 1 / (attempt - attempt) END AS fault
          FROM read_model.sound_processes p;
        GRANT SELECT ON read_model.import_processes TO headrace_organisation`);
    });
    afterAll(() =>
      house.fixture.database.pool.query(`DROP VIEW read_model.import_processes;
        ALTER VIEW read_model.sound_processes RENAME TO import_processes`),
    );

    it('then the last of the JSON lines says so', async () => {
      const response = await open('import-processes?format=ndjson');
      const text = (await response.toArray()).join('');
      const lines = rowsOf(text);
      expect(lines.length).toBeGreaterThan(500);
      expect(lines.at(-1)).toEqual({ error: expect.objectContaining({ code: 'internal_error' }) });
      await expect.poll(cursors).toBe(0);
    });

    it('then CSV breaks off with the connection', async () => {
      const response = await open('import-processes?format=csv');
      await expect(response.toArray()).rejects.toThrow('aborted');
      await expect.poll(cursors).toBe(0);
    });
  });
});
