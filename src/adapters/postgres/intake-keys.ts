import type { AcceptanceTransaction, AnsweredKey } from '../../intake/index.js';
import type { PoolClient } from './pool.js';

const HOLD = {
  name: 'intake-hold-keys',
  // In one order, so that two transactions with the same keys wait for one another in one direction only.
  text: `SELECT pg_advisory_xact_lock(hashtextextended(name, 0))
         FROM (SELECT DISTINCT o || ' ' || k AS name FROM unnest($1::text[], $2::text[]) AS held (o, k) ORDER BY 1) AS n`,
};

const FIND = {
  name: 'intake-find-keys',
  text: `SELECT k.organisation, k.idempotency_key AS key, k.request_sha256 AS "requestSha256",
           (k.answer->>'attempt')::int AS attempt
         FROM intake.idempotency_keys k
         JOIN unnest($1::text[], $2::text[]) AS wanted (organisation, idempotency_key)
           USING (organisation, idempotency_key)`,
};

const STORE = {
  name: 'intake-store-keys',
  text: `WITH swept AS (
           -- Each time sweeps away some that are over, so the table stays as small as the keys in use.
           DELETE FROM intake.idempotency_keys WHERE (organisation, idempotency_key) IN (
             SELECT k.organisation, k.idempotency_key FROM intake.idempotency_keys k
             WHERE k.stored_at < now() - interval '90 days' AND NOT EXISTS (
               SELECT FROM intake.import_processes p
               WHERE (p.organisation, p.resource_type, p.external_identifier)
                   = (k.organisation, k.resource_type, k.external_identifier) AND p.state = 'waiting')
             LIMIT 100 FOR UPDATE SKIP LOCKED)
         )
         INSERT INTO intake.idempotency_keys
           (organisation, idempotency_key, request_sha256, answer, resource_type, external_identifier)
         SELECT organisation, idempotency_key, decode(request_sha256, 'hex'), jsonb_build_object('attempt', attempt),
           resource_type, external_identifier
         FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[])
           AS k (organisation, idempotency_key, request_sha256, attempt, resource_type, external_identifier)`,
};

type Keys = Parameters<AcceptanceTransaction['holdKeys']>[0];
type Answered = Parameters<AcceptanceTransaction['storeKeys']>[0];

export async function holdKeys(client: PoolClient, keys: Keys): Promise<AnsweredKey[]> {
  const values = [keys.map(({ organisation }) => organisation), keys.map(({ key }) => key)];
  // The second is a statement of its own, so that it sees what those committed who held the keys before.
  const holding = client.query({ ...HOLD, values });
  const [, { rows }] = await Promise.all([holding, client.query<AnsweredKey>({ ...FIND, values })]);
  return rows;
}

export async function storeKeys(client: PoolClient, answered: Answered): Promise<void> {
  const column = <T>(of: (row: Answered[number]) => T): T[] => answered.map(of);
  await client.query({
    ...STORE,
    values: [
      column(({ organisation }) => organisation),
      column(({ key }) => key),
      column(({ requestSha256 }) => requestSha256.toString('hex')),
      column(({ attempt }) => attempt),
      column(({ resourceType }) => resourceType),
      column(({ externalIdentifier }) => externalIdentifier),
    ],
  });
}
