import type { Row } from '../../port.js';
import { countOf } from '../fields.js';
import type { Progress } from './bar.js';

/** What became of what was accepted, by a row of suppliers or of counts. */
export const progressOf = (row: Row): Progress => ({
  accepted: countOf(row, 'accepted'),
  waiting: countOf(row, 'waiting'),
  complete: countOf(row, 'complete'),
  error: countOf(row, 'error'),
  cancelled: countOf(row, 'cancelled'),
});
