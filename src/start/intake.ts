import { join } from 'node:path';
import { fileSpools } from '../adapters/spool/index.js';
import { faultsOf } from '../importer/index.js';
import { type Authenticator, type IntakeStore, intakePlugin } from '../intake/index.js';
import type { House } from './house.js';

/** Room 1: requests become waiting imports, and events. */
export function openIntake({ catalogue, config }: House, store: IntakeStore, authenticator: Authenticator) {
  return intakePlugin({
    store,
    catalogue,
    authenticator,
    introspection: config.introspection,
    foresee: faultsOf,
    openSpool: fileSpools(join(config.dataFolder, 'spool')),
  });
}
