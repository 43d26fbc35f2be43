import {
  type Comparison,
  OperationRefused,
  promote,
  retire,
  rollback,
  verify,
} from '../../projector/index.js';
import type { House } from '../../start/house.js';
import { type ConfirmFlags, confirm } from '../confirm.js';
import { type HouseFlags, interrupted, withHouse } from '../house.js';
import { comparisonLines } from './describe.js';
import { catchUp, checkedOut, versionStoreOf } from './feed.js';

/** Versions are made to wait for each other only once so few events are missing: readers notice nothing. */
const NEARLY_EVENTS = 5_000;

export interface ExchangeOptions extends HouseFlags {
  readonly version?: number;
  readonly wait: number;
  readonly json?: true;
}

/** Compares a version with the live one; the exit code is 1 where they differ. */
export function runVerify(name: string, options: ExchangeOptions): Promise<void> {
  return withHouse(options, async (house) => {
    const version = options.version ?? (await otherVersion(house, name));
    const held = await nearly(house, name, version, options);
    const comparison: Comparison = await verify(versionStoreOf(house), name, version, held);
    print(options, comparison, comparisonLines(comparison));
    if (comparison.differences > 0) process.exitCode = 1;
  });
}

export function runPromote(name: string, options: ExchangeOptions): Promise<void> {
  return withHouse(options, async (house) => {
    const version = options.version ?? checkedOut(house, name).version;
    const held = await nearly(house, name, version, options);
    const exchanged = await promote(versionStoreOf(house), name, version, held);
    print(options, { projection: name, ...exchanged }, [
      `${name}: v${exchanged.to} is shown now, in place of v${exchanged.from}.`,
      `Keep v${exchanged.from} fed as long as you may want to roll back; then: headrace projections retire ${name} ${exchanged.from}`,
    ]);
  });
}

export function runRollback(name: string, options: ExchangeOptions & { stale?: true }): Promise<void> {
  return withHouse(options, async (house) => {
    const store = versionStoreOf(house);
    const previous = (await store.versions(name)).find(({ role }) => role === 'previous');
    if (!previous) throw new OperationRefused(`${name} has no version to go back to`);
    const held = options.stale
      ? { waitMs: options.wait * 1_000, signal: interrupted() }
      : await nearly(house, name, previous.version, options);
    const exchanged = await rollback(store, name, options.stale === true, held);
    print(options, { projection: name, ...exchanged }, [
      `${name}: v${exchanged.to} is shown again, in place of v${exchanged.from}.`,
    ]);
  });
}

export async function runRetire(
  name: string,
  version: number,
  options: HouseFlags & ConfirmFlags & { evenFed?: true; json?: true },
): Promise<void> {
  await confirm(`v${version} of ${name} is dropped, with its tables`, options);
  return withHouse(options, async (house) => {
    await retire(versionStoreOf(house), name, version, options.evenFed === true);
    print(options, { projection: name, retired: version }, [
      `${name}: v${version} is retired, and its tables are gone.`,
    ]);
  });
}

/** What is not live: the version checked out, or the one shown before. */
async function otherVersion(house: House, name: string): Promise<number> {
  const { version } = checkedOut(house, name);
  const versions = await versionStoreOf(house).versions(name);
  const live = versions.find(({ role }) => role === 'live');
  if (live?.version !== version) return version;
  const previous = versions.find(({ role }) => role === 'previous');
  if (previous) return previous.version;
  throw new OperationRefused(
    `${name} has one version only, v${version}: there is nothing to compare it with`,
  );
}

/** Waits, for as long as asked, until so few events are missing that versions may be made to wait for each other. */
async function nearly(house: House, name: string, version: number, { wait, json }: ExchangeOptions) {
  const signal = interrupted();
  const known = (await versionStoreOf(house).versions(name)).find((state) => state.version === version);
  if (!known || known.role === 'retired') {
    throw new OperationRefused(`${name} has no v${version} here: rebuild it first`);
  }
  const waitMs = wait * 1_000;
  const within = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
  await catchUp(house, name, version, { signal: within, slack: NEARLY_EVENTS, isQuiet: json === true });
  return { waitMs, signal };
}

function print({ json }: { json?: true }, result: object, lines: readonly string[]): void {
  console.log(json ? JSON.stringify(result, undefined, 2) : lines.join('\n'));
}
