import type { Pool, PoolClient } from 'pg';
import type { Export, ExportRequest, Freshness, Row } from '../../query/index.js';
import { surfacing } from './intake-faults.js';
import { listSql } from './query-sql.js';
import { openSnapshot } from './reading.js';

// Some hundred kilobytes.
const ROWS = 500;
// The first rows come once all are sorted, where no index has them in order.
const STATEMENT_TIMEOUT_MS = 50_000;

/** All rows of a list from one snapshot, by a cursor: as much is held as is fetched at a time. */
export async function openExport(
  pool: Pool,
  request: ExportRequest,
  freshnessOf: (client: PoolClient) => Promise<Freshness>,
): Promise<{ value: Export; freshness: Freshness }> {
  const { client, end } = await openSnapshot(pool, request.organisation);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= end();
    return closed;
  };
  try {
    const freshness = await freshnessOf(client);
    await client.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    const { text, values } = listSql({ ...request, after: undefined, limit: undefined });
    await client.query(`DECLARE export NO SCROLL CURSOR FOR ${text}`, values);
    return { value: { batches: fetched(client), close }, freshness };
  } catch (fault) {
    await close();
    throw fault;
  }
}

async function* fetched(client: PoolClient): AsyncGenerator<readonly Row[]> {
  for (;;) {
    const { rows } = await surfacing(() => client.query<Row>(`FETCH ${ROWS} FROM export`));
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS) return;
  }
}
