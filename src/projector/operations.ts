import type { Position } from '../event/index.js';
import { type Held, OperationRefused, whileHeld } from './hold.js';
import type { Comparison, VersionState, VersionStore } from './versions.js';

/** A process that fed a version so long ago is taken for gone. */
const FED_RECENTLY_SECONDS = 20;

export const isFed = ({ fedSecondsAgo }: VersionState): boolean =>
  fedSecondsAgo !== null && fedSecondsAgo < FED_RECENTLY_SECONDS;

/**
 * Compares a version with the live one while both go on: they stop at one position vector only until a snapshot of the
 * database is taken.
 *
 * @throws OperationRefused where they do not meet in time, or something else is under way.
 */
export async function verify(
  store: VersionStore,
  name: string,
  version: number,
  held: Held,
): Promise<Comparison> {
  const live = await liveVersion(store, name);
  await required(store, name, version);
  if (live === version)
    throw new OperationRefused(`v${version} is the live one: there is nothing to compare`);
  const hold = { name, hold: [live, version], reach: [live, version] };
  return whileHeld(store, hold, held, async (at, release) => {
    const opened = async (...both: (readonly Position[])[]) => {
      if (!both.every((positions) => areEqual(positions, at))) {
        throw new OperationRefused('the versions went on before they were compared: try again');
      }
      await release();
    };
    return { ...(await store.compare(name, live, version, opened)), positions: at };
  });
}

/**
 * Makes the public views show another version, which must have applied all that the live one has.
 *
 * @throws OperationRefused, and then nothing has changed.
 */
export async function promote(
  store: VersionStore,
  name: string,
  version: number,
  held: Held,
): Promise<{ readonly from: number; readonly to: number }> {
  const live = await liveVersion(store, name);
  await required(store, name, version);
  if (live === version) throw new OperationRefused(`v${version} is the live one already`);
  await whileHeld(store, { name, hold: [live], reach: [version] }, held, () =>
    shown(store, name, version, false),
  );
  return { from: live, to: version };
}

/** Shows the version before again. `evenStale`: also where it has not applied all that the live one has. */
export async function rollback(
  store: VersionStore,
  name: string,
  evenStale: boolean,
  held: Held,
): Promise<{ readonly from: number; readonly to: number }> {
  const versions = await store.versions(name);
  const previous = versions.find(({ role }) => role === 'previous');
  if (!previous) throw new OperationRefused(`${name} has no version to go back to`);
  if (!evenStale) return promote(store, name, previous.version, held);
  const live = await liveVersion(store, name);
  await shown(store, name, previous.version, true);
  return { from: live, to: previous.version };
}

/** Drops a version that is not shown, with its tables. `evenFed`: also where a process still feeds it. */
export async function retire(
  store: VersionStore,
  name: string,
  version: number,
  evenFed: boolean,
): Promise<void> {
  refuseInUse(await required(store, name, version), evenFed);
  await store.drop(name, version, false);
}

/** Makes a version begin anew, as if there had never been one of its number. */
export async function startOver(store: VersionStore, name: string, version: number): Promise<void> {
  const known = (await store.versions(name)).find((state) => state.version === version);
  if (!known) return;
  refuseInUse(known, false);
  await store.drop(name, version, true);
}

/** @throws OperationRefused where the log cannot fill a version from its beginning. */
export async function refuseCutLog(store: VersionStore): Promise<void> {
  const short = await store.partitionsCutShort();
  if (short.length === 0) return;
  throw new OperationRefused(
    `the log does not begin at 1 in partition ${short.join(', ')}: a version filled from it would lack what came before`,
  );
}

function refuseInUse(state: VersionState, evenFed: boolean): void {
  const { role, version, fedBy } = state;
  if (role === 'live') throw new OperationRefused(`v${version} is the live one: promote another first`);
  if (role !== 'retired' && isFed(state) && !evenFed) {
    throw new OperationRefused(`${fedBy} still feeds v${version}: stop it first`);
  }
}

async function shown(store: VersionStore, name: string, version: number, evenStale: boolean): Promise<void> {
  const outcome = await store.show(name, version, evenStale);
  if (outcome.kind === 'shown') return;
  const why =
    outcome.kind === 'behind'
      ? `v${version} is behind the live one in partition ${outcome.partitions.join(', ')}`
      : outcome.kind === 'locked'
        ? 'long queries kept the views busy: try again'
        : outcome.detail;
  throw new OperationRefused(why);
}

async function liveVersion(store: VersionStore, name: string): Promise<number> {
  const live = (await store.versions(name)).find(({ role }) => role === 'live');
  if (!live) throw new OperationRefused(`there is no projection ${name} in this database`);
  return live.version;
}

async function required(store: VersionStore, name: string, version: number): Promise<VersionState> {
  const state = (await store.versions(name)).find((state) => state.version === version);
  if (!state) throw new OperationRefused(`${name} has no v${version} here: rebuild it first`);
  if (state.role === 'retired') throw new OperationRefused(`v${version} of ${name} is retired`);
  return state;
}

const areEqual = (some: readonly Position[], others: readonly Position[]) =>
  some.length === others.length &&
  some.every(({ partition, sequence }) =>
    others.some((other) => other.partition === partition && other.sequence === sequence),
  );
