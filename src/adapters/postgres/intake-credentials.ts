import type { ApiKey, CredentialStore, KnownToken, Scope } from '../../intake/index.js';
import { isForeignKeyViolation, surfacing } from './intake-faults.js';
import { organisationExists } from './intake-operator.js';
import type { Pool } from './pool.js';

interface KeyRow {
  api_key_id: string;
  organisation: string | null;
  label: string;
  scopes: Scope[];
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
}

const KEY_COLUMNS = 'api_key_id, organisation, label, scopes, created_at, expires_at, revoked_at';
const GOOD_KEY = `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;

const CREATE_TOKEN = `
  WITH swept AS (
    -- Each new token sweeps away some that are over, so the table stays as small as the tokens in use.
    DELETE FROM intake.access_tokens WHERE secret_sha256 IN (
      SELECT secret_sha256 FROM intake.access_tokens WHERE expires_at < now() LIMIT 100 FOR UPDATE SKIP LOCKED)
  )
  INSERT INTO intake.access_tokens (secret_sha256, api_key_id, expires_at)
  SELECT $2, k.api_key_id, least(now() + $3 * interval '1 millisecond', k.expires_at)
  FROM intake.api_keys k WHERE k.secret_sha256 = $1 AND ${GOOD_KEY}
  RETURNING expires_at`;

const FIND_TOKEN = {
  name: 'intake-find-token',
  text: `SELECT k.api_key_id AS "apiKeyId", k.organisation, k.scopes, t.expires_at AS "expiresAt"
         FROM intake.access_tokens t JOIN intake.api_keys k USING (api_key_id)
         WHERE t.secret_sha256 = $1 AND t.expires_at > now() AND ${GOOD_KEY}`,
};

export function credentialStore(pool: Pool): CredentialStore {
  return {
    createApiKey: (key) =>
      surfacing(async () => {
        try {
          const { rows } = await pool.query<KeyRow>(
            `INSERT INTO intake.api_keys (organisation, label, scopes, secret_sha256, expires_at)
             VALUES ($1, $2, $3, $4, $5) RETURNING ${KEY_COLUMNS}`,
            [key.organisation, key.label, key.scopes, key.secretSha256, key.expiresAt],
          );
          return rows.map(toApiKey)[0] ?? 'no_organisation';
        } catch (error) {
          if (isForeignKeyViolation(error)) return 'no_organisation';
          throw error;
        }
      }),

    listApiKeys: (organisation, { limit, after }) =>
      surfacing(async () => {
        const { rows } = await pool.query<KeyRow>(
          `SELECT ${KEY_COLUMNS} FROM intake.api_keys
           WHERE organisation = $1 AND ($2::uuid IS NULL OR api_key_id > $2) ORDER BY api_key_id LIMIT $3`,
          [organisation, after ?? null, limit],
        );
        if (rows.length === 0 && !(await organisationExists(pool, organisation))) return 'no_organisation';
        return rows.map(toApiKey);
      }),

    revokeApiKey: (organisation, apiKeyId) =>
      surfacing(async () => {
        const { rowCount } = await pool.query(
          `UPDATE intake.api_keys SET revoked_at = coalesce(revoked_at, now())
           WHERE organisation = $1 AND api_key_id = $2`,
          [organisation, apiKeyId],
        );
        return rowCount === 1;
      }),

    createToken: (keySha256, tokenSha256, lifetimeMs) =>
      surfacing(async () => {
        const { rows } = await pool.query<{ expires_at: Date }>(CREATE_TOKEN, [
          keySha256,
          tokenSha256,
          lifetimeMs,
        ]);
        const [row] = rows;
        return row && { expiresAt: row.expires_at.toISOString() };
      }),

    findToken: (tokenSha256) =>
      surfacing(async () => {
        const { rows } = await pool.query<Omit<KnownToken, 'expiresAt'> & { expiresAt: Date }>({
          ...FIND_TOKEN,
          values: [tokenSha256],
        });
        const [row] = rows;
        return row && { ...row, expiresAt: row.expiresAt.getTime() };
      }),
  };
}

function toApiKey(row: KeyRow): ApiKey {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
