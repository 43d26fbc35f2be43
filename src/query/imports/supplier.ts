import type { ReadModels, Row } from '../port.js';

/** The row of an import supplier, as far as the read model knows, and how far that is behind. */
export async function findSupplier(
  readModels: ReadModels,
  organisation: string,
  name: string,
): Promise<{ readonly row: Row | undefined; readonly lagSeconds: number }> {
  const { value, freshness } = await readModels.get({
    item: 'import-suppliers',
    organisation,
    known: { import_supplier: name },
  });
  return { row: value[0], lagSeconds: freshness.lagSeconds };
}
