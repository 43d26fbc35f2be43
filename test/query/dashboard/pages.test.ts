import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { told } from '../../support/projection-spec.js';
import { historyOf } from '../history.js';
import { type Browser, DashboardHouse } from './house.js';

const acme = historyOf('acme');
const bolt = historyOf('bolt');
const hostile = '<script>alert(1)</script>&"\'/';

/** What intake knows of a failed process. */
const FAILED = `
  INSERT INTO intake.import_processes (organisation, resource_type, external_identifier, import_supplier, state, attempt,
    payload, payload_sha256, accepted_event_id, correlation_id, expiry_window_end, accepted_at, finished_at,
    error_code, error_detail, errors)
  SELECT 'acme', 'account', name, 'orchard', 'error', 1, payload, '', name, name, now(), '2026-01-01T00:01:00Z',
    '2026-01-01T00:02:30Z', 'account_number_unavailable', 'No.',
    '[{"code": "account_number_unavailable", "attr": "account.number", "detail": "It is taken."}]'
  FROM (VALUES
    ('a-2', '{"external_identifier": "a-2", "customers": [{"family_name": "Brook"}]}'::jsonb),
    ('a-3', NULL),
    ($1, '{"external_identifier": "hostile"}')) AS v (name, payload)`;

describe('the pages of the dashboard', () => {
  let house: DashboardHouse;
  let importer: Browser;
  let reader: Browser;
  let operator: Browser;

  beforeAll(async () => {
    house = await DashboardHouse.open();
    importer = await house.signedIn('acme', 'import', 'query');
    reader = await house.signedIn('acme', 'query');
    operator = await house.signedIn(null, 'operate');
    await house.fixture.tell(
      acme.created(),
      acme.accepted('a-1'),
      acme.complete('a-1', 'A-1'),
      ...['a-2', 'a-3', hostile].flatMap((id) => [
        acme.accepted(id),
        ...acme.failed(id, 'account_number_unavailable', 'account.number'),
      ]),
      acme.accepted('a-4'),
      acme.refused('a-5', 'invalid_phone_number', 'customers.0.landline'),
      bolt.created(),
      bolt.accepted('b-1'),
    );
    const { pool } = house.fixture.database;
    await pool.query(
      `INSERT INTO intake.import_suppliers (organisation, import_supplier, status, root_location, customer_emails,
         expiry_window_days, supplier_mpids) VALUES ('acme', 'orchard', 'ongoing', '', false, 30, '{}')`,
    );
    await pool.query(FAILED, [hostile]);
  });
  afterAll(() => house.close());

  it('given two organisations, then each sees its own supplier, an operator all, or those of whom it chooses', async () => {
    const { text } = await importer.get('/dashboard/');
    expect(text).toContain('/dashboard/suppliers/acme/orchard');
    expect(text).toContain('4 of 5 ended, 80 %');
    expect(text).not.toContain('bolt');
    const all = (await operator.get('/dashboard/')).text;
    expect(all).toContain('/dashboard/suppliers/acme/orchard');
    expect(all).toContain('/dashboard/suppliers/bolt/orchard');
    const chosen = (await operator.get('/dashboard/?organisation=bolt&status=')).text;
    expect(chosen).toContain('/dashboard/suppliers/bolt/orchard');
    expect(chosen).not.toContain('/dashboard/suppliers/acme/orchard');
    expect(chosen).toContain('href="/dashboard/processes?organisation=bolt"');
  });

  it.each([
    '/dashboard/suppliers/bolt/orchard',
    '/dashboard/suppliers/bolt/orchard/failed/account.ndjson',
    '/dashboard/processes/bolt/account/b-1',
    '/dashboard/live?view=supplier&supplier=',
    '/dashboard/live?view=everything',
    '/dashboard/suppliers/acme/no-such',
    '/dashboard/processes/acme/account/no-such',
    '/dashboard/lifecycles/join/no-such',
    '/dashboard/suppliers/acme/orchard/failed/users.ndjson',
    '/dashboard/nothing',
  ])('given %s is not there for them, then it is not found', async (path) => {
    const { status, text } = await importer.get(path);
    expect(status).toBe(404);
    expect(text).toContain('There is nothing here');
  });

  it('given a supplier, then its page tells how far, how fast, what failed and why, with examples', async () => {
    const { text } = await importer.get('/dashboard/suppliers/acme/orchard');
    expect(text).toContain(
      '4 of 5 have ended (80 %), 1 wait. No estimate: nothing has ended in the last ten minutes.',
    );
    expect(text).toMatch(
      /<time datetime="2026-01-01T00:02:00.000Z">2026-01-01 00:02:00<\/time><\/th>\s*<td class="number" data-value="0">/,
    );
    expect(text).toContain('<code>account_number_unavailable</code>');
    expect(text).toContain('<code>customers.0.landline</code>');
    expect(text).toContain('href="/dashboard/processes/acme/account/a-2"');
    expect(text).toContain('failed/account.ndjson?code=account_number_unavailable&amp;attr=account.number');
  });

  it('given names that are markup, then they are text on every page', async () => {
    const name = encodeURIComponent(hostile);
    for (const path of [
      '/dashboard/processes',
      '/dashboard/suppliers/acme/orchard',
      `/dashboard/processes/acme/account/${name}`,
      `/dashboard/processes?external_identifier_prefix=${name}`,
    ]) {
      const { status, text } = await importer.get(path);
      expect(status).toBe(200);
      expect(text).not.toContain('<script>alert');
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;/');
    }
  });

  it('given filters, then the list is narrowed, and a wrong one is told at its name', async () => {
    const { text } = await importer.get('/dashboard/processes?state=complete&import_supplier=&cursor=');
    expect(text).toContain('/dashboard/processes/acme/account/a-1');
    expect(text).not.toContain('/dashboard/processes/acme/account/a-2');
    const wrong = await importer.get('/dashboard/processes?state=lost');
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('<code>state</code> The value must be one of waiting');
    expect((await importer.get('/dashboard/processes?state=cancelled')).text).toContain(
      'No process matches the filters. All events are applied.',
    );
  });

  it('given a failed process, then why, its attempts, its events and its payload without values are told', async () => {
    const { text } = await importer.get('/dashboard/processes/acme/account/a-2');
    expect(text).toContain(
      '<code>account_number_unavailable</code> at <code>account.number</code>: It is taken.',
    );
    expect(text).toContain('1 min 30 s');
    expect(text).toContain('<code>import.failed</code>');
    expect(text).toContain('&quot;family_name&quot;: &quot;***&quot;');
    expect(text).not.toContain('Brook');
    const other = (await reader.get('/dashboard/processes/acme/account/a-2')).text;
    expect(other).toContain('that needs the scope import');
    expect(other).not.toContain('family_name');
    const deleted = (await importer.get('/dashboard/processes/acme/account/a-3')).text;
    expect(deleted).toContain('the time for which payloads are kept is over');
  });

  it('given failed rows, then who may import has them back as they were sent, and nobody else', async () => {
    const path = '/dashboard/suppliers/acme/orchard/failed/account.ndjson';
    const { headers, text } = await importer.get(path);
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toEqual([
      { external_identifier: 'hostile' },
      { external_identifier: 'a-2', customers: [{ family_name: 'Brook' }] },
    ]);
    expect((await importer.get(`${path}?code=account_number_unavailable&attr=account.number`)).text).toBe(
      text,
    );
    expect((await importer.get(`${path}?code=invalid_email&attr=account.number`)).text).toBe('');
    expect((await reader.get(path)).status).toBe(403);
    expect((await operator.get(path)).status).toBe(403);
  });

  it('given a join process, then the funnel shows its step and names it, and its page tells the steps before', async () => {
    const typed = { account_number: 'A-1', join_supplier_process_number: 'J-1', subtype: 'switch' };
    const point = {
      external_identifier: '2000',
      market_name: 'ELEC',
      requested_supply_start_date: '2026-02-01',
    };
    await house.fixture.tell(
      told('lifecycle.join-supplier.requested', 'v1', 10, {
        ...typed,
        supply_points: [point],
        requested_at: 'yesterday',
      }),
      told('lifecycle.join-supplier.await-pre-activation-flow-step.initiated', 'v1', 12, typed),
    );
    const { text } = await operator.get('/dashboard/lifecycles?kind=join');
    expect(text).toMatch(/awaiting pre activation<\/span><\/th>\s*<td class="number">1<\/td>/);
    expect(text).toContain('href="/dashboard/lifecycles/join/J-1"');
    const page = (await operator.get('/dashboard/lifecycles/join/J-1')).text;
    expect(page).toMatch(/requested<\/span><\/td>.*<td>2 min<\/td>/s);
    expect(page).toContain('2000');
    expect((await operator.get('/dashboard/lifecycles?kind=leave')).text).toContain(
      'No join or leave process matches the filters. All events are applied.',
    );
  });

  it('given events that are not applied yet, then pages say how far behind they are', async () => {
    await house.fixture.publish(acme.accepted('late'));
    const { text } = await importer.get('/dashboard/processes?external_identifier_prefix=late');
    expect(text).toContain('No process yet: the read model has events still to apply');
    expect((await importer.get('/dashboard/processes/acme/account/late')).text).toContain(
      'nor is there one among the events applied',
    );
    await house.fixture.apply();
    expect((await importer.get('/dashboard/processes/acme/account/late')).status).toBe(200);
  });

  it('given no projector, then the read models say that nobody applies events to them', async () => {
    await house.fixture.publish(acme.accepted('later'));
    const { text } = await importer.get('/dashboard/projections');
    expect(text).toContain('import-progress');
    expect(text).toContain('No process has ever applied events to it.');
    expect(text).toContain('<span class="state bad">no owner</span>');
    await house.fixture.apply();
  });

  it('given parked events, when an operator asks for them again, then a request is filed; nobody else may', async () => {
    const { pool } = house.fixture.database;
    await pool.query(
      `INSERT INTO projector.parked_events (projection, version, partition, sequence, key, event_id, event_type,
         event_version, reason, detail, payload, envelope, appended_at)
       SELECT 'import-progress', version, 0, 1, 'acme/account/a-9', 'e', 'import.accepted', 'v1', 'fold_failed',
         'It <b>failed</b>.', '', '{}', now() FROM projector.live_versions WHERE projection = 'import-progress'`,
    );
    const page = (await operator.get('/dashboard/parked')).text;
    expect(page).toContain('It &lt;b&gt;failed&lt;/b&gt;.');
    const form = { projection: 'import-progress', key: 'acme/account/a-9' };
    expect((await importer.post('/dashboard/parked', form)).status).toBe(403);
    expect((await importer.get('/dashboard/parked')).status).toBe(403);
    expect((await operator.post('/dashboard/parked', form, {})).status).toBe(403);
    expect((await operator.post('/dashboard/parked', { ...form, projection: 'none' })).status).toBe(404);
    const { rowCount } = await pool.query('SELECT FROM projector.redrives');
    expect(rowCount).toBe(0);
    const filed = await operator.post('/dashboard/parked', { ...form, dry_run: 'true' });
    expect([filed.status, filed.headers['location']]).toEqual([303, '/dashboard/parked#requests']);
    const { rows } = await pool.query(
      'SELECT action, dry_run, key, state FROM projector.redrives JOIN projector.redrive_items USING (redrive)',
    );
    expect(rows).toEqual([{ action: 'redrive', dry_run: true, key: 'acme/account/a-9', state: 'pending' }]);
    expect((await operator.get('/dashboard/parked')).text).toContain('redrive, tried and undone');
  });
});
