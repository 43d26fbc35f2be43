import { defineProjection } from '../../src/projector/define.js';
import { accountUserLinks } from './account-user-links.js';
import { accountUsers } from './account-users.js';
import { accounts } from './accounts.js';
import { agreements } from './agreements.js';
import { billingDocumentStatuses, billingDocuments } from './billing-documents.js';
import { campaignAccounts } from './campaign-accounts.js';
import { collectionProceedings } from './collection-proceedings.js';
import { collectionProcesses, collectionSteps } from './collection-processes.js';
import { consents } from './consents.js';
import { contractJourneys, contractSubjects } from './contract-journeys.js';
import { contracts } from './contracts.js';
import { debtWriteBacks, delinquentDebts } from './debts.js';
import { depositInstalments, deposits } from './deposits.js';
import { dunningPaths } from './dunning-paths.js';
import { ledgerEntries } from './ledger-entries.js';
import { ledgers } from './ledgers.js';
import { accountMetadata, accountUserMetadata } from './metadata.js';
import { meterPoints } from './meter-points.js';
import { psrRecords } from './psr-records.js';
import { rebates } from './rebates.js';
import { reportedChanges } from './reported-changes.js';
import { supplyRegistrations } from './supply-registrations.js';
import { userVerifications } from './user-verifications.js';

/**
 * What is known of each account, its users, agreements, ledgers and supply. Every table is shared: facts of one
 * entity come through several partitions, late or twice, and each says only what it knows.
 */
export default defineProjection({
  name: 'account-state',
  version: 2,
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
    billing_documents: billingDocuments,
    billing_document_statuses: billingDocumentStatuses,
    rebates,
    collection_processes: collectionProcesses,
    collection_steps: collectionSteps,
    collection_proceedings: collectionProceedings,
    dunning_paths: dunningPaths,
    delinquent_debts: delinquentDebts,
    debt_write_backs: debtWriteBacks,
    deposits,
    deposit_instalments: depositInstalments,
    contracts,
    contract_journeys: contractJourneys,
    contract_subjects: contractSubjects,
    consents,
  },
});
