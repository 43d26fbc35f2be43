import { createPayloadStore } from '../adapters/postgres/importer-payloads.js';
import { keepDeletingPayloads } from '../importer/index.js';
import type { House } from './house.js';

const DAY_MS = 86_400_000;

/** Payloads are deleted some time after their process has ended. */
export function startDeletingPayloads({ config, logger, database, lifecycle }: House): void {
  const log = logger.child({ room: 'importer' });
  const options = {
    store: createPayloadStore(database.pool('importer')),
    keptMs: config.payloadDays * DAY_MS,
    onDeleted: (payloads: number) => log.info({ payloads }, 'payloads are deleted: their time was over'),
    onFault: (err: unknown) => log.warn({ err }, 'payloads whose time is over are deleted later'),
  };
  lifecycle.run('deletion of payloads', (signal) => keepDeletingPayloads(options, signal));
}
