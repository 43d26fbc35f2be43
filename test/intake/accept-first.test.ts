import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptBatch } from '../../src/intake/accept.js';
import { acceptFirst } from '../../src/intake/accept-first.js';
import { sha256 } from '../../src/intake/json/canonical.js';
import type { IntakeRequest } from '../../src/intake/requests.js';
import { type House, openHouse } from './house.js';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

function request(externalIdentifier: string, kind: 'import' | 'refused' = 'import'): IntakeRequest {
  const payload = JSON.stringify({ name: `"quoted" \\ and ${externalIdentifier}` });
  const common = {
    context: { requestId: 'r"\\', traceparent: null },
    organisation: 'acme',
    resourceType: 'account',
    externalIdentifier,
    importSupplier: 'old-energy',
  };
  return kind === 'import'
    ? { ...common, kind, accountNumber: null, payload, payloadSha256: sha256(payload) }
    : { ...common, kind, code: 'account_failed_validation', errors: [] };
}

const batch = (prefix: string): IntakeRequest[] => [
  request(`${prefix}1`),
  request(`${prefix}2 "\\ {NULL}`),
  request(`${prefix}3`, 'refused'),
  request(`${prefix}4`),
];

/** All that is stored about the processes of a prefix, but for what differs each time. */
async function stored(prefix: string) {
  const processes = await house.pool.query(
    `SELECT replace(external_identifier, $1, '') AS name, import_supplier, attempt, state, correlation_id, traceparent,
       replace(payload::text, $1, '') AS payload, supplier_revision, expiry_window_end - accepted_at AS window
     FROM intake.import_processes WHERE starts_with(external_identifier, $1) ORDER BY 1`,
    [prefix],
  );
  const events = await house.pool.query(
    `SELECT type, version, source, replace(subject, $1, '') AS subject, replace(key, $1, '') AS key, import_supplier,
       organisation, causation_id, correlation_id, traceparent, length(payload)
     FROM journal.events WHERE subject LIKE '%/' || $1 || '%' ORDER BY subject`,
    [prefix],
  );
  return { processes: processes.rows, events: events.rows };
}

const gaps = `SELECT p.partition FROM journal.partitions p LEFT JOIN journal.events e USING (partition)
  GROUP BY p.partition HAVING count(e.sequence) <> p.last_sequence OR coalesce(max(e.sequence), 0) <> p.last_sequence`;

describe('given processes that nobody has asked for', () => {
  test('when they are taken in one call, then all is stored and told as in a transaction of several', async () => {
    const once = await acceptFirst(house.store, house.catalogue, batch('once-'));
    const several = await house.store.accepting((transaction) =>
      acceptBatch(transaction, house.catalogue, batch('many-')),
    );
    expect(once?.map(({ outcome }) => outcome)).toEqual(several.map(({ outcome }) => outcome));
    expect(await stored('once-')).toEqual(await stored('many-'));
    expect((await stored('once-')).events).toHaveLength(4);
    expect((await house.pool.query(gaps)).rows).toEqual([]);
  });

  test('when many ask for them at once, then one call has all of them, and the others change nothing', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => acceptFirst(house.store, house.catalogue, batch('race-'))),
    );
    expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1);
    const { processes, events } = await stored('race-');
    expect([processes.length, events.length]).toEqual([3, 4]);
    expect((await house.pool.query(gaps)).rows).toEqual([]);
  });

  test('when one of them is stored while the call waits for it, then the call changes nothing', async () => {
    const other = await house.pool.connect();
    // Generated columns are drawn anew, so the row is copied by name.
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO intake.import_processes
         (organisation, resource_type, external_identifier, import_supplier, payload, payload_sha256, accepted_event_id,
          correlation_id, expiry_window_end)
       SELECT organisation, resource_type, 'late-4', import_supplier, payload, payload_sha256, accepted_event_id,
         correlation_id, expiry_window_end
       FROM intake.import_processes LIMIT 1`,
    );
    const call = acceptFirst(house.store, house.catalogue, batch('late-'));
    await expect
      .poll(async () => {
        const { rowCount } = await house.pool.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%accept_first%'`,
        );
        return rowCount;
      })
      .toBe(1);
    await other.query('COMMIT');
    other.release();
    expect(await call).toBeUndefined();
    const { processes, events } = await stored('late-');
    expect([processes.length, events.length]).toEqual([1, 0]);
  });
});

describe('given a process that is known, or a supplier that is paused or unknown', () => {
  test('when it comes with others, then one call changes nothing', async () => {
    const known = await acceptFirst(house.store, house.catalogue, [request('known-4')]);
    expect(known).toHaveLength(1);
    const events = (await stored('known-')).events.length;
    expect(await acceptFirst(house.store, house.catalogue, batch('known-'))).toBeUndefined();
    expect((await stored('known-')).events).toHaveLength(events);
    const unknown = { ...request('known-5'), importSupplier: 'nobody' };
    expect(await acceptFirst(house.store, house.catalogue, [request('known-6'), unknown])).toBeUndefined();
    await house.operator.patch('/v1/operator/organisations/acme/import-suppliers/old-energy/', {
      status: 'paused',
    });
    expect(await acceptFirst(house.store, house.catalogue, [request('known-6')])).toBeUndefined();
    expect((await stored('known-')).processes).toHaveLength(1);
  });
});
