import type { QueryResult } from 'pg';

/**
 * @throws where a statement touched another number of rows than it must have: then the transaction has to be given
 * up, since what it takes for granted does not hold.
 */
export function expectRows({ rowCount }: QueryResult, expected: number, what: string): void {
  if (rowCount !== expected) throw new Error(`${what}: ${rowCount} rows instead of ${expected}`);
}
