import { defineProjection } from '../../src/projector/define.js';
import { namesOf } from './about.js';
import { accountOwners } from './account-owners.js';
import { events } from './events.js';
import { links } from './links.js';

/** Every event of every type, decoded, and which account it concerns. Rows are only ever added. */
export default defineProjection({
  name: 'event-history',
  version: 2,
  tables: { events, links, account_owners: accountOwners },
  names: namesOf,
});
