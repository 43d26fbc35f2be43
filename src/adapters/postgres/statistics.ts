import pg from 'pg';

export interface Statistics {
  /** Of the events appended since the time asked for. */
  readonly eventsByType: readonly { readonly type: string; readonly events: number }[];
  /** All rows of each read model, by view. */
  readonly rowsByView: readonly { readonly view: string; readonly rows: number }[];
}

/** Counts the journal and the read models, for a report: reads all of both, so not for a hot path. */
export async function countEverything(databaseUrl: string, since: Date): Promise<Statistics> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const types = await client.query<{ type: string; events: number }>(
      `SELECT type, count(*)::float8 AS events FROM journal.events WHERE appended_at >= $1
       GROUP BY type ORDER BY events DESC, type`,
      [since],
    );
    const views = await client.query<{ view: string }>(
      "SELECT viewname AS view FROM pg_views WHERE schemaname = 'read_model' ORDER BY viewname",
    );
    const rowsByView: { view: string; rows: number }[] = [];
    for (const { view } of views.rows) {
      const counted = await client.query<{ rows: number }>(
        `SELECT count(*)::float8 AS rows FROM read_model.${view}`,
      );
      rowsByView.push({ view, rows: counted.rows[0]?.rows ?? 0 });
    }
    return { eventsByType: types.rows, rowsByView };
  } finally {
    await client.end();
  }
}
