import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { Position } from '../../event/index.js';
import { backoffMs } from '../../pacing/backoff.js';
import type { ShowOutcome, VersionState, VersionStore } from '../../projector/index.js';
import { pastSchemaOf } from './past-tables.js';
import { schemaOf } from './projection-definition.js';
import { lockProjection } from './projection-tables.js';
import { compareVersions } from './projection-verify.js';
import { dropAside, setViewsAside, showViews, ViewsInUseError } from './projection-views.js';
import { LAG_SECONDS } from './query-freshness.js';
import { inTransaction } from './transaction.js';

/** Exchanging views waits so long for queries under way, which hold up those behind it meanwhile. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_TRIES = 8;

/** Versions of projections as the projector's port. */
export function createVersionStore(pool: Pool): VersionStore {
  return {
    async names() {
      const { rows } = await pool.query<{ projection: string }>(
        'SELECT DISTINCT projection FROM projector.projections ORDER BY projection',
      );
      return rows.map(({ projection }) => projection);
    },

    async versions(name) {
      const { rows } = await pool.query<VersionState>(VERSIONS, [name]);
      return rows;
    },

    async partitionsCutShort() {
      const { rows } = await pool.query<{ partition: number }>(
        `SELECT partition FROM journal.partitions p WHERE last_sequence > 0
           AND NOT EXISTS (SELECT FROM journal.events e WHERE e.partition = p.partition AND e.sequence = 1)
         ORDER BY partition`,
      );
      return rows.map(({ partition }) => partition);
    },

    hold: (name, versions, by, ttlMs) =>
      inTransaction(pool, async (client) => {
        // Whoever commits a window holds the same lock, so none is under way now.
        const positions = await lockPositions(client, name, versions);
        const furthest = furthestOf(positions);
        const { rowCount } = await client.query(
          `INSERT INTO projector.holds AS h (projection, version, partition, at_sequence, held_by, expires_at)
           SELECT $1, version, partition, at_sequence, $5, clock_timestamp() + $6 * interval '1 ms'
           FROM unnest($2::int[]) AS v (version), unnest($3::smallint[], $4::bigint[]) AS a (partition, at_sequence)
           ON CONFLICT (projection, version, partition) DO UPDATE
           SET at_sequence = excluded.at_sequence, held_by = excluded.held_by, expires_at = excluded.expires_at
           WHERE h.expires_at < clock_timestamp()`,
          [name, versions, [...furthest.keys()], [...furthest.values()], by, ttlMs],
        );
        if (rowCount === versions.length * furthest.size) {
          return {
            kind: 'held',
            at: [...furthest].map(([partition, sequence]) => ({ partition, sequence })),
          };
        }
        await client.query('ROLLBACK');
        return { kind: 'busy' };
      }),

    async renew(by, ttlMs) {
      await pool.query(
        `UPDATE projector.holds SET expires_at = clock_timestamp() + $2 * interval '1 ms' WHERE held_by = $1`,
        [by, ttlMs],
      );
    },

    async release(by) {
      await pool.query('DELETE FROM projector.holds WHERE held_by = $1', [by]);
    },

    compare: (name, live, next, opened) => compareVersions(pool, name, live, next, opened),

    async show(name, version, evenStale) {
      for (let tries = 1; ; tries++) {
        try {
          return await inTransaction(pool, (client) => exchange(client, name, version, evenStale));
        } catch (error) {
          if (error instanceof Behind) return { kind: 'behind', partitions: error.partitions };
          if (error instanceof ViewsInUseError) return { kind: 'refused', detail: error.message };
          if (!isLockTimeout(error)) throw error;
          if (tries === LOCK_TRIES) return { kind: 'locked' };
          await new Promise((resume) => setTimeout(resume, backoffMs(tries, 50, 2_000, Math.random())));
        }
      }
    },

    drop: (name, version, forgotten) =>
      inTransaction(pool, async (client) => {
        await lockProjection(client, name);
        const schema = schemaOf({ name, version });
        for (const made of [pastSchemaOf(schema), schema]) {
          await dropAside(client, made);
          await client.query(`DROP SCHEMA IF EXISTS ${made} CASCADE`);
        }
        for (const table of ['holds', 'stops', 'parked_events', 'redrives', 'positions']) {
          await client.query(`DELETE FROM projector.${table} WHERE projection = $1 AND version = $2`, [
            name,
            version,
          ]);
        }
        await client.query(
          `UPDATE projector.live_versions SET previous_version = NULL WHERE projection = $1 AND previous_version = $2`,
          [name, version],
        );
        await client.query(
          forgotten
            ? 'DELETE FROM projector.projections WHERE projection = $1 AND version = $2'
            : `UPDATE projector.projections SET retired_at = now(), views_sha256 = NULL, fed_at = NULL, fed_by = NULL
               WHERE projection = $1 AND version = $2`,
          [name, version],
        );
      }),
  };
}

async function exchange(
  client: PoolClient,
  name: string,
  version: number,
  evenStale: boolean,
): Promise<ShowOutcome> {
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await lockProjection(client, name);
  const { rows } = await client.query<{ version: number; views_sql: string | null; live: boolean }>(
    `SELECT p.version, views_sql, p.version = l.version AS live FROM projector.projections p
     JOIN projector.live_versions l USING (projection)
     WHERE projection = $1 AND (p.version = $2 OR p.version = l.version) AND retired_at IS NULL`,
    [name, version],
  );
  const next = rows.find((row) => row.version === version);
  const live = rows.find((row) => row.live);
  if (!next || !live || next === live)
    return { kind: 'refused', detail: `v${version} is live already, or retired` };
  if (next.views_sql === null || live.views_sql === null) {
    return {
      kind: 'refused',
      detail: 'the views of both are known only once the code of each has been started',
    };
  }
  const positions = await lockPositions(client, name, [live.version, version]);
  const behind = positions.filter(
    (own) =>
      own.version === version &&
      positions.some((other) => other.partition === own.partition && other.sequence > own.sequence),
  );
  if (behind.length > 0 && !evenStale) throw new Behind(behind.map(({ partition }) => partition));
  await showViews(client, name, schemaOf({ name, version }), next.views_sql);
  await setViewsAside(client, schemaOf({ name, version: live.version }), live.views_sql);
  await client.query(
    `UPDATE projector.live_versions SET version = $2, previous_version = $3, promoted_at = now() WHERE projection = $1`,
    [name, version, live.version],
  );
  return { kind: 'shown' };
}

class Behind extends Error {
  readonly partitions: readonly number[];

  constructor(partitions: readonly number[]) {
    super('the version is behind the live one');
    this.partitions = partitions;
  }
}

/** In one order everywhere, so that two who lock them never wait for each other. */
async function lockPositions(client: PoolClient, name: string, versions: readonly number[]) {
  const { rows } = await client.query<Position & { version: number }>(
    `SELECT version, partition, sequence FROM projector.positions
     WHERE projection = $1 AND version = ANY ($2::int[]) ORDER BY version, partition FOR UPDATE`,
    [name, versions],
  );
  return rows;
}

function furthestOf(positions: readonly Position[]): Map<number, number> {
  const furthest = new Map<number, number>();
  for (const { partition, sequence } of positions) {
    furthest.set(partition, Math.max(furthest.get(partition) ?? 0, sequence));
  }
  return furthest;
}

/** lock_not_available, deadlock_detected. */
const isLockTimeout = (error: unknown) =>
  error instanceof DatabaseError && (error.code === '55P03' || error.code === '40P01');

const VERSIONS = `
  SELECT v.version, extract(epoch FROM clock_timestamp() - v.fed_at)::float8 AS "fedSecondsAgo", v.fed_by AS "fedBy",
    CASE WHEN v.retired_at IS NOT NULL THEN 'retired' WHEN v.version = l.version THEN 'live'
      WHEN v.version = l.previous_version THEN 'previous' ELSE 'other' END AS role,
    (SELECT count(*) FROM projector.parked_events e WHERE e.projection = v.projection AND e.version = v.version) AS parked,
    (SELECT jsonb_build_object('reason', s.reason, 'detail', s.detail) FROM projector.stops s
     JOIN projector.positions p USING (projection, version, partition)
     WHERE s.projection = v.projection AND s.version = v.version AND s.stopped_at >= p.updated_at
     ORDER BY s.partition LIMIT 1) AS stop,
    coalesce((SELECT jsonb_agg(jsonb_build_object('partition', p.partition, 'sequence', p.sequence,
        'head', j.last_sequence, 'lagSeconds', ${LAG_SECONDS}) ORDER BY p.partition)
      FROM projector.positions p JOIN journal.partitions j USING (partition)
      WHERE p.projection = v.projection AND p.version = v.version), '[]') AS partitions
  FROM projector.projections v LEFT JOIN projector.live_versions l USING (projection)
  WHERE v.projection = $1 ORDER BY v.version DESC`;
