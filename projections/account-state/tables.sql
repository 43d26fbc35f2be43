-- Every table is shared: partitions merge what they know into the same rows. A column said by the latest event has
-- that event's time and id beside it, as <column>_stamp. Dates and times of payloads are kept as told, as text; those
-- of events are timestamps. Texts that rows are found or sorted by use the "C" collation: the order is that of the
-- bytes on every machine. Rows get room, so that an update stays on its page.

CREATE TABLE accounts (
  account_number text COLLATE "C" NOT NULL,
  import_supplier text,
  import_supplier_stamp text COLLATE "C",
  created_at timestamptz,
  is_imported boolean,
  is_imported_stamp text COLLATE "C",
  account_user_emails jsonb,
  account_user_emails_stamp text COLLATE "C",
  updated_at timestamptz,
  occupied_at timestamptz,
  reactivated_at timestamptz,
  status_before_reactivation text,
  status_before_reactivation_stamp text COLLATE "C",
  reactivation_source text,
  reactivation_source_stamp text COLLATE "C",
  smart_meter_read_permission text,
  smart_meter_read_permission_stamp text COLLATE "C",
  smart_meter_read_permission_from text,
  smart_meter_read_permission_from_stamp text COLLATE "C",
  requires_postal_comms boolean,
  requires_postal_comms_stamp text COLLATE "C",
  preferred_language_for_comms text,
  preferred_language_for_comms_stamp text COLLATE "C",
  document_accessibility text,
  document_accessibility_stamp text COLLATE "C",
  last_billed_at timestamptz,
  last_bill_statement_id bigint,
  last_bill_statement_id_stamp text COLLATE "C",
  final_billed_at timestamptz,
  final_bill_statement_id bigint,
  final_bill_statement_id_stamp text COLLATE "C",
  billing_options_id bigint,
  billing_options_id_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (account_number)
) WITH (fillfactor = 70);
CREATE INDEX accounts_import_supplier ON accounts (import_supplier, account_number) WHERE import_supplier IS NOT NULL;
CREATE INDEX accounts_organisation ON accounts ((coalesce(imported_by, CASE WHEN published_by_least = published_by_greatest THEN published_by_least END)), account_number);
COMMENT ON TABLE accounts IS 'Accounts, also those of which only events of other kinds have told.';
COMMENT ON COLUMN accounts.account_number IS 'Number of the account.';
COMMENT ON COLUMN accounts.import_supplier IS 'Import supplier it came under; null where unknown.';
COMMENT ON COLUMN accounts.import_supplier_stamp IS 'Time and id of the event that told import_supplier.';
COMMENT ON COLUMN accounts.created_at IS 'When it was created; null where that was not told.';
COMMENT ON COLUMN accounts.is_imported IS 'Whether it was imported; null where unknown.';
COMMENT ON COLUMN accounts.is_imported_stamp IS 'Time and id of the event that told is_imported.';
COMMENT ON COLUMN accounts.account_user_emails IS 'E-mail addresses of its users, as last told.';
COMMENT ON COLUMN accounts.account_user_emails_stamp IS 'Time and id of the event that told account_user_emails.';
COMMENT ON COLUMN accounts.updated_at IS 'When it was last said to be updated.';
COMMENT ON COLUMN accounts.occupied_at IS 'When it was last occupied.';
COMMENT ON COLUMN accounts.reactivated_at IS 'When it was last reactivated.';
COMMENT ON COLUMN accounts.status_before_reactivation IS 'The status it was reactivated from.';
COMMENT ON COLUMN accounts.status_before_reactivation_stamp IS 'Time and id of the event that told status_before_reactivation.';
COMMENT ON COLUMN accounts.reactivation_source IS 'What reactivated it.';
COMMENT ON COLUMN accounts.reactivation_source_stamp IS 'Time and id of the event that told reactivation_source.';
COMMENT ON COLUMN accounts.smart_meter_read_permission IS 'Permission to read its smart meters.';
COMMENT ON COLUMN accounts.smart_meter_read_permission_stamp IS 'Time and id of the event that told smart_meter_read_permission.';
COMMENT ON COLUMN accounts.smart_meter_read_permission_from IS 'From when that permission holds, as told.';
COMMENT ON COLUMN accounts.smart_meter_read_permission_from_stamp IS 'Time and id of the event that told smart_meter_read_permission_from.';
COMMENT ON COLUMN accounts.requires_postal_comms IS 'Whether it wants post.';
COMMENT ON COLUMN accounts.requires_postal_comms_stamp IS 'Time and id of the event that told requires_postal_comms.';
COMMENT ON COLUMN accounts.preferred_language_for_comms IS 'Language it wants.';
COMMENT ON COLUMN accounts.preferred_language_for_comms_stamp IS 'Time and id of the event that told preferred_language_for_comms.';
COMMENT ON COLUMN accounts.document_accessibility IS 'Form of documents it wants.';
COMMENT ON COLUMN accounts.document_accessibility_stamp IS 'Time and id of the event that told document_accessibility.';
COMMENT ON COLUMN accounts.last_billed_at IS 'When a bill was last issued.';
COMMENT ON COLUMN accounts.last_bill_statement_id IS 'Statement of that bill.';
COMMENT ON COLUMN accounts.last_bill_statement_id_stamp IS 'Time and id of the event that told last_bill_statement_id.';
COMMENT ON COLUMN accounts.final_billed_at IS 'When a final bill was last issued.';
COMMENT ON COLUMN accounts.final_bill_statement_id IS 'Statement of that bill.';
COMMENT ON COLUMN accounts.final_bill_statement_id_stamp IS 'Time and id of the event that told final_bill_statement_id.';
COMMENT ON COLUMN accounts.billing_options_id IS 'Its billing options.';
COMMENT ON COLUMN accounts.billing_options_id_stamp IS 'Time and id of the event that told billing_options_id.';
COMMENT ON COLUMN accounts.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN accounts.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN accounts.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN accounts.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN accounts.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE account_metadata (
  account_number text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text,
  value_stamp text COLLATE "C",
  is_present boolean,
  is_present_stamp text COLLATE "C",
  created_at timestamptz,
  removed_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (account_number, key)
) WITH (fillfactor = 70);
COMMENT ON TABLE account_metadata IS 'Metadata of accounts, kept when removed.';
COMMENT ON COLUMN account_metadata.account_number IS 'Account it belongs to.';
COMMENT ON COLUMN account_metadata.key IS 'Its key.';
COMMENT ON COLUMN account_metadata.value IS 'Its value.';
COMMENT ON COLUMN account_metadata.value_stamp IS 'Time and id of the event that told value.';
COMMENT ON COLUMN account_metadata.is_present IS 'False once it is removed.';
COMMENT ON COLUMN account_metadata.is_present_stamp IS 'Time and id of the event that told is_present.';
COMMENT ON COLUMN account_metadata.created_at IS 'When it was first made; null where that was not told.';
COMMENT ON COLUMN account_metadata.removed_at IS 'When it was last removed; null where it never was.';
COMMENT ON COLUMN account_metadata.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN account_metadata.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN account_metadata.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN account_metadata.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN account_metadata.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE account_users (
  user_id bigint NOT NULL,
  user_number text COLLATE "C",
  user_number_stamp text COLLATE "C",
  user_email text COLLATE "C",
  user_email_stamp text COLLATE "C",
  user_identifiers jsonb,
  user_identifiers_stamp text COLLATE "C",
  linked_accounts jsonb,
  linked_accounts_stamp text COLLATE "C",
  initiator_type text,
  initiator_type_stamp text COLLATE "C",
  is_customer_initiated boolean,
  is_customer_initiated_stamp text COLLATE "C",
  is_present boolean,
  is_present_stamp text COLLATE "C",
  created_at timestamptz,
  updated_at timestamptz,
  removed_at timestamptz,
  password_changed_at timestamptz,
  password_reset_requested_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (user_id)
) WITH (fillfactor = 70);
CREATE INDEX account_users_user_number ON account_users (user_number);
COMMENT ON TABLE account_users IS 'Users, kept when removed.';
COMMENT ON COLUMN account_users.user_id IS 'Id of the user.';
COMMENT ON COLUMN account_users.user_number IS 'Number of the user.';
COMMENT ON COLUMN account_users.user_number_stamp IS 'Time and id of the event that told user_number.';
COMMENT ON COLUMN account_users.user_email IS 'E-mail address.';
COMMENT ON COLUMN account_users.user_email_stamp IS 'Time and id of the event that told user_email.';
COMMENT ON COLUMN account_users.user_identifiers IS 'Further identifiers, as told.';
COMMENT ON COLUMN account_users.user_identifiers_stamp IS 'Time and id of the event that told user_identifiers.';
COMMENT ON COLUMN account_users.linked_accounts IS 'All accounts of the user, as last told.';
COMMENT ON COLUMN account_users.linked_accounts_stamp IS 'Time and id of the event that told linked_accounts.';
COMMENT ON COLUMN account_users.initiator_type IS 'What kind of person or system acted last.';
COMMENT ON COLUMN account_users.initiator_type_stamp IS 'Time and id of the event that told initiator_type.';
COMMENT ON COLUMN account_users.is_customer_initiated IS 'Whether the customer acted last.';
COMMENT ON COLUMN account_users.is_customer_initiated_stamp IS 'Time and id of the event that told is_customer_initiated.';
COMMENT ON COLUMN account_users.is_present IS 'False once removed; null where only events of other kinds have told.';
COMMENT ON COLUMN account_users.is_present_stamp IS 'Time and id of the event that told is_present.';
COMMENT ON COLUMN account_users.created_at IS 'When created; null where that was not told.';
COMMENT ON COLUMN account_users.updated_at IS 'When last said to be updated.';
COMMENT ON COLUMN account_users.removed_at IS 'When last removed; null where never.';
COMMENT ON COLUMN account_users.password_changed_at IS 'When the password was last changed.';
COMMENT ON COLUMN account_users.password_reset_requested_at IS 'When a reset of the password was last asked for.';
COMMENT ON COLUMN account_users.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN account_users.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN account_users.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN account_users.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN account_users.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE account_user_links (
  user_id bigint NOT NULL,
  account_number text COLLATE "C" NOT NULL,
  first_told_at timestamptz,
  named boolean,
  named_stamp text COLLATE "C",
  PRIMARY KEY (user_id, account_number)
) WITH (fillfactor = 70);
CREATE INDEX account_user_links_account ON account_user_links (account_number, user_id);
COMMENT ON TABLE account_user_links IS 'Users and accounts that were ever named together; a link holds while its stamp is that of the newest list of the user.';
COMMENT ON COLUMN account_user_links.user_id IS 'The user.';
COMMENT ON COLUMN account_user_links.account_number IS 'The account.';
COMMENT ON COLUMN account_user_links.first_told_at IS 'When they were first named together.';
COMMENT ON COLUMN account_user_links.named IS 'Always true: its stamp is what counts.';
COMMENT ON COLUMN account_user_links.named_stamp IS 'Time and id of the event that told named.';

CREATE TABLE account_user_metadata (
  user_id bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text,
  value_stamp text COLLATE "C",
  is_present boolean,
  is_present_stamp text COLLATE "C",
  created_at timestamptz,
  removed_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (user_id, key)
) WITH (fillfactor = 70);
COMMENT ON TABLE account_user_metadata IS 'Metadata of users, kept when removed.';
COMMENT ON COLUMN account_user_metadata.user_id IS 'User it belongs to.';
COMMENT ON COLUMN account_user_metadata.key IS 'Its key.';
COMMENT ON COLUMN account_user_metadata.value IS 'Its value.';
COMMENT ON COLUMN account_user_metadata.value_stamp IS 'Time and id of the event that told value.';
COMMENT ON COLUMN account_user_metadata.is_present IS 'False once it is removed.';
COMMENT ON COLUMN account_user_metadata.is_present_stamp IS 'Time and id of the event that told is_present.';
COMMENT ON COLUMN account_user_metadata.created_at IS 'When it was first made; null where that was not told.';
COMMENT ON COLUMN account_user_metadata.removed_at IS 'When it was last removed; null where it never was.';
COMMENT ON COLUMN account_user_metadata.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN account_user_metadata.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN account_user_metadata.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN account_user_metadata.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN account_user_metadata.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE user_verifications (
  user_number text COLLATE "C" NOT NULL,
  verification_id bigint NOT NULL,
  verification_type text,
  verification_type_stamp text COLLATE "C",
  started_at timestamptz,
  completed_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (user_number, verification_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE user_verifications IS 'Verifications of users.';
COMMENT ON COLUMN user_verifications.user_number IS 'Number of the user.';
COMMENT ON COLUMN user_verifications.verification_id IS 'Id of the verification.';
COMMENT ON COLUMN user_verifications.verification_type IS 'What was verified.';
COMMENT ON COLUMN user_verifications.verification_type_stamp IS 'Time and id of the event that told verification_type.';
COMMENT ON COLUMN user_verifications.started_at IS 'When started; null where that was not told.';
COMMENT ON COLUMN user_verifications.completed_at IS 'When completed; null while open.';
COMMENT ON COLUMN user_verifications.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN user_verifications.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN user_verifications.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN user_verifications.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN user_verifications.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE psr_records (
  user_id bigint NOT NULL,
  electricity_industry_code text COLLATE "C" NOT NULL,
  gas_industry_code text COLLATE "C" NOT NULL,
  description text,
  description_stamp text COLLATE "C",
  is_present boolean,
  is_present_stamp text COLLATE "C",
  added_at timestamptz,
  removed_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (user_id, electricity_industry_code, gas_industry_code)
) WITH (fillfactor = 70);
COMMENT ON TABLE psr_records IS 'Entries of the priority services register, kept when deleted.';
COMMENT ON COLUMN psr_records.user_id IS 'The customer.';
COMMENT ON COLUMN psr_records.electricity_industry_code IS 'Code of the entry in the electricity industry.';
COMMENT ON COLUMN psr_records.gas_industry_code IS 'Code of the entry in the gas industry.';
COMMENT ON COLUMN psr_records.description IS 'The entry in words.';
COMMENT ON COLUMN psr_records.description_stamp IS 'Time and id of the event that told description.';
COMMENT ON COLUMN psr_records.is_present IS 'False once deleted.';
COMMENT ON COLUMN psr_records.is_present_stamp IS 'Time and id of the event that told is_present.';
COMMENT ON COLUMN psr_records.added_at IS 'When first made.';
COMMENT ON COLUMN psr_records.removed_at IS 'When last deleted; null where never.';
COMMENT ON COLUMN psr_records.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN psr_records.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN psr_records.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN psr_records.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN psr_records.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE agreements (
  agreement_id bigint NOT NULL,
  account_number text COLLATE "C",
  account_number_stamp text COLLATE "C",
  product_code text COLLATE "C",
  product_code_stamp text COLLATE "C",
  market_name text,
  market_name_stamp text COLLATE "C",
  valid_from text,
  valid_from_stamp text COLLATE "C",
  valid_to text,
  valid_to_stamp text COLLATE "C",
  account_contract_identifier text,
  account_contract_identifier_stamp text COLLATE "C",
  business_contract_identifier text,
  business_contract_identifier_stamp text COLLATE "C",
  supply_point_identifier text COLLATE "C",
  supply_point_identifier_stamp text COLLATE "C",
  join_supplier_process_number text COLLATE "C",
  join_supplier_process_number_stamp text COLLATE "C",
  ledger_number text COLLATE "C",
  ledger_number_stamp text COLLATE "C",
  created_at timestamptz,
  updated_at timestamptz,
  rolled_on_to_agreement_id bigint,
  rolled_on_to_agreement_id_stamp text COLLATE "C",
  rolled_over_at timestamptz,
  terminated_at timestamptz,
  revoked_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (agreement_id)
) WITH (fillfactor = 70);
CREATE INDEX agreements_account ON agreements (account_number, agreement_id);
CREATE INDEX agreements_product ON agreements (product_code, agreement_id);
COMMENT ON TABLE agreements IS 'Agreements. Some of their events do not name the account: they stand here until one does.';
COMMENT ON COLUMN agreements.agreement_id IS 'Id of the agreement.';
COMMENT ON COLUMN agreements.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN agreements.account_number_stamp IS 'Time and id of the event that told account_number.';
COMMENT ON COLUMN agreements.product_code IS 'Product.';
COMMENT ON COLUMN agreements.product_code_stamp IS 'Time and id of the event that told product_code.';
COMMENT ON COLUMN agreements.market_name IS 'Market of the product.';
COMMENT ON COLUMN agreements.market_name_stamp IS 'Time and id of the event that told market_name.';
COMMENT ON COLUMN agreements.valid_from IS 'From when it is valid, as told.';
COMMENT ON COLUMN agreements.valid_from_stamp IS 'Time and id of the event that told valid_from.';
COMMENT ON COLUMN agreements.valid_to IS 'Until when it is valid, as told.';
COMMENT ON COLUMN agreements.valid_to_stamp IS 'Time and id of the event that told valid_to.';
COMMENT ON COLUMN agreements.account_contract_identifier IS 'Contract of the account.';
COMMENT ON COLUMN agreements.account_contract_identifier_stamp IS 'Time and id of the event that told account_contract_identifier.';
COMMENT ON COLUMN agreements.business_contract_identifier IS 'Contract of the business.';
COMMENT ON COLUMN agreements.business_contract_identifier_stamp IS 'Time and id of the event that told business_contract_identifier.';
COMMENT ON COLUMN agreements.supply_point_identifier IS 'MPAN or MPRN it is for.';
COMMENT ON COLUMN agreements.supply_point_identifier_stamp IS 'Time and id of the event that told supply_point_identifier.';
COMMENT ON COLUMN agreements.join_supplier_process_number IS 'Join process that made it.';
COMMENT ON COLUMN agreements.join_supplier_process_number_stamp IS 'Time and id of the event that told join_supplier_process_number.';
COMMENT ON COLUMN agreements.ledger_number IS 'Ledger it is charged to.';
COMMENT ON COLUMN agreements.ledger_number_stamp IS 'Time and id of the event that told ledger_number.';
COMMENT ON COLUMN agreements.created_at IS 'When created; null where that was not told.';
COMMENT ON COLUMN agreements.updated_at IS 'When last said to be updated.';
COMMENT ON COLUMN agreements.rolled_on_to_agreement_id IS 'Agreement that followed it.';
COMMENT ON COLUMN agreements.rolled_on_to_agreement_id_stamp IS 'Time and id of the event that told rolled_on_to_agreement_id.';
COMMENT ON COLUMN agreements.rolled_over_at IS 'When it was followed; null where it was not.';
COMMENT ON COLUMN agreements.terminated_at IS 'When terminated; null where it was not.';
COMMENT ON COLUMN agreements.revoked_at IS 'When revoked; null where it was not.';
COMMENT ON COLUMN agreements.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN agreements.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN agreements.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN agreements.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN agreements.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE ledgers (
  account_number text COLLATE "C" NOT NULL,
  ledger_number text COLLATE "C" NOT NULL,
  ledger_id text,
  ledger_id_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (account_number, ledger_number)
) WITH (fillfactor = 70);
COMMENT ON TABLE ledgers IS 'Ledgers of accounts.';
COMMENT ON COLUMN ledgers.account_number IS 'Account it belongs to.';
COMMENT ON COLUMN ledgers.ledger_number IS 'Number of the ledger, unique within the account.';
COMMENT ON COLUMN ledgers.ledger_id IS 'Id of the ledger; null where unknown.';
COMMENT ON COLUMN ledgers.ledger_id_stamp IS 'Time and id of the event that told ledger_id.';
COMMENT ON COLUMN ledgers.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN ledgers.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN ledgers.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN ledgers.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN ledgers.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE ledger_entries (
  account_number text COLLATE "C" NOT NULL,
  ledger_number text COLLATE "C" NOT NULL,
  entry_key text COLLATE "C" NOT NULL,
  entry_id bigint,
  entry_id_stamp text COLLATE "C",
  posted_at timestamptz,
  removed_at timestamptz,
  amount bigint,
  amount_stamp text COLLATE "C",
  is_charge boolean,
  is_charge_stamp text COLLATE "C",
  is_credit boolean,
  is_credit_stamp text COLLATE "C",
  is_payment boolean,
  is_payment_stamp text COLLATE "C",
  is_repayment boolean,
  is_repayment_stamp text COLLATE "C",
  is_reversal boolean,
  is_reversal_stamp text COLLATE "C",
  is_reversed boolean,
  is_reversed_stamp text COLLATE "C",
  source_type text,
  source_type_stamp text COLLATE "C",
  source_id bigint,
  source_id_stamp text COLLATE "C",
  removal_reason text,
  removal_reason_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (account_number, ledger_number, entry_key)
) WITH (fillfactor = 70);
COMMENT ON TABLE ledger_entries IS 'Entries ever posted to or removed from a ledger.';
COMMENT ON COLUMN ledger_entries.account_number IS 'Account of the ledger.';
COMMENT ON COLUMN ledger_entries.ledger_number IS 'Number of the ledger.';
COMMENT ON COLUMN ledger_entries.entry_key IS 'Id of the entry as text; for an event that names none, its source and id.';
COMMENT ON COLUMN ledger_entries.entry_id IS 'Id of the entry; null where the event names none.';
COMMENT ON COLUMN ledger_entries.entry_id_stamp IS 'Time and id of the event that told entry_id.';
COMMENT ON COLUMN ledger_entries.posted_at IS 'When posted; null where that was not told.';
COMMENT ON COLUMN ledger_entries.removed_at IS 'When removed; null where it was not.';
COMMENT ON COLUMN ledger_entries.amount IS 'Amount in pence, told only when removed.';
COMMENT ON COLUMN ledger_entries.amount_stamp IS 'Time and id of the event that told amount.';
COMMENT ON COLUMN ledger_entries.is_charge IS 'Whether it charges the customer; null where unknown.';
COMMENT ON COLUMN ledger_entries.is_charge_stamp IS 'Time and id of the event that told is_charge.';
COMMENT ON COLUMN ledger_entries.is_credit IS 'Whether it credits the customer; null where unknown.';
COMMENT ON COLUMN ledger_entries.is_credit_stamp IS 'Time and id of the event that told is_credit.';
COMMENT ON COLUMN ledger_entries.is_payment IS 'Whether it is a payment; null where unknown.';
COMMENT ON COLUMN ledger_entries.is_payment_stamp IS 'Time and id of the event that told is_payment.';
COMMENT ON COLUMN ledger_entries.is_repayment IS 'Whether it is a repayment; null where unknown.';
COMMENT ON COLUMN ledger_entries.is_repayment_stamp IS 'Time and id of the event that told is_repayment.';
COMMENT ON COLUMN ledger_entries.is_reversal IS 'Whether it reverses another; null where unknown.';
COMMENT ON COLUMN ledger_entries.is_reversal_stamp IS 'Time and id of the event that told is_reversal.';
COMMENT ON COLUMN ledger_entries.is_reversed IS 'Whether it was reversed; null where unknown.';
COMMENT ON COLUMN ledger_entries.is_reversed_stamp IS 'Time and id of the event that told is_reversed.';
COMMENT ON COLUMN ledger_entries.source_type IS 'Kind of thing that led to it.';
COMMENT ON COLUMN ledger_entries.source_type_stamp IS 'Time and id of the event that told source_type.';
COMMENT ON COLUMN ledger_entries.source_id IS 'Id of that thing.';
COMMENT ON COLUMN ledger_entries.source_id_stamp IS 'Time and id of the event that told source_id.';
COMMENT ON COLUMN ledger_entries.removal_reason IS 'Why it was removed.';
COMMENT ON COLUMN ledger_entries.removal_reason_stamp IS 'Time and id of the event that told removal_reason.';
COMMENT ON COLUMN ledger_entries.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN ledger_entries.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN ledger_entries.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN ledger_entries.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN ledger_entries.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE campaign_accounts (
  account_number text COLLATE "C" NOT NULL,
  campaign_name text COLLATE "C" NOT NULL,
  campaign_slug text,
  campaign_slug_stamp text COLLATE "C",
  campaign_expiry_date text,
  campaign_expiry_date_stamp text COLLATE "C",
  campaign_account_expiry_date text,
  campaign_account_expiry_date_stamp text COLLATE "C",
  is_present boolean,
  is_present_stamp text COLLATE "C",
  added_at timestamptz,
  removed_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (account_number, campaign_name)
) WITH (fillfactor = 70);
COMMENT ON TABLE campaign_accounts IS 'Campaigns an account is or was in.';
COMMENT ON COLUMN campaign_accounts.account_number IS 'The account.';
COMMENT ON COLUMN campaign_accounts.campaign_name IS 'Name of the campaign.';
COMMENT ON COLUMN campaign_accounts.campaign_slug IS 'Short name of the campaign.';
COMMENT ON COLUMN campaign_accounts.campaign_slug_stamp IS 'Time and id of the event that told campaign_slug.';
COMMENT ON COLUMN campaign_accounts.campaign_expiry_date IS 'When the campaign ends, as told.';
COMMENT ON COLUMN campaign_accounts.campaign_expiry_date_stamp IS 'Time and id of the event that told campaign_expiry_date.';
COMMENT ON COLUMN campaign_accounts.campaign_account_expiry_date IS 'When it ends for the account, as told.';
COMMENT ON COLUMN campaign_accounts.campaign_account_expiry_date_stamp IS 'Time and id of the event that told campaign_account_expiry_date.';
COMMENT ON COLUMN campaign_accounts.is_present IS 'False once the account was removed from it.';
COMMENT ON COLUMN campaign_accounts.is_present_stamp IS 'Time and id of the event that told is_present.';
COMMENT ON COLUMN campaign_accounts.added_at IS 'When first added; null where that was not told.';
COMMENT ON COLUMN campaign_accounts.removed_at IS 'When last removed; null where never.';
COMMENT ON COLUMN campaign_accounts.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN campaign_accounts.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN campaign_accounts.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN campaign_accounts.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN campaign_accounts.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE supply_registrations (
  fuel text COLLATE "C" NOT NULL,
  meter_point text COLLATE "C" NOT NULL,
  account_number text COLLATE "C" NOT NULL,
  gain_requested_at timestamptz,
  supply_start_date text,
  supply_start_date_stamp text COLLATE "C",
  supplier_mpid text,
  supplier_mpid_stamp text COLLATE "C",
  is_migrated boolean,
  is_migrated_stamp text COLLATE "C",
  is_export boolean,
  is_export_stamp text COLLATE "C",
  is_internal_transfer boolean,
  is_internal_transfer_stamp text COLLATE "C",
  loss_completed_at timestamptz,
  supply_end_date text,
  supply_end_date_stamp text COLLATE "C",
  new_supplier_id text,
  new_supplier_id_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (fuel, meter_point, account_number)
) WITH (fillfactor = 70);
CREATE INDEX supply_registrations_account ON supply_registrations (account_number, fuel, meter_point);
COMMENT ON TABLE supply_registrations IS 'Meter points and the accounts that take or took supply there.';
COMMENT ON COLUMN supply_registrations.fuel IS 'electricity or gas.';
COMMENT ON COLUMN supply_registrations.meter_point IS 'MPAN or MPRN.';
COMMENT ON COLUMN supply_registrations.account_number IS 'The account.';
COMMENT ON COLUMN supply_registrations.gain_requested_at IS 'When its registration was last asked for.';
COMMENT ON COLUMN supply_registrations.supply_start_date IS 'Supply start date asked for.';
COMMENT ON COLUMN supply_registrations.supply_start_date_stamp IS 'Time and id of the event that told supply_start_date.';
COMMENT ON COLUMN supply_registrations.supplier_mpid IS 'Market participant id of the supplier.';
COMMENT ON COLUMN supply_registrations.supplier_mpid_stamp IS 'Time and id of the event that told supplier_mpid.';
COMMENT ON COLUMN supply_registrations.is_migrated IS 'Whether the account was migrated; null where unknown.';
COMMENT ON COLUMN supply_registrations.is_migrated_stamp IS 'Time and id of the event that told is_migrated.';
COMMENT ON COLUMN supply_registrations.is_export IS 'Whether it exports; null where unknown.';
COMMENT ON COLUMN supply_registrations.is_export_stamp IS 'Time and id of the event that told is_export.';
COMMENT ON COLUMN supply_registrations.is_internal_transfer IS 'Whether it moves within the supplier; null where unknown.';
COMMENT ON COLUMN supply_registrations.is_internal_transfer_stamp IS 'Time and id of the event that told is_internal_transfer.';
COMMENT ON COLUMN supply_registrations.loss_completed_at IS 'When its loss to another supplier was last complete.';
COMMENT ON COLUMN supply_registrations.supply_end_date IS 'Supply end date of that loss.';
COMMENT ON COLUMN supply_registrations.supply_end_date_stamp IS 'Time and id of the event that told supply_end_date.';
COMMENT ON COLUMN supply_registrations.new_supplier_id IS 'The supplier it went to.';
COMMENT ON COLUMN supply_registrations.new_supplier_id_stamp IS 'Time and id of the event that told new_supplier_id.';
COMMENT ON COLUMN supply_registrations.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN supply_registrations.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN supply_registrations.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN supply_registrations.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN supply_registrations.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE meter_points (
  fuel text COLLATE "C" NOT NULL,
  meter_point text COLLATE "C" NOT NULL,
  gain_initiated_at timestamptz,
  gain_confirmed_at timestamptz,
  loss_confirmed_at timestamptz,
  energisation_status text,
  energisation_status_stamp text COLLATE "C",
  energisation_status_from text,
  energisation_status_from_stamp text COLLATE "C",
  meter_deactivated_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (fuel, meter_point)
) WITH (fillfactor = 70);
COMMENT ON TABLE meter_points IS 'What the industry tells of a meter point without naming an account.';
COMMENT ON COLUMN meter_points.fuel IS 'electricity or gas.';
COMMENT ON COLUMN meter_points.meter_point IS 'MPAN or MPRN.';
COMMENT ON COLUMN meter_points.gain_initiated_at IS 'When a change of supply to us last began.';
COMMENT ON COLUMN meter_points.gain_confirmed_at IS 'When a registration was last confirmed.';
COMMENT ON COLUMN meter_points.loss_confirmed_at IS 'When a loss was last confirmed.';
COMMENT ON COLUMN meter_points.energisation_status IS 'Energisation status.';
COMMENT ON COLUMN meter_points.energisation_status_stamp IS 'Time and id of the event that told energisation_status.';
COMMENT ON COLUMN meter_points.energisation_status_from IS 'From when that holds, as told.';
COMMENT ON COLUMN meter_points.energisation_status_from_stamp IS 'Time and id of the event that told energisation_status_from.';
COMMENT ON COLUMN meter_points.meter_deactivated_at IS 'When a meter was last deactivated.';
COMMENT ON COLUMN meter_points.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN meter_points.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN meter_points.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN meter_points.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN meter_points.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE reported_changes (
  entity text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  part text COLLATE "C" NOT NULL,
  field text COLLATE "C" NOT NULL,
  change jsonb,
  change_stamp text COLLATE "C",
  changed_at timestamptz,
  PRIMARY KEY (entity, entity_id, part, field)
) WITH (fillfactor = 70);
COMMENT ON TABLE reported_changes IS 'Newest change of each field that an event told, in the form it was told: the catalogue leaves that open.';
COMMENT ON COLUMN reported_changes.entity IS 'What was changed: account, account_metadata, account_user, account_user_metadata, agreement or campaign_account.';
COMMENT ON COLUMN reported_changes.entity_id IS 'Its number or id.';
COMMENT ON COLUMN reported_changes.part IS 'The campaign of a campaign account; empty for all else.';
COMMENT ON COLUMN reported_changes.field IS 'The field; empty where the change names none.';
COMMENT ON COLUMN reported_changes.change IS 'The change, in a list of one item.';
COMMENT ON COLUMN reported_changes.change_stamp IS 'Time and id of the event that told change.';
COMMENT ON COLUMN reported_changes.changed_at IS 'When it was last changed.';
