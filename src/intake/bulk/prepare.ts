import { RequestError } from '../../errors.js';
import { accountArrival } from '../account/import-account.js';
import { answerOf, type Settled } from '../batch-requests.js';
import { DEPTH_MAX } from '../body.js';
import type { RequestContext } from '../context.js';
import { parseJson } from '../json/parse.js';
import type { Acceptance } from '../requests.js';
import { type Prepared, prepare } from '../take-in.js';
import { acceptedLine, refusedLine } from './answers.js';
import type { Line } from './lines.js';

/** A line that was read and checked, like the body of a call of its own. */
export interface PreparedLine {
  readonly number: number;
  readonly bytes: number;
  readonly request: Prepared['request'];
  /** The line's answer, from what became of its request where it has one. */
  readonly answer: (settled: Settled<Acceptance> | undefined, onFault: (error: unknown) => void) => string;
}

/** @param today `YYYY-MM-DD`, UTC */
export function prepareLine(
  { number, bytes }: Line,
  organisation: string,
  context: RequestContext,
  today: string,
): PreparedLine {
  let account: Prepared;
  try {
    if (!bytes)
      throw new RequestError('body_too_large', { detail: 'The line is longer than a line may be.' });
    account = prepare(accountArrival(organisation, parseJson(bytes, DEPTH_MAX), context, today));
  } catch (error) {
    return {
      number,
      bytes: 0,
      request: undefined,
      answer: (_settled, onFault) => refusedLine(number, failureOf(error, onFault)),
    };
  }
  return {
    number,
    bytes: bytes.length,
    request: account.request,
    answer: (settled, onFault) => {
      try {
        return acceptedLine(number, account.conclude(settled && answerOf(settled)));
      } catch (error) {
        return refusedLine(number, failureOf(error, onFault));
      }
    },
  };
}

/** What a client is told; what only we should know goes to `onFault`. */
export function failureOf(error: unknown, onFault: (error: unknown) => void): RequestError {
  if (error instanceof RequestError) return error;
  onFault(error);
  return new RequestError('internal_error', { cause: error });
}
