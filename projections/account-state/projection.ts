import { defineProjection } from '../../src/projector/define.js';
import { accountCalls, bouncedEmails } from './account-contacts.js';
import { accountUserLinks } from './account-user-links.js';
import { accountUsers } from './account-users.js';
import { accounts } from './accounts.js';
import { agreements } from './agreements.js';
import { apiExceptions } from './api-exceptions.js';
import { billingDocumentStatuses, billingDocuments } from './billing-documents.js';
import { campaignAccounts } from './campaign-accounts.js';
import { collectionProceedings } from './collection-proceedings.js';
import { collectionProcesses, collectionSteps } from './collection-processes.js';
import { consents } from './consents.js';
import { contractGroupMembers, contractGroups, contractGroupVersions } from './contract-groups.js';
import { contractJourneys, contractSubjects } from './contract-journeys.js';
import { contracts } from './contracts.js';
import { conversationPlaces } from './conversation-places.js';
import { conversations } from './conversations.js';
import { debtWriteBacks, delinquentDebts } from './debts.js';
import { depositInstalments, deposits } from './deposits.js';
import { disputedReadings } from './disputed-readings.js';
import { dunningPaths } from './dunning-paths.js';
import { gasMeters } from './gas-meters.js';
import { latePaymentFeeRuns, latePaymentFees, latePaymentFeeWaivers } from './late-payment-fees.js';
import { ledgerEntries } from './ledger-entries.js';
import { ledgers } from './ledgers.js';
import { messages, messageTags } from './messages.js';
import { accountMetadata, accountUserMetadata } from './metadata.js';
import { meterPoints } from './meter-points.js';
import { exportInstallations, meterDataIssues, supplyPointCharging } from './metering.js';
import { propertyPeriodMetadata, propertyPeriods } from './property-periods.js';
import { psrRecords } from './psr-records.js';
import { rebates } from './rebates.js';
import { reportedChanges } from './reported-changes.js';
import { affiliateContracts, goodsPurchases, goodsQuotes } from './sales.js';
import { supplyRegistrations } from './supply-registrations.js';
import { issuedTokens, loginFailures, loyaltyRoleRemovals } from './user-logins.js';
import { userVerifications } from './user-verifications.js';

/**
 * What is known of each account, its users, agreements, ledgers, supply and conversations. Every table is shared: facts of one
 * entity come through several partitions, late or twice, and each says only what it knows.
 */
export default defineProjection({
  name: 'account-state',
  version: 3,
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
    contract_groups: contractGroups,
    contract_group_members: contractGroupMembers,
    contract_group_versions: contractGroupVersions,
    conversations,
    conversation_places: conversationPlaces,
    messages,
    message_tags: messageTags,
    account_calls: accountCalls,
    bounced_emails: bouncedEmails,
    login_failures: loginFailures,
    issued_tokens: issuedTokens,
    loyalty_role_removals: loyaltyRoleRemovals,
    late_payment_fee_runs: latePaymentFeeRuns,
    late_payment_fees: latePaymentFees,
    late_payment_fee_waivers: latePaymentFeeWaivers,
    goods_quotes: goodsQuotes,
    goods_purchases: goodsPurchases,
    affiliate_contracts: affiliateContracts,
    property_periods: propertyPeriods,
    property_period_metadata: propertyPeriodMetadata,
    supply_point_charging: supplyPointCharging,
    meter_data_issues: meterDataIssues,
    export_installations: exportInstallations,
    gas_meters: gasMeters,
    disputed_readings: disputedReadings,
    api_exceptions: apiExceptions,
  },
});
