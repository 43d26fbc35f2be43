/** `<database url> <folder of projections> <version>`: applies the journal to a version of `counting` until killed. */
import { createJournalStore } from '../../src/adapters/postgres/journal-reader.js';
import { createPool } from '../../src/adapters/postgres/pool.js';
import { createRedriveStore } from '../../src/adapters/postgres/projection-redrive.js';
import { createProjectionStore } from '../../src/adapters/postgres/projection-store.js';
import { journalLog } from '../../src/journal/index.js';
import { createProjector, HeldError } from '../../src/projector/index.js';
import { counting, decode } from './counting-projection.js';

const [url = '', folder = '', version = ''] = process.argv.slice(2);
const onFault = (error: unknown) => {
  if (!(error instanceof HeldError)) console.error(error);
};
const pool = createPool(url, { max: 5, applicationName: 'feed', onIdleError: onFault });
const projector = createProjector({
  projection: { ...counting, version: Number(version) },
  store: createProjectionStore(pool, folder),
  decode,
  keyDeterminedBy: () => 'item',
  cachedRows: 100,
  onParked: () => {},
  redrives: { store: createRedriveStore(pool, `pid ${process.pid}`), pollMs: 100, onFault },
});
const log = journalLog(createJournalStore(pool), {
  name: `test-v${version}`,
  delivery: { events: 50, bytes: 1_000_000 },
  concurrency: 2,
  pollMs: 20,
  retryMs: 50,
  onFault,
});
await projector.run(log, new AbortController().signal);
