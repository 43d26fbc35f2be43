import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type DemoAccount, demoAccounts } from '../demo/accounts.js';

/** The same accounts for the same settings, in the same order, as often as they are asked for. */
export interface Accounts {
  readonly count: number;
  readonly seed: number;
  readonly importSupplier: string;
}

export interface Answered {
  readonly accepted: number;
  readonly refused: number;
  /** Answers that are not what their line asks for, or stand in another place. */
  readonly wrong: number;
}

const REFUSED_FRACTION = 0.1;
const PIECE_BYTES = 64 * 1024;

export function* accountsOf({ count, seed, importSupplier }: Accounts): Generator<DemoAccount, void> {
  const generated = demoAccounts({
    seed,
    importSupplier,
    prefix: 'bulk-',
    refusedFraction: REFUSED_FRACTION,
    failingFraction: 0,
    hasGas: false,
  });
  for (let i = 0; i < count; i++) yield generated.next().value;
}

/**
 * Sends the accounts as one stream, and holds each answer against what its line asks for. Memory stays small on this side
 * too: accounts are made when they are sent, and again when they are answered.
 *
 * @param options.isReadLate nothing is read before everything is sent
 * @param options.onAnswer told of each answer; what was answered counts also where the stream is cut off
 */
export async function sendStream(
  url: string,
  token: string,
  accounts: Accounts,
  options: { readonly isReadLate: boolean; readonly onAnswer?: (answered: number) => void },
): Promise<Answered & { readonly isComplete: boolean }> {
  const sending = request(`${url}/v1/data-import/accounts/bulk/`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/x-ndjson' },
  });
  const answer = once(sending, 'response').then(([response]: IncomingMessage[]) => response);
  // Whatever goes wrong on the way shows in what is not answered.
  sending.on('error', () => {});
  answer.catch(() => {});
  const counts = { accepted: 0, refused: 0, wrong: 0 };
  const sent = sendAll(sending, accounts).catch(() => {});
  if (options.isReadLate) await sent;
  try {
    const response = await answer;
    if (response?.statusCode !== 200) throw new Error(`the stream was answered ${response?.statusCode}`);
    await count(response, accounts, counts, options.onAnswer);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return { ...counts, isComplete: false };
  } finally {
    await sent;
  }
  return { ...counts, isComplete: counts.accepted + counts.refused === accounts.count };
}

async function sendAll(sending: ClientRequest, accounts: Accounts): Promise<void> {
  const gone = once(sending, 'close');
  let piece = '';
  for (const { payload } of accountsOf(accounts)) {
    if (sending.destroyed) return;
    piece += `${JSON.stringify(payload)}\n`;
    if (piece.length < PIECE_BYTES) continue;
    if (!sending.write(piece)) await Promise.race([once(sending, 'drain'), gone]);
    piece = '';
  }
  sending.end(piece);
  await Promise.race([once(sending, 'finish'), gone]);
}

async function count(
  response: IncomingMessage,
  accounts: Accounts,
  counts: { accepted: number; refused: number; wrong: number },
  onAnswer: (answered: number) => void = () => {},
): Promise<void> {
  const expected = accountsOf(accounts);
  let line = 0;
  for await (const text of linesOf(response)) {
    const answer: Record<string, unknown> = JSON.parse(text);
    if (answer['line'] === null) return;
    const account = expected.next().value;
    const isAccepted = answer['status'] === 202;
    const isAsAsked =
      answer['line'] === ++line &&
      (isAccepted
        ? account?.fate === 'good' && answer['external_identifier'] === account.payload['external_identifier']
        : account?.fate === 'refused' && answer['code'] === 'account_failed_validation');
    counts[isAccepted ? 'accepted' : 'refused']++;
    if (!isAsAsked) counts.wrong++;
    onAnswer(line);
  }
}

/** Not readline: it fails apart from whoever reads its lines where the response is cut off. */
async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
