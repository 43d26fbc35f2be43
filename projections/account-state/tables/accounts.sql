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
