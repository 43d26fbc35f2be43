import type { IntakeStore } from '../../intake/index.js';
import { acceptanceTransaction } from './intake-acceptance.js';
import { cancellationTransaction } from './intake-cancellation.js';
import { credentialStore } from './intake-credentials.js';
import { dryRunTransaction } from './intake-dry-runs.js';
import { surfacing } from './intake-faults.js';
import { acceptFirst } from './intake-first.js';
import { operatorStore } from './intake-operator.js';
import { findPayload } from './intake-payloads.js';
import { findProcess } from './intake-processes.js';
import type { JournalWriter } from './journal.js';
import type { Pool } from './pool.js';
import { publishStore } from './publish.js';
import { inTransaction } from './transaction.js';

/** Everything intake keeps, in Postgres. Infrastructure faults surface as `service_unavailable`. */
export function createIntakeStore(pool: Pool, journal: JournalWriter): IntakeStore {
  return {
    ...credentialStore(pool),
    ...operatorStore(pool, journal),
    ...publishStore(pool, journal),
    acceptFirst: (first) => surfacing(() => acceptFirst(pool, journal, first)),
    accepting: (work) =>
      surfacing(() => inTransaction(pool, (client) => work(acceptanceTransaction(client, journal)))),
    findPayload: (key) => surfacing(() => findPayload(pool, key)),
    cancelling: (work) =>
      surfacing(() => inTransaction(pool, (client) => work(cancellationTransaction(client, journal)))),
    dryRunning: (work) =>
      surfacing(() => inTransaction(pool, (client) => work(dryRunTransaction(client, journal)))),
    findProcess: (key) => surfacing(() => findProcess(pool, key)),
  };
}
