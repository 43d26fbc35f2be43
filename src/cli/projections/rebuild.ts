import { OperationRefused, refuseCutLog, startOver } from '../../projector/index.js';
import { type ConfirmFlags, confirm } from '../confirm.js';
import { type HouseFlags, interrupted, withHouse } from '../house.js';
import { catchUp, checkedOut, versionStoreOf } from './feed.js';

export interface RebuildOptions extends HouseFlags, ConfirmFlags {
  readonly again?: true;
  readonly follow?: true;
  readonly json?: true;
}

/** Fills the version that is checked out beside the live one, from the beginning of the log. */
export function rebuild(name: string, options: RebuildOptions): Promise<void> {
  return withHouse(options, async (house) => {
    const { version } = checkedOut(house, name);
    const store = versionStoreOf(house);
    const versions = await store.versions(name);
    const live = versions.find(({ role }) => role === 'live');
    if (!live) throw new OperationRefused(`${name} has no live version yet: the service makes the first one`);
    if (live.version === version) {
      throw new OperationRefused(
        `v${version} is checked out, and is the live one: give projections/${name} a new version to rebuild it`,
      );
    }
    // On Kafka the topic is the log: its reader itself stops at a gap, and the journal may have dropped what is there.
    if (!house.config.kafkaBrokers) await refuseCutLog(store);
    if (options.again) await confirm(`What there is of v${version} of ${name} is dropped`, options);
    const isRetired = versions.some((state) => state.version === version && state.role === 'retired');
    if (options.again || isRetired) await startOver(store, name, version);
    const signal = interrupted();
    const startedAt = performance.now();
    const { applied, perSecond } = await catchUp(house, name, version, {
      signal,
      slack: 0,
      isQuiet: options.json === true,
    });
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    if (options.json) {
      const result = { projection: name, version, live: live.version, events: applied, seconds };
      console.log(JSON.stringify({ ...result, events_per_second: Math.round(perSecond) }));
    } else {
      console.log(
        `v${version} of ${name} has applied all ${applied} events (${seconds} s, ${Math.round(perSecond)}/s).`,
      );
      console.log(`Next: headrace projections verify ${name}, then promote ${name}`);
    }
    if (options.follow) await goOn(signal, house.lifecycle.failed, version);
  });
}

/** Feeds it until Ctrl-C. */
async function goOn(signal: AbortSignal, failed: Promise<Error>, version: number): Promise<void> {
  console.error(`It goes on feeding v${version} until Ctrl-C.`);
  const asked = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined));
  });
  const fault = await Promise.race([asked, failed]);
  if (fault) throw fault;
}
