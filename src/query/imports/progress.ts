import { countOf } from '../fields.js';
import type { Row } from '../port.js';

/** What became of what was accepted; each is in exactly one of the four. */
export interface Progress {
  readonly accepted: number;
  readonly waiting: number;
  readonly complete: number;
  readonly error: number;
  readonly cancelled: number;
}

/** Of a row of suppliers or of counts. */
export const progressOf = (row: Row): Progress => ({
  accepted: countOf(row, 'accepted'),
  waiting: countOf(row, 'waiting'),
  complete: countOf(row, 'complete'),
  error: countOf(row, 'error'),
  cancelled: countOf(row, 'cancelled'),
});
