import { userInfo } from 'node:os';
import { createWaker } from '../../pacing/waker.js';
import {
  isFed,
  OperationRefused,
  type ParkedSelection,
  type RedriveProgress,
} from '../../projector/index.js';
import { type ConfirmFlags, confirm } from '../confirm.js';
import { interrupted, withDatabase } from '../house.js';
import { InputError } from '../input-error.js';
import { showProgress } from '../progress.js';
import { tableOf } from './look.js';
import { type ParkedStores, parkedStores, type SelectionFlags, selectionOf } from './selection.js';

const POLL_MS = 200;
/** Where nobody has taken anything up for so long, nobody will soon. */
const IDLE_MS = 30_000;

export interface RequestFlags extends SelectionFlags, ConfirmFlags {
  readonly plan?: true;
  readonly dryRun?: true;
  /** False with --no-wait. */
  readonly wait: boolean;
}

/** Queues a request for the keys meant, and follows it to its end. The exit code is 1 where some failed again. */
export function request(action: 'redrive' | 'discard', name: string, flags: RequestFlags): Promise<void> {
  return withDatabase(flags, async (database) => {
    const stores = parkedStores(database);
    const selection = await selectionOf(stores, name, flags);
    if (action === 'discard' && !flags.key && !flags.event && !flags.reason && !flags.type) {
      throw new InputError('say what to discard: --key, --event, --type or --reason');
    }
    if (action === 'redrive') await refuseSingle(stores, selection);
    const keys = await stores.requests.list(selection);
    if (flags.plan || keys.length === 0) {
      const events = keys.reduce((sum, key) => sum + (key.sequence === null ? key.events : 1), 0);
      const plan = keys.map((key) => ({ projection: name, version: selection.version, ...key }));
      if (flags.json) console.log(JSON.stringify({ keys: keys.length, events, plan }, undefined, 2));
      else
        console.log(`${keys.length === 0 ? '' : `${tableOf(plan)}\n`}${keys.length} keys, ${events} events`);
      return;
    }
    if (action === 'discard' && !flags.dryRun) {
      await confirm(`Parked events of ${keys.length} keys of ${name} are given up for ever`, flags);
    }
    const order = { action, dryRun: flags.dryRun === true, requestedBy: userInfo().username };
    const { redrive, items } = await stores.requests.file(selection, order);
    if (!flags.json)
      console.error(`Request ${redrive}: ${items} keys. Cancel it: headrace parked cancel ${redrive}`);
    if (flags.wait) await follow(stores, selection, redrive, flags.json === true);
    await report(stores, redrive, flags.json === true);
  });
}

/** Tells how far a request is. */
export function progress(redrive: number, flags: SelectionFlags): Promise<void> {
  return withDatabase(flags, (database) => report(parkedStores(database), redrive, flags.json === true));
}

/** Leaves undone what is not begun. */
export function cancel(redrive: number, flags: SelectionFlags): Promise<void> {
  return withDatabase(flags, async (database) => {
    const stores = parkedStores(database);
    await stores.requests.cancel(redrive);
    await report(stores, redrive, flags.json === true);
  });
}

/** Of a key, events are applied in order: one alone may be tried again only where it has no key. */
async function refuseSingle({ requests }: ParkedStores, selection: ParkedSelection): Promise<void> {
  if (!selection.event) return;
  const [event] = await requests.show(selection);
  if (event && event.key !== '')
    throw new InputError(`events of a key are redriven in order: --key '${event.key}'`);
}

async function follow(
  { requests, versions }: ParkedStores,
  { projection, version }: ParkedSelection,
  redrive: number,
  isQuiet: boolean,
): Promise<void> {
  const signal = interrupted();
  const waker = createWaker(signal);
  const bar = isQuiet ? undefined : showProgress(`request ${redrive}`, 0, process.stderr);
  let [left, movedAt] = [-1, performance.now()];
  try {
    while (!signal.aborted) {
      const now = await requests.progress(redrive);
      if (!now) return;
      bar?.to(now.items - now.pending, now.items);
      if (now.pending === 0) return;
      if (now.pending !== left) [left, movedAt] = [now.pending, performance.now()];
      else if (performance.now() - movedAt > IDLE_MS) {
        const state = (await versions.versions(projection)).find((known) => known.version === version);
        const fed =
          state && isFed(state) ? `${state.fedBy} feeds it but does not take it up` : 'nobody feeds it';
        throw new OperationRefused(
          `v${version} of ${projection} does not take the request up (${fed}). It stays queued; see headrace parked progress ${redrive}`,
        );
      }
      await waker.pause(POLL_MS);
    }
  } finally {
    bar?.stop();
    waker.close();
  }
}

async function report({ requests }: ParkedStores, redrive: number, isJson: boolean): Promise<void> {
  const found = await requests.progress(redrive);
  if (!found) throw new InputError(`there is no request ${redrive}`);
  console.log(isJson ? JSON.stringify(found, undefined, 2) : linesOf(found).join('\n'));
  if (found.failed > 0) process.exitCode = 1;
}

function linesOf({
  redrive,
  action,
  dryRun,
  items,
  events,
  done,
  failed,
  pending,
  cancelled,
  failures,
}: RedriveProgress) {
  const verb = action === 'redrive' ? 'applied' : 'discarded';
  const counts = [
    `${done} done`,
    ...(failed > 0 ? [`${failed} failed again and ${dryRun ? 'would stay' : 'stay'} parked`] : []),
    ...(pending > 0 ? [`${pending} pending`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ];
  const more = failed - failures.length;
  return [
    `Request ${redrive}: of ${items} keys ${counts.join(', ')}; ${events} events ${dryRun ? 'would be ' : ''}${verb}`,
    ...failures.map(
      ({ partition, sequence, key, reason, detail }) =>
        `  ${partition}:${sequence} ${key || '(no key)'} ${reason}: ${detail}`,
    ),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
