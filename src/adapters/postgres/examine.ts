import { readdirSync } from 'node:fs';
import { migrationsFolder } from './migrate.js';
import type { Pool } from './pool.js';

/** What a database server says of itself, and of what was installed in it. */
export interface ServerFacts {
  /** e.g. 18. */
  readonly major: number;
  /** How far its clock is ahead of ours, in milliseconds, give or take half of `roundTripMs`. */
  readonly clockAheadMs: number;
  readonly roundTripMs: number;
  readonly connections: { readonly used: number; readonly most: number };
  /** Migrations of this code that the database lacks. */
  readonly pending: readonly string[];
  /** Migrations of the database that this code does not know. */
  readonly unknown: readonly string[];
}

export async function examineServer(pool: Pool): Promise<ServerFacts> {
  // So that what is timed is the question alone.
  await pool.query('SELECT 1');
  const asked = Date.now();
  const { rows } = await pool.query<{ major: number; now: Date; used: number; most: number; made: boolean }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major, clock_timestamp() AS now,
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int AS used,
       current_setting('max_connections')::int AS most, to_regclass('headrace.migrations') IS NOT NULL AS made`,
  );
  const roundTripMs = Date.now() - asked;
  const [row] = rows;
  if (!row) throw new Error('the server did not answer the question');
  const applied = row.made ? await appliedMigrations(pool) : [];
  const known = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort();
  return {
    major: row.major,
    clockAheadMs: row.now.getTime() - (asked + roundTripMs / 2),
    roundTripMs,
    connections: { used: row.used, most: row.most },
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

export interface LeaseFacts {
  /** relay, router, or what is held. */
  readonly name: string;
  /** The process that has it, or had it last. */
  readonly holder: string;
  /** Since it ended; negative while it is held. */
  readonly endedSecondsAgo: number;
}

/** What stands in the tables of an installation whose migrations are all applied. */
export interface InstallationFacts {
  /** Partitions of the journal. */
  readonly partitions: number;
  /** Events in it. */
  readonly events: number;
  /** Events that Kafka has not acknowledged yet. */
  readonly unrelayed: number;
  /** The rights to relay and to route, and holds of projections that a killed command left behind. */
  readonly leases: readonly LeaseFacts[];
  /** Records of other systems that were set aside. */
  readonly inboundParked: number;
  /** Keys by which an operator may sign in. */
  readonly operatorKeys: number;
}

export async function examineInstallation(pool: Pool): Promise<InstallationFacts> {
  const { rows } = await pool.query<InstallationFacts>(
    `WITH leases AS (
       SELECT 'relay' AS name, holder, expires_at FROM relay.lease WHERE holder IS NOT NULL
       UNION ALL SELECT name, holder, expires_at FROM router.leases WHERE name = 'router'
       UNION ALL SELECT format('hold of %s v%s', projection, version), held_by::text, max(expires_at)
         FROM projector.holds GROUP BY projection, version, held_by
     )
     SELECT (SELECT count(*) FROM journal.partitions)::int AS partitions,
       (SELECT coalesce(sum(last_sequence), 0) FROM journal.partitions)::bigint AS events,
       (SELECT coalesce(sum(last_sequence - coalesce(sequence, 0)), 0)
        FROM journal.partitions LEFT JOIN relay.marks USING (partition))::bigint AS unrelayed,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'holder', holder, 'endedSecondsAgo',
           extract(epoch FROM clock_timestamp() - expires_at)) ORDER BY name), '[]') FROM leases) AS leases,
       (SELECT count(*) FROM inbound.parked_records WHERE state = 'parked') AS "inboundParked",
       (SELECT count(*) FROM intake.api_keys WHERE organisation IS NULL AND revoked_at IS NULL
          AND (expires_at IS NULL OR expires_at > now())) AS "operatorKeys"`,
  );
  const [facts] = rows;
  if (!facts) throw new Error('the server did not answer the question');
  return facts;
}

async function appliedMigrations(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM headrace.migrations ORDER BY id');
  return rows.map(({ name }) => name);
}
