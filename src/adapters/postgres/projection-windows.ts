import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { Advance, Changes, Projection } from '../../projector/index.js';
import { copyIn } from './copy-in.js';
import { parking, resolving } from './projection-parked.js';
import type { TableSql } from './projection-sql.js';
import { inTransaction } from './transaction.js';

/** What events change in one projection, and how far that takes it. */
export interface Window {
  readonly projection: Projection;
  readonly advance: Advance;
  readonly changes: Changes;
}

export interface Writing {
  readonly sqlOf: (projection: Projection, table: string) => TableSql;
  readonly parkedMost: number;
  /** Faster; fails with a unique violation where a row is there already. */
  readonly byCopy: boolean;
}

/**
 * Writes windows of different projections in one transaction. Everything is sent at once, so it costs one round trip,
 * however many tables they change. Where a statement fails the server refuses those behind it, and the commit among
 * them rolls back.
 */
export function writeWindows(pool: Pool, windows: readonly Window[], writing: Writing): Promise<void> {
  return inTransaction(pool, async (client) => {
    // All are made before the first is sent: one that cannot be made must not leave the others to be committed.
    const statements = windows.flatMap((window) => statementsOf(client, window, writing));
    const isTried = windows.some(({ changes }) => changes.resolution?.item.dryRun);
    statements.push(() => client.query(isTried ? 'ROLLBACK' : 'COMMIT'));
    await Promise.all(statements.map((statement) => statement()));
  });
}

/** Rows that a window writes. */
export function rowsOf({ owned, shared, tallies }: Changes): number {
  let rows = 0;
  for (const tables of [owned, shared, tallies])
    for (const written of tables.values()) rows += written.length;
  return rows;
}

type Statement = () => Promise<unknown>;

function statementsOf(
  client: PoolClient,
  { projection, advance, changes }: Window,
  { sqlOf, parkedMost, byCopy }: Writing,
): readonly Statement[] {
  const { name, version } = projection;
  const { partition, from, to, eventTime } = advance;
  const statements: Statement[] = [];
  const send = (...queries: QueryConfig[]) => {
    statements.push(...queries.map((query) => () => client.query(query)));
  };
  // First, because its row lock makes any other writer of this partition wait, and then find it has moved.
  send({
    name: 'advance',
    text: 'SELECT projector.advance($1, $2, $3, $4, $5, $6, $7)',
    values: [name, version, partition, from.sequence, from.revision, to, eventTime],
  });
  for (const table of Object.keys(projection.tables)) {
    const added = changes.tallies.get(table);
    const rows = added ?? changes.owned.get(table) ?? changes.shared.get(table);
    if (!rows || rows.length === 0) continue;
    const { copy, write: text } = sqlOf(projection, table);
    if (copy && byCopy) {
      statements.push(copyIn(client, copy.table, copy.columns, rows));
      continue;
    }
    const values = added ? [JSON.stringify(rows), partition] : [JSON.stringify(rows)];
    send({ name: `write ${name} ${version} ${table}`, text, values });
  }
  if (changes.parked.length > 0) send(...parking(projection, partition, changes.parked, parkedMost));
  if (changes.resolution) send(...resolving(projection, changes.resolution));
  return statements;
}
