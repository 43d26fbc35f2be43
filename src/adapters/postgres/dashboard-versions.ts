import type { VersionFigures } from '../../query/index.js';
import { surfacing } from './intake-faults.js';
import type { Pool } from './pool.js';
import { createVersionStore } from './projection-versions.js';

/** Every version of every projection, as it stands now. */
export function readVersions(pool: Pool): Promise<readonly VersionFigures[]> {
  const store = createVersionStore(pool);
  return surfacing(async () => {
    const names = await store.names();
    const all = await Promise.all(
      names.map(async (projection) =>
        (await store.versions(projection)).map((version) => ({ projection, ...version })),
      ),
    );
    return all.flat();
  });
}
