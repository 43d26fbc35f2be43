import type { PoolClient } from 'pg';
import type { DrawnIdentifiers, IdentifierNeeds, WantedNumber } from '../../importer/index.js';
import type { Pool } from './pool.js';

const DRAW = {
  name: 'importer-draw',
  text: `SELECT
    ARRAY(SELECT nextval('importer.account_number') FROM generate_series(1, $1::int))::float8[] AS "accountNumbers",
    ARRAY(SELECT nextval('importer.account_user_id') FROM generate_series(1, $2::int))::float8[] AS "userIds",
    ARRAY(SELECT nextval('importer.agreement_id') FROM generate_series(1, $3::int))::float8[] AS "agreementIds"`,
};

/** Draws from the sequences. Their numbers stay below 2^53, so a float8 holds them exactly. */
export async function drawIdentifiers(client: PoolClient, needs: IdentifierNeeds): Promise<DrawnIdentifiers> {
  const { rows } = await client.query<DrawnIdentifiers>({
    ...DRAW,
    values: [needs.accountNumbers, needs.userIds, needs.agreementIds],
  });
  const [drawn] = rows;
  if (!drawn) throw new Error('the sequences gave no row');
  return drawn;
}

export async function drawLedgerEntryIds(pool: Pool, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT nextval('importer.ledger_entry_id') AS id FROM generate_series(1, $1::int)`,
    [count],
  );
  return rows.map((row) => row.id);
}

const RESERVE = {
  name: 'importer-reserve',
  text: `INSERT INTO importer.account_numbers (account_number, organisation, resource_type, external_identifier)
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
         ON CONFLICT DO NOTHING RETURNING account_number`,
};

/** Inserts in ascending order, so that two transactions that want the same numbers never wait for each other. */
export async function reserveNumbers(
  client: PoolClient,
  wanted: readonly WantedNumber[],
): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set();
  const sorted = [...wanted].sort((a, b) => (a.accountNumber < b.accountNumber ? -1 : 1));
  const { rows } = await client.query<{ account_number: string }>({
    ...RESERVE,
    values: [
      sorted.map((one) => one.accountNumber),
      sorted.map((one) => one.organisation),
      sorted.map((one) => one.resourceType),
      sorted.map((one) => one.externalIdentifier),
    ],
  });
  return new Set(rows.map((row) => row.account_number));
}

export async function takenNumbers(
  client: PoolClient,
  accountNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ account_number: string }>(
    'SELECT account_number FROM importer.account_numbers WHERE account_number = ANY($1::text[])',
    [accountNumbers],
  );
  return new Set(rows.map((row) => row.account_number));
}
