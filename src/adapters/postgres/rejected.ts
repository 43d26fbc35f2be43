import { DatabaseError } from 'pg';
import { DataFault } from '../../errors.js';

/**
 * What the database finds wrong with data themselves, as the fault of those data. Class 21: two rows of one key, 22: a
 * value it cannot hold, 23: one that a constraint forbids, 54: more than it takes at once. Anything else is as it was.
 */
export function asDataFault(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || !/^(2[123]|54)/.test(error.code ?? '')) return error;
  return new DataFault('rejected_by_database', `${error.code}: ${error.message}`, { cause: error });
}
