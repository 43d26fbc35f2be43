import { createJournalStore } from '../../adapters/postgres/journal-reader.js';
import type { Preview, SliceComparison } from '../../adapters/postgres/projection-preview.js';
import { createProjectionStore } from '../../adapters/postgres/projection-store.js';
import { pause } from '../../pacing/pause.js';
import { OperationRefused, rowsTouchedBy } from '../../projector/index.js';
import { lengthOf, readUpTo, type Stretch } from '../../router/index.js';
import { openLog } from '../../start/engine.js';
import { projectionsFolder } from '../../start/house.js';
import { openProjector } from '../../start/projectors.js';
import { showProgress } from '../progress.js';
import { versionStoreOf } from './feed.js';
import { MEET_MS, POLL_MS, type PreviewJob } from './preview-whole.js';
import { applyStretch } from './slice.js';

/** Applies a slice, and compares the rows that nothing outside of it has changed. */
export async function previewSlice(
  job: PreviewJob,
  opened: Preview,
  slice: Stretch,
  live: number,
): Promise<SliceComparison> {
  await fill(job, opened, slice);
  await untilApplied(job, slice, live);
  return compareWithLive(job, opened, slice, live);
}

async function fill(
  { house, scratch, isQuiet, signal }: PreviewJob,
  opened: Preview,
  slice: Stretch,
): Promise<void> {
  const { database, config } = house;
  await createProjectionStore(database.pool('cli'), projectionsFolder, config.parkedMost).ensure(scratch);
  await opened.beginBehind(slice.after);
  const { projector, log } = await openProjector(house, scratch);
  const bar = isQuiet ? undefined : showProgress(`${scratch.name}: applied`, lengthOf(slice), process.stderr);
  try {
    await applyStretch(projector, log, slice, (events) => bar?.step(events), signal);
  } finally {
    bar?.stop();
  }
}

/** Waits until the live version has applied the slice as well. */
async function untilApplied(
  { house, scratch, signal }: PreviewJob,
  { upTo }: Stretch,
  live: number,
): Promise<void> {
  const store = versionStoreOf(house);
  const deadline = performance.now() + MEET_MS;
  for (;;) {
    const state = (await store.versions(scratch.name)).find(({ version }) => version === live);
    const behind = state?.partitions.filter(
      ({ partition, sequence }) => sequence < (upTo.get(partition) ?? 0),
    );
    if (behind?.length === 0) return;
    if (signal.aborted || performance.now() > deadline) {
      const where = behind?.map(({ partition, sequence }) => `${partition}:${sequence}`).join(',');
      throw new OperationRefused(
        `the live version has not applied the slice: it is at ${where}. End it there with --to`,
      );
    }
    await pause(POLL_MS, signal);
  }
}

/** Rows that events before or after the slice have changed are left out: the slice alone cannot tell what they are. */
async function compareWithLive(
  { house, scratch, isQuiet, signal }: PreviewJob,
  opened: Preview,
  { after, upTo }: Stretch,
  live: number,
): Promise<SliceComparison> {
  const touchedBy = rowsTouchedBy(scratch, (event) => house.catalogue.decodeCurrent(event));
  const read = async (stretch: Stretch, touch: Preview['touch']) => {
    const length = lengthOf(stretch);
    if (length === 0) return;
    const bar = isQuiet ? undefined : showProgress(`${scratch.name}: outside`, length, process.stderr);
    try {
      const log = await openLog(house, `${scratch.name}-preview`, house.logger);
      const take = async (_: number, events: Parameters<typeof touchedBy>[0]) => {
        await touch(touchedBy(events));
        bar?.step(events.length);
      };
      await readUpTo(log, stretch, take, signal);
    } finally {
      bar?.stop();
    }
  };
  const heads = await createJournalStore(house.database.pool('cli')).heads();
  await read({ after: new Map(), upTo: after }, opened.touch);
  // Most of what came after the slice, before the snapshot holds up anything.
  await read({ after: upTo, upTo: heads }, opened.touch);
  return opened.compare(live, async (at, touch) => {
    await read(
      { after: heads, upTo: new Map(at.map(({ partition, sequence }) => [partition, sequence])) },
      touch,
    );
  });
}
