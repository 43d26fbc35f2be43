import { DataFault } from '../errors.js';
import type { RecordedEvent } from '../event/index.js';
import type { Projection } from './definition.js';
import type { WindowEvent } from './fold.js';
import type { RedriveItem, RedriveStore, Resolution } from './port.js';
import type { PartitionWorker } from './worker.js';

/** Most events of a key in one transaction; the next go into another, before anything newer of the key. */
const CHUNK_EVENTS = 1_000;

export interface Redriver {
  readonly projection: Projection;
  readonly store: RedriveStore;
  /** With today's code. */
  readonly decode: (event: RecordedEvent) => WindowEvent;
}

/**
 * Carries out one item of a request, as the owner of its partition. What fails again stays parked and is not tried
 * again until someone asks; so does everything behind it.
 *
 * @throws as {@link PartitionWorker.apply}
 */
export async function redrive(redriver: Redriver, worker: PartitionWorker, item: RedriveItem): Promise<void> {
  const { projection, store } = redriver;
  if (item.dryRun) return tryOut(redriver, worker, item);
  if (item.action === 'discard') await discard(redriver, worker, item);
  else await applyAll(redriver, worker, item);
  if (!(await store.isParked(projection, item.partition, item.key))) worker.release(item.key);
}

async function applyAll(redriver: Redriver, worker: PartitionWorker, item: RedriveItem): Promise<void> {
  for (;;) {
    const window = await parkedWindow(redriver, item);
    const isLast = window.length < CHUNK_EVENTS;
    if (await applyWindow(worker, item, window, isLast)) return;
  }
}

/** @returns whether nothing more is to be done for the item */
async function applyWindow(
  worker: PartitionWorker,
  item: RedriveItem,
  window: readonly WindowEvent[],
  isLast: boolean,
): Promise<boolean> {
  let rest = window;
  let size = rest.length;
  do {
    const part = rest.slice(0, size);
    const outcome = await worker.applyAgain(part, item, isLast && size === rest.length);
    if (outcome instanceof DataFault) {
      const [only, another] = part;
      if (only && !another) {
        sound(await worker.settle({ item, released: [], failed: failing(only, outcome), isLast: true }));
        return true;
      }
      // Some event of the part makes it impossible: those before it are found by halving.
      size = Math.floor(size / 2);
      continue;
    }
    if (outcome.isLast) return true;
    rest = rest.slice(size);
    size = rest.length;
  } while (rest.length > 0);
  return false;
}

async function discard(redriver: Redriver, worker: PartitionWorker, item: RedriveItem): Promise<void> {
  for (;;) {
    const window = await parkedWindow(redriver, item);
    const isLast = window.length < CHUNK_EVENTS;
    const released = window.map(({ recorded }) => recorded.sequence);
    sound(await worker.settle({ item, released, failed: undefined, isLast }));
    if (isLast) return;
  }
}

/** Says what would come of it. Only the first events of a key are tried: each builds on what those before it did. */
async function tryOut(redriver: Redriver, worker: PartitionWorker, item: RedriveItem): Promise<void> {
  const window = await parkedWindow(redriver, item);
  const released = window.map(({ recorded }) => recorded.sequence);
  const discarded: Resolution = { item, released, failed: undefined, isLast: true };
  const outcome = item.action === 'discard' ? discarded : await longestThatApplies(worker, item, window);
  await redriver.store.report(outcome);
}

async function longestThatApplies(
  worker: PartitionWorker,
  item: RedriveItem,
  window: readonly WindowEvent[],
): Promise<Resolution> {
  const whole = await worker.applyAgain(window, item, true);
  if (!(whole instanceof DataFault)) return whole;
  let [applies, fails, fault] = [0, window.length, whole];
  while (fails - applies > 1) {
    const middle = Math.floor((applies + fails) / 2);
    const outcome = await worker.applyAgain(window.slice(0, middle), item, true);
    if (!(outcome instanceof DataFault)) applies = middle;
    else [fails, fault] = [middle, outcome];
  }
  const released = window.slice(0, applies).map(({ recorded }) => recorded.sequence);
  const at = window[applies];
  return { item, released, failed: at && failing(at, fault), isLast: true };
}

async function parkedWindow({ projection, store, decode }: Redriver, item: RedriveItem) {
  const events = await store.parkedEvents(projection, item, CHUNK_EVENTS);
  return events.map(decode);
}

const failing = ({ recorded }: WindowEvent, fault: DataFault) => ({
  event: recorded,
  reason: fault.reason,
  detail: fault.message,
});

/** Settling without any row of a read model gives the database nothing to refuse. */
function sound(outcome: Resolution | DataFault): void {
  if (outcome instanceof DataFault) throw new Error(`settling was refused: ${outcome.message}`);
}
