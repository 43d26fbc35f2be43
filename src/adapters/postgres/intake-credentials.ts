import type { ApiKey, CredentialStore, KeyName, KnownToken, Scope } from '../../intake/index.js';
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
  rotated_to: string | null;
}

const KEY_COLUMNS = 'api_key_id, organisation, label, scopes, created_at, expires_at, revoked_at, rotated_to';
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

// The tokens go too: none of them is good any more.
const REVOKE = `
  WITH revoked AS (
    UPDATE intake.api_keys SET revoked_at = coalesce(revoked_at, now())
    WHERE organisation IS NOT DISTINCT FROM $1 AND api_key_id = $2 RETURNING api_key_id
  ), gone AS (
    DELETE FROM intake.access_tokens t USING revoked r WHERE t.api_key_id = r.api_key_id RETURNING secret_sha256
  )
  SELECT ARRAY(SELECT secret_sha256 FROM gone) AS tokens FROM revoked`;

const rotate = (condition: string) => `
  WITH old AS (
    SELECT * FROM intake.api_keys k WHERE ${condition} AND ${GOOD_KEY} FOR UPDATE
  ), made AS (
    INSERT INTO intake.api_keys (organisation, label, scopes, secret_sha256, expires_at)
    SELECT organisation, label, scopes, $1, now() + (expires_at - created_at) FROM old RETURNING ${KEY_COLUMNS}
  ), ended AS (
    UPDATE intake.api_keys k
    SET expires_at = least(k.expires_at, now() + $2 * interval '1 millisecond'), rotated_to = made.api_key_id
    FROM made, old WHERE k.api_key_id = old.api_key_id
    RETURNING k.api_key_id AS old_api_key_id, k.expires_at AS old_expires_at
  )
  SELECT made.*, ended.*,
    ARRAY(SELECT t.secret_sha256 FROM intake.access_tokens t WHERE t.api_key_id = old_api_key_id) AS tokens
  FROM made, ended`;

const BY_ID = 'k.organisation IS NOT DISTINCT FROM $3 AND k.api_key_id = $4';
const BY_SECRET = 'k.secret_sha256 = $3';

const FIND_TOKEN = {
  name: 'intake-find-token',
  text: `SELECT k.api_key_id AS "apiKeyId", k.organisation, k.scopes,
           least(t.expires_at, k.expires_at) AS "expiresAt"
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

    listApiKeys: (owner, { limit, after }) =>
      surfacing(async () => {
        const { rows } = await pool.query<KeyRow>(
          `SELECT ${KEY_COLUMNS} FROM intake.api_keys
           WHERE organisation IS NOT DISTINCT FROM $1 AND ($2::uuid IS NULL OR api_key_id > $2) ORDER BY api_key_id LIMIT $3`,
          [owner, after ?? null, limit],
        );
        if (rows.length === 0 && owner !== null && !(await organisationExists(pool, owner))) {
          return 'no_organisation';
        }
        return rows.map(toApiKey);
      }),

    revokeApiKey: (owner, apiKeyId) =>
      surfacing(async () => {
        const { rows } = await pool.query<{ tokens: Buffer[] }>(REVOKE, [owner, apiKeyId]);
        return rows[0]?.tokens;
      }),

    rotateApiKey: (key, secretSha256, overlapMs) =>
      surfacing(async () => {
        const [condition, values] = nameOf(key);
        const { rows } = await pool.query<RotationRow>(rotate(condition), [
          secretSha256,
          overlapMs,
          ...values,
        ]);
        const [row] = rows;
        if (!row) return (await keyExists(pool, key)) ? 'ended' : undefined;
        const { old_api_key_id, old_expires_at, tokens, ...made } = row;
        const old = { api_key_id: old_api_key_id, expires_at: old_expires_at.toISOString() };
        return { made: toApiKey(made), old, tokens };
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

    endToken: (tokenSha256) =>
      surfacing(async () => {
        await pool.query('DELETE FROM intake.access_tokens WHERE secret_sha256 = $1', [tokenSha256]);
      }),
  };
}

interface RotationRow extends KeyRow {
  old_api_key_id: string;
  old_expires_at: Date;
  tokens: Buffer[];
}

/** The condition that a key meets, on `k`, and its values from $3 on. */
function nameOf(key: KeyName): readonly [string, readonly unknown[]] {
  return 'secretSha256' in key ? [BY_SECRET, [key.secretSha256]] : [BY_ID, [key.owner, key.apiKeyId]];
}

async function keyExists(pool: Pool, key: KeyName): Promise<boolean> {
  const { rowCount } =
    'secretSha256' in key
      ? await pool.query('SELECT FROM intake.api_keys WHERE secret_sha256 = $1', [key.secretSha256])
      : await pool.query(
          'SELECT FROM intake.api_keys WHERE organisation IS NOT DISTINCT FROM $1 AND api_key_id = $2',
          [key.owner, key.apiKeyId],
        );
  return rowCount === 1;
}

function toApiKey(row: KeyRow): ApiKey {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
