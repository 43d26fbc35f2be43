import {
  OperationRefused,
  PREVIEW_VERSION,
  type Projection,
  untilCaughtUp,
  verify,
} from '../../projector/index.js';
import type { House } from '../../start/house.js';
import { openProjector } from '../../start/projectors.js';
import { showProgress } from '../progress.js';
import { versionStoreOf } from './feed.js';

/** What every preview needs. */
export interface PreviewJob {
  readonly house: House;
  /** The projection that is checked out, under the version of previews. */
  readonly scratch: Projection;
  readonly isQuiet: boolean;
  readonly signal: AbortSignal;
}

export const POLL_MS = 250;
/** Versions are made to wait for each other only once so few events are missing: readers notice nothing. */
const NEARLY_EVENTS = 5_000;
/** Longest wait for a version to come as far as another. */
export const MEET_MS = 60_000;

/** Applies the whole log, goes on with it until both have met, and compares all there is: tables, tallies and views. */
export async function previewWhole({ house, scratch, isQuiet, signal }: PreviewJob) {
  const store = versionStoreOf(house);
  const { name } = scratch;
  const { projector, log } = await openProjector(house, scratch);
  const bar = isQuiet ? undefined : showProgress(`${name}: applied`, 0, process.stderr);
  const stop = new AbortController();
  const running = projector.run(log, AbortSignal.any([signal, stop.signal]));
  const failed = running.then(() => Promise.reject(new OperationRefused('stopped; nothing is kept')));
  const compared = async () => {
    await untilCaughtUp(store, name, PREVIEW_VERSION, {
      ...{ slack: NEARLY_EVENTS, pollMs: POLL_MS, signal },
      onProgress: ({ applied, total, secondsLeft }) =>
        bar?.to(applied, total, secondsLeft === undefined ? undefined : `${Math.ceil(secondsLeft)} s`),
    });
    return verify(store, name, PREVIEW_VERSION, { waitMs: MEET_MS, signal });
  };
  try {
    return { ...(await Promise.race([compared(), failed])), leftOut: {} };
  } finally {
    bar?.stop();
    stop.abort();
    // What it was stopped by is told already.
    await failed.catch(() => {});
  }
}
