import { createImporterStore } from '../adapters/postgres/importer.js';
import { journalHints } from '../adapters/postgres/importer-hints.js';
import { runImporter } from '../importer/index.js';
import type { House } from './house.js';
import { openObjectStore } from './object-store.js';

/** Room 2: waiting imports come to their outcome. */
export async function startImporter({
  config,
  logger,
  catalogue,
  database,
  lifecycle,
}: House): Promise<void> {
  const log = logger.child({ room: 'importer' });
  const objectStore = await openObjectStore(config);
  const pool = database.pool('importer');
  lifecycle.run('importer', async (signal) => {
    const { hints, ended } = journalHints(pool, signal, (err) => log.warn({ err }, 'no hints for now'));
    const store = createImporterStore(pool, database.journal);
    await runImporter({ store, objectStore, hints, encoder: catalogue, log }, signal);
    await ended;
  });
}
