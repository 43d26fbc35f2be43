import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderObjectStore } from '../adapters/objectstore/folder.js';
import { createImporterStore } from '../adapters/postgres/importer.js';
import { journalHints } from '../adapters/postgres/importer-hints.js';
import { runImporter } from '../importer/index.js';
import type { House } from './house.js';

/** Room 2: waiting imports come to their outcome. */
export function startImporter({ config, logger, catalogue, database, lifecycle, states }: House): void {
  const log = logger.child({ room: 'importer' });
  const bucket = join(config.dataFolder, 'objects');
  mkdirSync(bucket, { recursive: true });
  const pool = database.pool('importer');
  lifecycle.run('importer', async (signal) => {
    const { hints, ended } = journalHints(pool, signal, (err) => log.warn({ err }, 'no hints for now'));
    const store = createImporterStore(pool, database.journal);
    const objectStore = folderObjectStore(bucket);
    const onTurn = (work: string, fault: unknown) => {
      if (fault === undefined) states.runs('importer', work);
      else states.pauses('importer', work, fault);
    };
    await runImporter({ store, objectStore, hints, encoder: catalogue, log, onTurn }, signal);
    await ended;
  });
}
