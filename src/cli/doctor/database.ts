import {
  examineInstallation,
  examineServer,
  type InstallationFacts,
  type ServerFacts,
} from '../../adapters/postgres/examine.js';
import { createPool, type Pool } from '../../adapters/postgres/pool.js';
import { type Finding, fail, ok, warn } from './finding.js';
import { addressOf } from './secrets.js';

/** The oldest whose views can keep their readers' rights apart. */
const MAJOR_LEAST = 15;
/** Ends of keys, tokens and windows go by either clock. */
const CLOCK_MS = { warn: 1_000, fail: 30_000 };
const CONNECTIONS_SHARE = 0.8;

/** A database that could be examined, and what was found. */
export interface Examined {
  readonly findings: readonly Finding[];
  /** Undefined where its tables are not those of this code. */
  readonly installation: InstallationFacts | undefined;
}

export function openPool(url: string): Pool {
  return createPool(url, { max: 3, applicationName: 'headrace doctor', onIdleError: () => {} });
}

export async function examineDatabase(pool: Pool, url: string): Promise<Examined> {
  const facts = await examineServer(pool);
  const migrations = aboutMigrations(facts);
  const installation = migrations.status === 'ok' ? await examineInstallation(pool) : undefined;
  return { findings: [...aboutServer(facts, url), migrations], installation };
}

function aboutServer({ major, connections: { used, most }, ...facts }: ServerFacts, url: string): Finding[] {
  const version =
    major >= MAJOR_LEAST
      ? ok('database', `PostgreSQL ${major} at ${addressOf(url)}`)
      : fail('database', `PostgreSQL ${major} is too old`, `use PostgreSQL ${MAJOR_LEAST} or newer`);
  const inUse = `${used} of ${most} connections are in use`;
  const connections =
    used > most * CONNECTIONS_SHARE
      ? warn('database', inUse, 'raise max_connections, or run fewer processes')
      : ok('database', inUse);
  return [version, aboutClock('database', facts.clockAheadMs, facts.roundTripMs / 2), connections];
}

/** @param uncertainMs how far off the figure may be */
export function aboutClock(part: string, aheadMs: number, uncertainMs: number): Finding {
  const off = Math.max(0, Math.abs(aheadMs) - uncertainMs);
  const found = `its clock is ${Math.round(Math.abs(aheadMs))} ms ${aheadMs < 0 ? 'behind' : 'ahead of'} ours`;
  const todo = 'keep the clocks of both machines by NTP';
  if (off > CLOCK_MS.fail) return fail(part, found, todo);
  return off > CLOCK_MS.warn ? warn(part, found, todo) : ok(part, found);
}

function aboutMigrations({ pending, unknown }: ServerFacts): Finding {
  if (unknown.length > 0) {
    return fail(
      'migrations',
      `newer code has migrated this database: ${unknown.join(', ')}`,
      'use the version of headrace that runs on it',
    );
  }
  if (pending.length === 0) return ok('migrations', 'all are applied');
  return warn('migrations', `not applied yet: ${pending.join(', ')}`, 'headrace start applies them');
}
