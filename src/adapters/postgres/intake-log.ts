import type { LogTransaction } from '../../intake/index.js';
import type { JournalWriter } from './journal.js';
import type { PoolClient } from './pool.js';

const HEADS = {
  name: 'intake-head-positions',
  text: `SELECT partition, last_sequence AS sequence FROM journal.partitions
         WHERE partition = ANY($1::smallint[]) AND last_sequence > 0`,
};

/** What every transaction of intake can say to the log. */
export function logTransaction(client: PoolClient, journal: JournalWriter): LogTransaction {
  return {
    partitionCount: journal.partitionCount,
    async headPositions(partitions) {
      const { rows } = await client.query<{ partition: number; sequence: number }>({
        ...HEADS,
        values: [partitions],
      });
      return rows;
    },
    append: (events) => journal.commitWith(client, events),
  };
}
