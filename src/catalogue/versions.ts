import { CatalogueError } from './faults.js';

/**
 * The versions of a type, oldest first: `v1 < v2 < v3` by number, or one lone `1.0.0`.
 *
 * @throws CatalogueError where the names do not say which is older.
 */
export function orderVersions(type: string, versions: readonly string[]): string[] {
  const [only] = versions;
  if (only !== undefined && versions.length === 1 && /^\d+\.\d+\.\d+$/.test(only)) return [only];
  for (const version of versions) {
    if (!/^v[1-9]\d{0,5}$/.test(version)) {
      throw new CatalogueError(
        `${type}: the order of versions ${versions.join(', ')} is ambiguous: ` +
          'only v1, v2, v3 … or one lone version like 1.0.0 have an order',
      );
    }
  }
  return versions.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
}
