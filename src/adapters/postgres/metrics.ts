import type { Pool, PoolClient } from 'pg';
import { conditionOf } from '../../query/index.js';
import { AGE_SECONDS, metricQueries } from './metric-queries.js';
import { readStandings } from './query-standing.js';

interface Family {
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge';
  readonly samples: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

const STATEMENT_TIMEOUT_MS = 5_000;

/** What the database tells of the installation, in one snapshot: the same whichever process asks. */
export async function readMetrics(pool: Pool): Promise<readonly Family[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    );
    return [...(await readQueries(client)), await readStates(client)];
  } finally {
    await client.query('ROLLBACK').catch((fault: Error) => {
      broken = fault;
    });
    client.release(broken);
  }
}

async function readQueries(client: PoolClient): Promise<readonly Family[]> {
  const { rows: found } = await client.query<{ needs: string }>(
    'SELECT needs FROM unnest($1::text[]) AS n (needs) WHERE to_regclass(needs) IS NOT NULL',
    [[...new Set(metricQueries.map(({ needs }) => needs))]],
  );
  const present = new Set(found.map(({ needs }) => needs));
  const readable = metricQueries.filter(({ needs }) => present.has(needs));
  return Promise.all(
    readable.map(async ({ name, help, kind, sql }) => {
      const { rows } = await client.query<Readonly<Record<string, unknown>>>(sql);
      const samples = rows.map(({ value, ...labels }) => ({ labels: asTexts(labels), value: Number(value) }));
      return { name, help, kind, samples };
    }),
  );
}

const asTexts = (labels: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));

/** The state each partition of each projection is in, as the query API tells it. */
async function readStates(client: PoolClient): Promise<Family> {
  const standings = await readStandings(client);
  const { rows } = await client.query<{
    projection: string;
    version: number;
    partition: number;
    position: number;
    head: number;
    lagSeconds: number;
  }>(
    `SELECT p.projection, p.version, p.partition, p.sequence AS position, j.last_sequence AS head,
       ${AGE_SECONDS} AS "lagSeconds"
     FROM projector.positions p JOIN journal.partitions j USING (partition)`,
  );
  const places = new Map(rows.map((row) => [`${row.projection} ${row.version} ${row.partition}`, row]));
  return {
    name: 'headrace_projection_state',
    help: '1 for the state that each partition of a projection is in.',
    kind: 'gauge',
    samples: standings.flatMap((standing) => {
      const { name: projection, version, partition } = standing;
      const place = places.get(`${projection} ${version} ${partition}`);
      if (!place) return [];
      const state = conditionOf(place, standing);
      return [{ labels: asTexts({ projection, version, partition, state }), value: 1 }];
    }),
  };
}
