import { createJournalStore } from '../../adapters/postgres/journal-reader.js';
import { placesAt } from '../../adapters/postgres/journal-times.js';
import { openPreview, type SliceComparison } from '../../adapters/postgres/projection-preview.js';
import { parsePositions } from '../../event/index.js';
import {
  type Comparison,
  OperationRefused,
  PREVIEW_VERSION,
  type Projection,
  refuseCutLog,
} from '../../projector/index.js';
import { lengthOf, type Stretch } from '../../router/index.js';
import type { House } from '../../start/house.js';
import { type HouseFlags, interrupted, withHouse } from '../house.js';
import { InputError } from '../input-error.js';
import { parseTime, TIMES } from '../places.js';
import { comparisonLines } from './describe.js';
import { checkedOut, versionStoreOf } from './feed.js';
import { previewSlice } from './preview-slice.js';
import { previewWhole } from './preview-whole.js';

export interface PreviewOptions extends HouseFlags {
  readonly from?: string;
  readonly to?: string;
  readonly json?: true;
}

/**
 * Runs the projections that are checked out over a slice of the log, in tables that are dropped at the end, and tells
 * what would come out differently than the live rows. The exit code is 1 where something differs or is parked.
 */
export function preview(name: string | undefined, options: PreviewOptions): Promise<void> {
  return withHouse(options, async (house) => {
    if (!house.config.kafkaBrokers) await refuseCutLog(versionStoreOf(house));
    const slice = await sliceOf(house, options);
    const signal = interrupted();
    const chosen = name === undefined ? house.projections : [checkedOut(house, name)];
    const results = [];
    for (const projection of chosen) {
      results.push(await previewOne(house, projection, slice, options, signal));
    }
    if (options.json) console.log(JSON.stringify(results, undefined, 2));
    if (results.some(({ differences, parked }) => differences + parked > 0)) process.exitCode = 1;
  });
}

/** From right behind one place to another; the whole log unless said otherwise. */
async function sliceOf({ database }: House, { from, to }: PreviewOptions): Promise<Stretch> {
  const pool = database.pool('cli');
  const heads = await createJournalStore(pool).heads();
  const placesOf = async (flag: string, text: string) => {
    const sinceMs = parseTime(text);
    if (sinceMs !== undefined) return placesAt(pool, sinceMs);
    const positions = parsePositions(text);
    const given = new Map(positions?.map(({ partition, sequence }) => [partition, sequence]));
    if (positions && [...given.keys()].every((partition) => heads.has(partition))) return given;
    throw new InputError(`${flag} ${text}: it must be ${TIMES}, or positions as 0:17,3:4`);
  };
  const begin = from === undefined ? new Map<number, number>() : await placesOf('--from', from);
  const end = to === undefined ? heads : await placesOf('--to', to);
  const within = [...heads].map(([partition, head]) => {
    const last = Math.min(head, end.get(partition) ?? head);
    return { partition, last, first: Math.min(last, begin.get(partition) ?? 0) };
  });
  return {
    after: new Map(within.map(({ partition, first }) => [partition, first])),
    upTo: new Map(within.map(({ partition, last }) => [partition, last])),
  };
}

async function previewOne(
  house: House,
  projection: Projection,
  slice: Stretch,
  options: PreviewOptions,
  signal: AbortSignal,
) {
  const { name, version } = projection;
  const store = versionStoreOf(house);
  const live = (await store.versions(name)).find(({ role }) => role === 'live');
  if (!live) {
    throw new OperationRefused(
      `${name} has no live version to compare with yet: the service makes the first one`,
    );
  }
  const scratch = { ...projection, version: PREVIEW_VERSION };
  const opened = await openPreview(house.database.pool('cli'), scratch);
  if (!opened) throw new OperationRefused(`another preview of ${name} is under way`);
  try {
    const isWhole = options.from === undefined && options.to === undefined;
    const job = { house, scratch, isQuiet: options.json === true, signal };
    const compared = isWhole ? await previewWhole(job) : await previewSlice(job, opened, slice, live.version);
    const filled = (await store.versions(name)).find((state) => state.version === PREVIEW_VERSION);
    const result = { ...compared, next: version, parked: filled?.parked ?? 0 };
    if (!options.json) console.log(linesOf(result, isWhole ? undefined : slice).join('\n'));
    return result;
  } finally {
    await opened.close();
  }
}

function linesOf(
  result: Comparison & { readonly leftOut: SliceComparison['leftOut']; readonly parked: number },
  slice: Stretch | undefined,
): string[] {
  const places = (of: ReadonlyMap<number, number>) =>
    [...of].map(([partition, sequence]) => `${partition}:${sequence}`).join(',');
  const { projection, leftOut, parked } = result;
  const left = Object.entries(leftOut).filter(([, rows]) => rows > 0);
  return [
    slice
      ? `${projection}: ${lengthOf(slice)} events, from behind ${places(slice.after)} to ${places(slice.upTo)}`
      : `${projection}: the whole log`,
    ...comparisonLines(result, { live: 'live', next: 'the preview' }),
    ...left.map(
      ([table, rows]) => `  left out of ${table}: ${rows} rows that events outside the slice change`,
    ),
    ...(parked > 0 ? [`${parked} events could not be applied.`] : []),
  ];
}
