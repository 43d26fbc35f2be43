import type { Pool } from 'pg';
import type { RedriveDesk } from '../../intake/index.js';
import { surfacing } from './intake-faults.js';
import { createRedriveRequests } from './projection-requests.js';

/** A key that failed again so often is taken only where it is named. */
const ATTEMPTS = 3;

/** Requests about parked events as the operator's port. */
export function createRedriveDesk(pool: Pool): RedriveDesk {
  const requests = createRedriveRequests(pool);
  return {
    file: ({ action, dryRun, ...selection }) =>
      surfacing(async () => {
        const { rows } = await pool.query<{ version: number }>(
          'SELECT version FROM projector.live_versions WHERE projection = $1',
          [selection.projection],
        );
        if (!rows[0]) return undefined;
        const guard = action === 'redrive' && !selection.keys ? { attemptsBelow: ATTEMPTS } : {};
        const order = { action, dryRun, requestedBy: 'operator' };
        return (await requests.file({ ...selection, ...rows[0], ...guard }, order)).redrive;
      }),

    progress: (redrive) =>
      surfacing(async () => {
        const found = await requests.progress(redrive);
        if (!found) return undefined;
        const { dryRun, items, requestedAt, requestedBy: _, ...same } = found;
        return { ...same, dry_run: dryRun, requested_at: requestedAt, keys: items };
      }),

    cancel: (redrive) =>
      surfacing(async () => {
        await requests.cancel(redrive);
      }),
  };
}
