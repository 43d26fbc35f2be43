import type { RequestError } from '../../errors.js';
import { ACCOUNT, locationOf } from '../resources.js';
import type { TakenIn } from '../take-in.js';

const ACCEPTED = 202;

/** One line of NDJSON for each line of the stream: status as a call of its own would have had it. */
export function acceptedLine(line: number, { externalIdentifier }: TakenIn): string {
  return toLine({
    line,
    status: ACCEPTED,
    external_identifier: externalIdentifier,
    location: locationOf(ACCOUNT, externalIdentifier),
  });
}

export function refusedLine(line: number, error: RequestError): string {
  return toLine({ line, status: error.status, ...error.body });
}

/** Says that the stream ended before its end, and from where on to send again. */
export function brokenOffLine(error: RequestError, lastAnswered: number): string {
  const detail = `${error.message} No line after line ${lastAnswered} was answered: send those again.`;
  return toLine({ line: null, status: error.status, ...error.body, detail });
}

function toLine(answer: object): string {
  return `${JSON.stringify(answer)}\n`;
}
