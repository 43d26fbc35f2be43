-- A thing is the organisation's that our importer made it for, else that of the only one that published about it;
-- what only others told of (billing, the industry) goes with its account.

CREATE VIEW read_model.accounts AS
SELECT
  a.account_number,
  coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) AS organisation,
  a.import_supplier,
  CASE
    WHEN a.final_billed_at > greatest(a.reactivated_at, a.occupied_at, a.created_at) THEN 'final_billed'
    WHEN a.reactivated_at IS NOT NULL THEN 'reactivated'
    WHEN a.final_billed_at IS NOT NULL AND a.created_at IS NULL THEN 'final_billed'
    WHEN a.occupied_at IS NOT NULL THEN 'occupied'
    WHEN a.created_at IS NOT NULL THEN 'created'
    ELSE 'unknown'
  END AS status,
  a.created_at,
  a.is_imported,
  a.account_user_emails,
  a.updated_at,
  a.occupied_at,
  a.reactivated_at,
  a.status_before_reactivation,
  a.reactivation_source,
  a.smart_meter_read_permission,
  a.smart_meter_read_permission_from,
  a.requires_postal_comms,
  a.preferred_language_for_comms,
  a.document_accessibility,
  a.last_billed_at,
  a.last_bill_statement_id,
  a.final_billed_at,
  a.final_bill_statement_id,
  a.billing_options_id,
  (
    SELECT jsonb_object_agg(r.field, r.change -> 0) FROM reported_changes r
    WHERE r.entity = 'account' AND r.entity_id = a.account_number AND r.part = ''
  ) AS reported_changes,
  a.first_told_at,
  a.last_told_at
FROM accounts a;
COMMENT ON VIEW read_model.accounts IS 'Accounts. One row an account, also of those of which only events of other kinds have told.';
COMMENT ON COLUMN read_model.accounts.account_number IS 'Number of the account.';
COMMENT ON COLUMN read_model.accounts.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.accounts.import_supplier IS 'Import supplier it came under; null where unknown.';
COMMENT ON COLUMN read_model.accounts.status IS 'final_billed, reactivated, occupied, created or unknown: the furthest that its events tell.';
COMMENT ON COLUMN read_model.accounts.created_at IS 'When it was created; null where that was not told.';
COMMENT ON COLUMN read_model.accounts.is_imported IS 'Whether it was imported; null where unknown.';
COMMENT ON COLUMN read_model.accounts.account_user_emails IS 'E-mail addresses of its users, as last told.';
COMMENT ON COLUMN read_model.accounts.updated_at IS 'When it was last said to be updated.';
COMMENT ON COLUMN read_model.accounts.occupied_at IS 'When it was last occupied.';
COMMENT ON COLUMN read_model.accounts.reactivated_at IS 'When it was last reactivated.';
COMMENT ON COLUMN read_model.accounts.status_before_reactivation IS 'The status it was reactivated from.';
COMMENT ON COLUMN read_model.accounts.reactivation_source IS 'What reactivated it.';
COMMENT ON COLUMN read_model.accounts.smart_meter_read_permission IS 'Permission to read its smart meters.';
COMMENT ON COLUMN read_model.accounts.smart_meter_read_permission_from IS 'From when that permission holds, as told.';
COMMENT ON COLUMN read_model.accounts.requires_postal_comms IS 'Whether it wants post.';
COMMENT ON COLUMN read_model.accounts.preferred_language_for_comms IS 'Language it wants.';
COMMENT ON COLUMN read_model.accounts.document_accessibility IS 'Form of documents it wants.';
COMMENT ON COLUMN read_model.accounts.last_billed_at IS 'When a bill was last issued.';
COMMENT ON COLUMN read_model.accounts.last_bill_statement_id IS 'Statement of that bill.';
COMMENT ON COLUMN read_model.accounts.final_billed_at IS 'When a final bill was last issued.';
COMMENT ON COLUMN read_model.accounts.final_bill_statement_id IS 'Statement of that bill.';
COMMENT ON COLUMN read_model.accounts.billing_options_id IS 'Its billing options.';
COMMENT ON COLUMN read_model.accounts.reported_changes IS 'Newest change of each field, in the form it was told; null where none was.';
COMMENT ON COLUMN read_model.accounts.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.accounts.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.account_metadata AS
SELECT
  m.account_number,
  CASE WHEN m.imported_by IS NULL AND m.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(m.imported_by, CASE WHEN m.published_by_least = m.published_by_greatest THEN m.published_by_least END) END AS organisation,
  m.key,
  m.value,
  m.created_at,
  m.first_told_at,
  m.last_told_at
FROM account_metadata m
LEFT JOIN accounts a ON a.account_number = m.account_number
WHERE m.is_present;
COMMENT ON VIEW read_model.account_metadata IS 'Metadata that accounts have now. One row an account and key.';
COMMENT ON COLUMN read_model.account_metadata.account_number IS 'Account it belongs to.';
COMMENT ON COLUMN read_model.account_metadata.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.account_metadata.key IS 'Its key.';
COMMENT ON COLUMN read_model.account_metadata.value IS 'Its value.';
COMMENT ON COLUMN read_model.account_metadata.created_at IS 'When it was first made; null where that was not told.';
COMMENT ON COLUMN read_model.account_metadata.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.account_metadata.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.campaign_accounts AS
SELECT
  c.account_number,
  CASE WHEN c.imported_by IS NULL AND c.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(c.imported_by, CASE WHEN c.published_by_least = c.published_by_greatest THEN c.published_by_least END) END AS organisation,
  c.campaign_name,
  c.campaign_slug,
  c.campaign_expiry_date,
  c.campaign_account_expiry_date,
  c.added_at,
  (
    SELECT jsonb_object_agg(r.field, r.change -> 0) FROM reported_changes r
    WHERE r.entity = 'campaign_account' AND r.entity_id = c.account_number AND r.part = c.campaign_name
  ) AS reported_changes,
  c.first_told_at,
  c.last_told_at
FROM campaign_accounts c
LEFT JOIN accounts a ON a.account_number = c.account_number
-- One that only an update names was added before we listened.
WHERE c.is_present IS NOT FALSE;
COMMENT ON VIEW read_model.campaign_accounts IS 'Campaigns that accounts are in now. One row an account and campaign.';
COMMENT ON COLUMN read_model.campaign_accounts.account_number IS 'The account.';
COMMENT ON COLUMN read_model.campaign_accounts.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.campaign_accounts.campaign_name IS 'Name of the campaign.';
COMMENT ON COLUMN read_model.campaign_accounts.campaign_slug IS 'Short name of the campaign.';
COMMENT ON COLUMN read_model.campaign_accounts.campaign_expiry_date IS 'When the campaign ends, as told.';
COMMENT ON COLUMN read_model.campaign_accounts.campaign_account_expiry_date IS 'When it ends for the account, as told.';
COMMENT ON COLUMN read_model.campaign_accounts.added_at IS 'When first added; null where that was not told.';
COMMENT ON COLUMN read_model.campaign_accounts.reported_changes IS 'Newest change of each field, in the form it was told; null where none was.';
COMMENT ON COLUMN read_model.campaign_accounts.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.campaign_accounts.last_told_at IS 'Time of the latest event that tells of it.';
