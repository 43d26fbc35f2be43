import type { KeptPayload, ProcessKey } from '../../intake/index.js';
import type { Pool } from './pool.js';
import { inSnapshot } from './reading.js';

const FIND = {
  name: 'intake-find-payload',
  text: `SELECT attempt, payload FROM intake.import_processes
         WHERE organisation = $1 AND resource_type = $2 AND external_identifier = $3`,
};

export async function findPayload(pool: Pool, key: ProcessKey): Promise<KeptPayload | undefined> {
  const values = [key.organisation, key.resourceType, key.externalIdentifier];
  return inSnapshot(pool, key.organisation, async (client) => {
    const { rows } = await client.query<KeptPayload>({ ...FIND, values });
    return rows[0];
  });
}
