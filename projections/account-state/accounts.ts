import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface AccountRow extends Provenance {
  readonly account_number: string;
  readonly import_supplier: string | null;
  readonly created_at: string | null;
  readonly is_imported: boolean | null;
  readonly account_user_emails: readonly string[] | null;
  readonly updated_at: string | null;
  readonly occupied_at: string | null;
  readonly reactivated_at: string | null;
  readonly status_before_reactivation: string | null;
  readonly reactivation_source: string | null;
  readonly smart_meter_read_permission: string | null;
  readonly smart_meter_read_permission_from: string | null;
  readonly requires_postal_comms: boolean | null;
  readonly preferred_language_for_comms: string | null;
  readonly document_accessibility: string | null;
  readonly last_billed_at: string | null;
  readonly last_bill_statement_id: number | null;
  readonly final_billed_at: string | null;
  readonly final_bill_statement_id: number | null;
  readonly billing_options_id: number | null;
}

interface AccountEvent {
  readonly data: { readonly account_number: string };
  readonly envelope: Envelope;
}

/** What any event of an account tells of it: that it was spoken of. */
const spokenOf = ({ data, envelope }: AccountEvent) => [
  { account_number: data.account_number, ...provenanceOf(envelope) },
];

/** Its events need not name the account. */
const spokenOfIfNamed = ({
  data: { account_number },
  envelope,
}: {
  readonly data: { readonly account_number: string | null };
  readonly envelope: Envelope;
}) => (account_number === null ? [] : [{ account_number, ...provenanceOf(envelope) }]);

const ledgerSpokenOf = ({
  data,
  envelope,
}: {
  readonly data: { readonly ledger: { readonly account: { readonly number: string } } };
  readonly envelope: Envelope;
}) => [{ account_number: data.ledger.account.number, ...provenanceOf(envelope) }];

/** A change of preferences is a list whose last item holds now. */
const holdsNow = <T>(values: readonly T[] | null): T | null => values?.at(-1) ?? null;

/** One row an account, also one of which only others' events spoke. */
export const accounts = shared<AccountRow, 'account_number'>({
  key: ['account_number'],
  merge: {
    ...provenance,
    import_supplier: 'latest',
    created_at: 'least',
    is_imported: 'latest',
    account_user_emails: 'latest',
    updated_at: 'greatest',
    occupied_at: 'greatest',
    reactivated_at: 'greatest',
    status_before_reactivation: 'latest',
    reactivation_source: 'latest',
    smart_meter_read_permission: 'latest',
    smart_meter_read_permission_from: 'latest',
    requires_postal_comms: 'latest',
    preferred_language_for_comms: 'latest',
    document_accessibility: 'latest',
    last_billed_at: 'greatest',
    last_bill_statement_id: 'latest',
    final_billed_at: 'greatest',
    final_bill_statement_id: 'latest',
    billing_options_id: 'latest',
  },
  on: {
    'account.created': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        ...provenanceOf(envelope),
        import_supplier: envelope.importSupplier,
        created_at: envelope.time,
        is_imported: data.is_imported,
        account_user_emails: data.account_user_emails,
      },
    ],
    'account.updated': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        ...provenanceOf(envelope),
        account_user_emails: data.account_user_emails,
        updated_at: envelope.time,
      },
    ],
    'account.occupied': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        ...provenanceOf(envelope),
        occupied_at: envelope.time,
      },
    ],
    'account.reactivated': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        ...provenanceOf(envelope),
        reactivated_at: envelope.time,
        status_before_reactivation: data.previous_status,
        reactivation_source: data.reactivation_source,
      },
    ],
    'account.smart-meter-read-permission-changed': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        ...provenanceOf(envelope),
        smart_meter_read_permission: data.new_permission,
        smart_meter_read_permission_from: data.effective_from,
      },
    ],
    'account.communications_preferences_updated': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        ...provenanceOf(envelope),
        requires_postal_comms: holdsNow(data.changes.requires_postal_comms),
        preferred_language_for_comms: holdsNow(data.changes.preferred_language_for_comms),
        document_accessibility: holdsNow(data.changes.document_accessibility),
      },
    ],
    'billing.issued_bill': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        ...provenanceOf(envelope),
        last_billed_at: envelope.time,
        last_bill_statement_id: data.statement_id,
      },
    ],
    'billing.final_bill': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        ...provenanceOf(envelope),
        final_billed_at: envelope.time,
        final_bill_statement_id: data.statement_id,
      },
    ],
    'billing.billing_options.updated': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        ...provenanceOf(envelope),
        billing_options_id: data.new_billing_options_id,
      },
    ],
    'account_metadata.created': spokenOf,
    'account_metadata.updated': spokenOf,
    'account_metadata.removed': spokenOf,
    'campaign_account.added': spokenOf,
    'campaign_account.updated': spokenOf,
    'campaign_account.removed': spokenOf,
    'agreement.created': spokenOf,
    'agreement.rollover.completed': spokenOf,
    'lifecycle.join-supplier.agreement.created': spokenOf,
    'billing.ledger.entry_posted': ledgerSpokenOf,
    'billing.ledger.entry_removed': ledgerSpokenOf,
    'meterpoint.elec.cos_gain.registration.requested': spokenOf,
    'meterpoint.gas.cos_gain.registration.requested': spokenOf,
    'industry.electricity.change_of_supply.loss.complete': spokenOf,
    'industry.gas.change_of_supply.loss.complete': spokenOf,
    'billing.billing_document.held': spokenOf,
    'billing.billing_document.issued': spokenOf,
    'billing.billing_document_representation.dispatched': spokenOf,
    'billing.rebate.accepted': spokenOf,
    'billing.rebate.created': spokenOf,
    'billing.rebate.declined': spokenOf,
    'billing.rebate.updated': spokenOf,
    'collection_proceeding.created': spokenOf,
    'collection_process.leave_supplier_instigated': spokenOf,
    'collection_process.paused': spokenOf,
    'collection_process.raised': spokenOf,
    'collection_process.unpaused': spokenOf,
    'collection_process.withdrawn': spokenOf,
    dunning_path_paused: spokenOf,
    dunning_path_started: spokenOf,
    dunning_path_unpaused: spokenOf,
    dunning_path_withdrawn: spokenOf,
    'debt.actioning.automated_debt_write_back.completed': spokenOf,
    'debt.actioning.automated_debt_write_back.failed': spokenOf,
    'debt.actioning.automated_debt_write_back.skipped': spokenOf,
    'delinquent_debt.position_changed': spokenOfIfNamed,
    'apis.api_exception.updated': spokenOfIfNamed,
    'deposit_agreement.accepted': spokenOf,
    'deposit_agreement.fulfilled': spokenOf,
    'deposit_agreement.instalment_returned': spokenOf,
    'deposit_agreement.returned': spokenOf,
    'deposit_agreement.withdrawn': spokenOf,
    'comms.account-call.updated': spokenOf,
    'comms.transcription.created': spokenOf,
    'comms.customer_email_bounced': spokenOf,
    'affiliates.affiliate-account-contract-created': spokenOf,
    'goods.quote.created-for-account': spokenOf,
    'industry.electricity.export_installation.validated': spokenOf,
    late_payment_fee_application_service_completed: spokenOf,
    late_payment_fee_application_service_fee_applied: spokenOf,
    late_payment_fee_application_service_started: spokenOf,
    late_payment_fee_calculation_service_completed: spokenOf,
    late_payment_fee_calculation_service_started: spokenOf,
    late_payment_fee_calculator_completed: spokenOf,
    late_payment_fee_calculator_fee_applied: spokenOf,
    late_payment_fee_calculator_started: spokenOf,
  },
});
