import type { Readable } from 'node:stream';
import { ACCOUNT_BODY_BYTES_MAX } from '../body.js';
import type { RequestContext } from '../context.js';
import type { Submitter } from '../submit.js';
import { brokenOffLine } from './answers.js';
import { Channel } from './channel.js';
import { ClientGone, discardRest, nextBytes } from './input.js';
import { LineSplitter } from './lines.js';
import { persevere } from './persevere.js';
import type { ResultSpool } from './port.js';
import { failureOf, type PreparedLine, prepareLine } from './prepare.js';

/** A transaction of more lines would not be faster, and would keep its locks longer. */
const BATCH_LINES = 100;
/**
 * Lines read ahead of the transaction: the next batch is checked while this one commits. Whatever waits through two
 * collections of the young heap becomes garbage of the old one, which is let grow to several times what lives.
 */
const AHEAD_BYTES = 192 * 1024;
/** What a line weighs besides its bytes. */
const LINE_WEIGHT_BYTES = 1_024;
/** Checking lines lets other calls through this often. */
const SLICE_MS = 4;

export interface BulkStream {
  readonly request: Readable;
  /** The request's body, unpacked. */
  readonly body: Readable;
  readonly spool: ResultSpool;
  readonly organisation: string;
  readonly context: RequestContext;
  /** Rejects where the caller may no longer import. Asked before each transaction. */
  readonly authorise: () => Promise<unknown>;
  readonly submitAll: Submitter['submitAll'];
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Longest wait for the next bytes of the client. */
  readonly idleMs: number;
  /** Longest time to try again where the infrastructure is at fault. */
  readonly patienceMs: number;
  /** How long a client may go on sending into a stream that was broken off, so that it gets to read why. */
  readonly lingerMs: number;
  /** Aborted, with what to tell the client, when the service stops; or with {@link ClientGone}. */
  readonly signal: AbortSignal;
  /** Told of faults that are ours. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Answers each line of the body in the spool, in order; where it cannot go on, the last text says so. Resolves when the
 * last answer is in the spool, and rejects never.
 */
export async function runBulk(stream: BulkStream): Promise<void> {
  const { spool, signal, onFault } = stream;
  const lines = new Channel<PreparedLine>(AHEAD_BYTES, ({ bytes }) => bytes + LINE_WEIGHT_BYTES);
  const progress = { lastAnswered: 0 };
  const stop = new AbortController();
  const passOn = () => stop.abort(signal.reason);
  if (signal.aborted) passOn();
  signal.addEventListener('abort', passOn);
  // Where reading fails, what was read is still answered; where answering fails, nothing more is read.
  const reading = faultOf(readInto(lines, stream, stop.signal)).finally(() => lines.close());
  const answering = faultOf(answerFrom(lines, stream, progress)).then((fault) => {
    lines.close();
    if (fault !== undefined) stop.abort(fault);
    return fault;
  });
  const faults = await Promise.all([answering, reading]);
  signal.removeEventListener('abort', passOn);
  const fault = faults.find((found) => found !== undefined);
  if (fault === undefined) spool.end();
  else if (fault instanceof ClientGone) spool.discard();
  else {
    const failure = failureOf(fault, onFault);
    if (failure === fault && failure.cause !== undefined) onFault(failure.cause);
    spool.end(brokenOffLine(failure, progress.lastAnswered), discardRest(stream.request, stream.lingerMs));
  }
}

async function faultOf(work: Promise<void>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (fault) {
    return fault;
  }
}

async function readInto(lines: Channel<PreparedLine>, stream: BulkStream, stop: AbortSignal): Promise<void> {
  const { body, organisation, context, now, idleMs } = stream;
  const splitter = new LineSplitter(ACCOUNT_BODY_BYTES_MAX);
  let sliceEndsAt = 0;
  for (;;) {
    const bytes = await nextBytes(body, idleMs, stop);
    const today = new Date(now()).toISOString().slice(0, 10);
    for (const line of bytes ? splitter.push(bytes) : splitter.end()) {
      if (performance.now() >= sliceEndsAt) {
        await new Promise((resume) => setImmediate(resume));
        sliceEndsAt = performance.now() + SLICE_MS;
      }
      await lines.put(prepareLine(line, organisation, context, today));
      if (stop.aborted) return;
    }
    if (!bytes) return;
  }
}

async function answerFrom(
  lines: Channel<PreparedLine>,
  { authorise, submitAll, spool, patienceMs, signal, onFault }: BulkStream,
  progress: { lastAnswered: number },
): Promise<void> {
  for (;;) {
    const batch = await lines.take(BATCH_LINES);
    const last = batch.at(-1);
    if (!last) return;
    const requests = batch.flatMap(({ request }) => request ?? []);
    const work = async () => {
      await authorise();
      return requests.length === 0 ? [] : submitAll(requests);
    };
    const settled = (await persevere(work, patienceMs, signal, onFault)).values();
    const answers = batch.map(({ request, answer }) => answer(request && settled.next().value, onFault));
    await spool.append(answers.join(''));
    progress.lastAnswered = last.number;
  }
}
