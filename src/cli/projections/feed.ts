import { createVersionStore } from '../../adapters/postgres/projection-versions.js';
import {
  OperationRefused,
  type Projection,
  untilCaughtUp,
  type VersionStore,
} from '../../projector/index.js';
import type { House } from '../../start/house.js';
import { startProjector } from '../../start/projectors.js';
import { InputError } from '../input-error.js';
import { showProgress } from '../progress.js';

const POLL_MS = 250;

export const versionStoreOf = ({ database }: House): VersionStore => createVersionStore(database.pool('cli'));

/** The projection as it is checked out. */
export function checkedOut({ projections }: House, name: string): Projection {
  const projection = projections.find((candidate) => candidate.name === name);
  if (projection) return projection;
  throw new InputError(
    `there is no projection ${name}; there are ${projections.map(({ name }) => name).join(', ')}`,
  );
}

/**
 * Feeds a version as long as the command runs, unless another process does, and waits until it has caught up. A version
 * whose code is not checked out is fed by others or not at all.
 */
export async function catchUp(
  house: House,
  name: string,
  version: number,
  options: { readonly signal: AbortSignal; readonly slack: number; readonly isQuiet: boolean },
) {
  const projection = house.projections.find((candidate) => candidate.name === name);
  if (projection?.version === version) await startProjector(house, projection);
  const output = process.stderr;
  const bar = options.isQuiet ? undefined : showProgress(`${name} v${version}`, 0, output);
  const failed = house.lifecycle.failed.then((error) => {
    throw new OperationRefused(`v${version} cannot be fed: ${reasonOf(error)}`);
  });
  const caughtUp = untilCaughtUp(versionStoreOf(house), name, version, {
    slack: options.slack,
    pollMs: POLL_MS,
    signal: options.signal,
    onProgress: ({ applied, total, secondsLeft }) =>
      bar?.to(applied, total, secondsLeft === undefined ? undefined : `${Math.ceil(secondsLeft)} s`),
  });
  try {
    return await Promise.race([caughtUp, failed]);
  } finally {
    bar?.stop();
  }
}

const reasonOf = ({ message, cause }: Error) => (cause instanceof Error ? cause.message : message);
