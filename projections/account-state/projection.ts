import { defineProjection } from '../../src/projector/define.js';
import { accountUserLinks } from './account-user-links.js';
import { accountUsers } from './account-users.js';
import { accounts } from './accounts.js';
import { agreements } from './agreements.js';
import { campaignAccounts } from './campaign-accounts.js';
import { ledgerEntries } from './ledger-entries.js';
import { ledgers } from './ledgers.js';
import { accountMetadata, accountUserMetadata } from './metadata.js';
import { meterPoints } from './meter-points.js';
import { psrRecords } from './psr-records.js';
import { reportedChanges } from './reported-changes.js';
import { supplyRegistrations } from './supply-registrations.js';
import { userVerifications } from './user-verifications.js';

/**
 * What is known of each account, its users, agreements, ledgers and supply. Every table is shared: facts of one
 * entity come through several partitions, late or twice, and each says only what it knows.
 */
export default defineProjection({
  name: 'account-state',
  version: 1,
  tables: {
    accounts,
    account_metadata: accountMetadata,
    account_users: accountUsers,
    account_user_links: accountUserLinks,
    account_user_metadata: accountUserMetadata,
    user_verifications: userVerifications,
    psr_records: psrRecords,
    agreements,
    ledgers,
    ledger_entries: ledgerEntries,
    campaign_accounts: campaignAccounts,
    supply_registrations: supplyRegistrations,
    meter_points: meterPoints,
    reported_changes: reportedChanges,
  },
});
