import { failedPayloads } from '../adapters/postgres/dashboard-failed.js';
import { createParkedReader } from '../adapters/postgres/dashboard-parked.js';
import { readVersions } from '../adapters/postgres/dashboard-versions.js';
import { createRedriveDesk } from '../adapters/postgres/intake-redrives.js';
import { createReadModels } from '../adapters/postgres/query.js';
import { type Authenticator, createSessions, type IntakeStore, maskPayload } from '../intake/index.js';
import { type DashboardOptions, dashboardPlugin, type Sessions } from '../query/index.js';
import { loadAssets } from './dashboard-assets.js';
import type { Database } from './database.js';

/** What the pages stand on. */
interface Ground {
  readonly database: Pick<Database, 'pool'>;
}

/** No request through the page is about more keys. */
const REDRIVE_KEYS_MAX = 1_000;

/** Room 7's pages, on what the other rooms have stored. */
export async function openDashboard(house: Ground, store: IntakeStore, authenticator: Authenticator) {
  const readModels = createReadModels(house.database.pool('query', 'headrace_organisation'));
  return dashboardPlugin({
    readModels,
    sessions: sessionsOf(store, authenticator),
    records: recordsOf(house, store),
    parked: parkedOf(house),
    versions: () => readVersions(house.database.pool('general')),
    assets: await loadAssets(),
  });
}

function sessionsOf(store: IntakeStore, authenticator: Authenticator): Sessions {
  const { begin, find, end } = createSessions(store, authenticator);
  return {
    begin,
    end,
    async find(secret) {
      const identity = await find(secret);
      if (!identity) return undefined;
      const { organisation, scopes } = identity;
      const mayOperate = scopes.includes('operate');
      const mayRead = mayOperate || scopes.includes('query');
      return { organisation, mayRead, mayImport: scopes.includes('import'), mayOperate };
    },
  };
}

function recordsOf({ database }: Ground, store: IntakeStore): DashboardOptions['records'] {
  const pool = database.pool('intake');
  return {
    find: (name) => store.findProcess(name),
    async maskedPayload(name) {
      const found = await store.findPayload(name);
      const payload = found?.payload ?? null;
      return { deleted: payload === null, payload: payload === null ? null : maskPayload(payload) };
    },
    failedPayloads: (selection) => failedPayloads(pool, selection),
  };
}

function parkedOf({ database }: Ground): DashboardOptions['parked'] {
  const pool = database.pool('intake');
  const desk = createRedriveDesk(pool);
  return {
    ...createParkedReader(pool),
    file: ({ projection, dryRun, key }) =>
      desk.file({
        projection,
        action: 'redrive',
        dryRun,
        limit: REDRIVE_KEYS_MAX,
        ...(key !== undefined && { keys: [key] }),
      }),
  };
}
