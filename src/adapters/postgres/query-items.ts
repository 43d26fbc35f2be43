import type { PoolClient } from 'pg';
import type { GetRequest, Row } from '../../query/index.js';
import { getSql, relatedSql } from './query-sql.js';
import { itemSources } from './query-views.js';

/**
 * A thing is found by its key, and what belongs to it by keys, the same way whatever their values: planned once a connection,
 * and not anew for each of the first five times, which takes longer than all the reading.
 */
const ANY_KEY_ALIKE = 'SET LOCAL plan_cache_mode = force_generic_plan';

/**
 * The rows so known, at most two; one alone with what belongs to it.
 *
 * @param schema where the views are, if not where they are shown
 */
export async function readItems(
  client: PoolClient,
  request: GetRequest,
  schema?: string,
): Promise<readonly Row[]> {
  const [, { rows }] = await Promise.all([
    client.query(ANY_KEY_ALIKE),
    client.query<Row>(getSql(request, schema)),
  ]);
  const [row] = rows;
  if (!row || rows.length > 1) return rows;
  const related = await Promise.all(
    itemSources[request.item].related.map(async (source): Promise<[string, readonly Row[]]> => {
      const found = await client.query<Row>(relatedSql(source, row, request.organisation, schema));
      return [source.field, found.rows];
    }),
  );
  return [{ ...row, ...Object.fromEntries(related) }];
}
