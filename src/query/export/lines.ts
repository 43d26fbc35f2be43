import { RequestError } from '../../errors.js';
import type { Row } from '../port.js';
import { csvHead, csvLine } from './csv.js';

/** Texts of CSV, a batch of rows each. A fault ends it in the middle, and with it the connection. */
export async function* csvTexts(
  columns: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const rows of batches) yield rows.map((row) => csvLine(columns, row)).join('');
}

/**
 * Texts of JSON lines, a batch of rows each. After a fault, the last line is `{"error": …}` with the body of a failed
 * answer.
 *
 * @param onFault what is told of only as an internal error
 */
export async function* ndjsonTexts(
  batches: AsyncIterable<readonly Row[]>,
  onFault: (fault: unknown) => void,
): AsyncGenerator<string> {
  try {
    for await (const rows of batches) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  } catch (fault) {
    onFault(fault);
    const { body } = fault instanceof RequestError ? fault : new RequestError('internal_error');
    yield `${JSON.stringify({ error: body })}\n`;
  }
}
