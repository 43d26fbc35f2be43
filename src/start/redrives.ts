import { createRedriveDesk } from '../adapters/postgres/intake-redrives.js';
import { type Authenticator, redrivePlugin } from '../intake/index.js';
import type { House } from './house.js';

/** Where operators ask for parked events to be applied again. */
export function openRedrives({ database }: House, authenticator: Authenticator) {
  return redrivePlugin(createRedriveDesk(database.pool('intake')), authenticator);
}
