import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createJournalStore } from '../../adapters/postgres/journal-reader.js';
import { placesAt } from '../../adapters/postgres/journal-times.js';
import { parsePositions, type RecordedEvent } from '../../event/index.js';
import { aborted } from '../../pacing/pause.js';
import { openLog } from '../../start/engine.js';
import type { House } from '../../start/house.js';
import { painter } from '../colours.js';
import { type HouseFlags, interrupted, withHouse } from '../house.js';
import { InputError } from '../input-error.js';
import { parseTime, TIMES } from '../places.js';
import { type EventFilter, isAbout, matchesEnvelope } from './filter.js';
import { lineOf, type ShownEvent, shownBy } from './shown.js';

export interface TailFlags extends HouseFlags, EventFilter {
  readonly since?: string;
  readonly from?: string;
  /** False with --no-follow. */
  readonly follow: boolean;
  readonly limit?: number;
  readonly asSent?: true;
  readonly showPersonalData?: true;
  readonly json?: true;
}

/** Prints events of the log as they come, until Ctrl-C, the limit, or the end where it is not to be followed. */
export function tail(flags: TailFlags): Promise<void> {
  return withHouse(flags, async (house) => {
    const heads = await createJournalStore(house.database.pool('cli')).heads();
    const after = await beginning(house, heads, flags);
    const stop = new AbortController();
    // Whoever reads us has had enough, as `head` has.
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      stop.abort();
    });
    const print = printer(house, flags, stop);
    const left = new Map([...heads].filter(([partition, head]) => head > (after.get(partition) ?? 0)));
    if (!flags.follow && left.size === 0) return;
    const log = await openLog(house, `events-tail-${randomUUID()}`, house.logger);
    const reading = log.run(
      {
        assigned: async (partition) => after.get(partition) ?? 0,
        async deliver(partition, events) {
          const last = events.at(-1)?.sequence;
          if (last === undefined || stop.signal.aborted) return;
          await print(
            flags.follow ? events : events.filter(({ sequence }) => sequence <= (heads.get(partition) ?? 0)),
          );
          after.set(partition, last);
          if (last >= (heads.get(partition) ?? 0)) left.delete(partition);
          if (!flags.follow && left.size === 0) stop.abort();
        },
        async revoked() {},
      },
      AbortSignal.any([interrupted(), stop.signal]),
    );
    await reading;
  });
}

/** Behind which place of each partition to begin: where the log ends now, unless a time or places are given. */
async function beginning(
  { database }: House,
  heads: ReadonlyMap<number, number>,
  { since, from }: TailFlags,
) {
  if (since !== undefined && from !== undefined) throw new InputError('say either --since or --from');
  if (since !== undefined) {
    const sinceMs = parseTime(since);
    if (sinceMs === undefined) throw new InputError(`--since ${since} is no time: it must be ${TIMES}`);
    return placesAt(database.pool('cli'), sinceMs);
  }
  if (from === undefined) return new Map(heads);
  if (from === 'beginning') return new Map<number, number>();
  const positions = parsePositions(from);
  if (!positions) throw new InputError(`--from ${from}: it must be beginning, or positions as 0:17,3:4`);
  const unknown = positions.find(({ partition }) => !heads.has(partition));
  if (unknown) throw new InputError(`--from ${from}: there is no partition ${unknown.partition}`);
  return new Map([...heads, ...positions.map(({ partition, sequence }) => [partition, sequence] as const)]);
}

/** Prints what is meant of events, and stops at the limit. */
function printer({ catalogue }: House, flags: TailFlags, stop: AbortController) {
  const { json, account, limit = Number.POSITIVE_INFINITY } = flags;
  const matches = matchesEnvelope(flags);
  const options = { asSent: flags.asSent === true, showPersonalData: flags.showPersonalData === true };
  const shown = shownBy(catalogue, options);
  const paint = painter(process.stdout);
  const format = (event: ShownEvent) => (json ? JSON.stringify(event) : lineOf(event, paint));
  let printed = 0;
  return async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const event of events) {
      if (stop.signal.aborted) return;
      if (!matches(event)) continue;
      const told = shown(event);
      if (account !== undefined && !isAbout(account, event, told)) continue;
      if (!process.stdout.write(`${format(told)}\n`)) {
        await Promise.race([once(process.stdout, 'drain'), aborted(stop.signal)]);
      }
      if (++printed >= limit) stop.abort();
    }
  };
}
