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

CREATE VIEW read_model.account_users AS
SELECT
  u.user_id,
  l.account_number,
  CASE WHEN u.imported_by IS NULL AND u.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(u.imported_by, CASE WHEN u.published_by_least = u.published_by_greatest THEN u.published_by_least END) END AS organisation,
  u.user_number,
  u.user_email,
  u.user_identifiers,
  u.initiator_type,
  u.is_customer_initiated,
  u.created_at,
  u.updated_at,
  u.password_changed_at,
  u.password_reset_requested_at,
  (
    SELECT jsonb_agg(
      jsonb_build_object(
        'description', p.description,
        'electricity_industry_code', p.electricity_industry_code,
        'gas_industry_code', p.gas_industry_code
      ) ORDER BY p.electricity_industry_code, p.gas_industry_code
    )
    FROM psr_records p WHERE p.user_id = u.user_id AND p.is_present
  ) AS psr_records,
  (
    SELECT jsonb_object_agg(m.key, m.value) FROM account_user_metadata m
    WHERE m.user_id = u.user_id AND m.is_present
  ) AS metadata,
  (
    SELECT jsonb_object_agg(r.field, r.change -> 0) FROM reported_changes r
    WHERE r.entity = 'account_user' AND r.entity_id = u.user_id::text AND r.part = ''
  ) AS reported_changes,
  u.first_told_at,
  u.last_told_at
FROM account_user_links l
JOIN account_users u ON u.user_id = l.user_id
LEFT JOIN accounts a ON a.account_number = l.account_number
-- The newest list of a user names all its accounts, so a link told by an older one is over.
WHERE l.named_stamp = u.linked_accounts_stamp AND u.is_present;
COMMENT ON VIEW read_model.account_users IS 'Users of accounts, as now. One row a user and account.';
COMMENT ON COLUMN read_model.account_users.user_id IS 'Id of the user.';
COMMENT ON COLUMN read_model.account_users.account_number IS 'An account of the user.';
COMMENT ON COLUMN read_model.account_users.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.account_users.user_number IS 'Number of the user.';
COMMENT ON COLUMN read_model.account_users.user_email IS 'E-mail address.';
COMMENT ON COLUMN read_model.account_users.user_identifiers IS 'Further identifiers, as told.';
COMMENT ON COLUMN read_model.account_users.initiator_type IS 'What kind of person or system acted last.';
COMMENT ON COLUMN read_model.account_users.is_customer_initiated IS 'Whether the customer acted last.';
COMMENT ON COLUMN read_model.account_users.created_at IS 'When created; null where that was not told.';
COMMENT ON COLUMN read_model.account_users.updated_at IS 'When last said to be updated.';
COMMENT ON COLUMN read_model.account_users.password_changed_at IS 'When the password was last changed.';
COMMENT ON COLUMN read_model.account_users.password_reset_requested_at IS 'When a reset of the password was last asked for.';
COMMENT ON COLUMN read_model.account_users.psr_records IS 'Entries of the priority services register; null where none.';
COMMENT ON COLUMN read_model.account_users.metadata IS 'Metadata of the user by key; null where none.';
COMMENT ON COLUMN read_model.account_users.reported_changes IS 'Newest change of each field, in the form it was told; null where none was.';
COMMENT ON COLUMN read_model.account_users.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.account_users.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.agreements AS
SELECT
  g.agreement_id,
  g.account_number,
  CASE WHEN g.imported_by IS NULL AND g.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(g.imported_by, CASE WHEN g.published_by_least = g.published_by_greatest THEN g.published_by_least END) END AS organisation,
  CASE
    WHEN g.revoked_at IS NOT NULL THEN 'revoked'
    WHEN g.terminated_at IS NOT NULL THEN 'terminated'
    WHEN g.rolled_over_at IS NOT NULL THEN 'rolled_over'
    WHEN g.product_code IS NOT NULL THEN 'agreed'
    ELSE 'unknown'
  END AS status,
  g.product_code,
  g.market_name,
  g.valid_from,
  g.valid_to,
  g.account_contract_identifier,
  g.business_contract_identifier,
  g.supply_point_identifier,
  g.join_supplier_process_number,
  g.ledger_number,
  g.created_at,
  g.updated_at,
  g.rolled_on_to_agreement_id,
  g.rolled_over_at,
  g.terminated_at,
  g.revoked_at,
  (
    SELECT jsonb_object_agg(r.field, r.change -> 0) FROM reported_changes r
    WHERE r.entity = 'agreement' AND r.entity_id = g.agreement_id::text AND r.part = ''
  ) AS reported_changes,
  g.first_told_at,
  g.last_told_at
FROM agreements g
LEFT JOIN accounts a ON a.account_number = g.account_number;
COMMENT ON VIEW read_model.agreements IS 'Agreements. One row an agreement, also of those whose account is not known yet.';
COMMENT ON COLUMN read_model.agreements.agreement_id IS 'Id of the agreement.';
COMMENT ON COLUMN read_model.agreements.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN read_model.agreements.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.agreements.status IS 'revoked, terminated, rolled_over, agreed or unknown: the furthest that its events tell.';
COMMENT ON COLUMN read_model.agreements.product_code IS 'Product.';
COMMENT ON COLUMN read_model.agreements.market_name IS 'Market of the product.';
COMMENT ON COLUMN read_model.agreements.valid_from IS 'From when it is valid, as told.';
COMMENT ON COLUMN read_model.agreements.valid_to IS 'Until when it is valid, as told.';
COMMENT ON COLUMN read_model.agreements.account_contract_identifier IS 'Contract of the account.';
COMMENT ON COLUMN read_model.agreements.business_contract_identifier IS 'Contract of the business.';
COMMENT ON COLUMN read_model.agreements.supply_point_identifier IS 'MPAN or MPRN it is for.';
COMMENT ON COLUMN read_model.agreements.join_supplier_process_number IS 'Join process that made it.';
COMMENT ON COLUMN read_model.agreements.ledger_number IS 'Ledger it is charged to.';
COMMENT ON COLUMN read_model.agreements.created_at IS 'When created; null where that was not told.';
COMMENT ON COLUMN read_model.agreements.updated_at IS 'When last said to be updated.';
COMMENT ON COLUMN read_model.agreements.rolled_on_to_agreement_id IS 'Agreement that followed it.';
COMMENT ON COLUMN read_model.agreements.rolled_over_at IS 'When it was followed; null where it was not.';
COMMENT ON COLUMN read_model.agreements.terminated_at IS 'When terminated; null where it was not.';
COMMENT ON COLUMN read_model.agreements.revoked_at IS 'When revoked; null where it was not.';
COMMENT ON COLUMN read_model.agreements.reported_changes IS 'Newest change of each field, in the form it was told; null where none was.';
COMMENT ON COLUMN read_model.agreements.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.agreements.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.ledgers AS
SELECT
  l.account_number,
  CASE WHEN l.imported_by IS NULL AND l.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(l.imported_by, CASE WHEN l.published_by_least = l.published_by_greatest THEN l.published_by_least END) END AS organisation,
  l.ledger_number,
  l.ledger_id,
  e.posted AS entries_posted,
  e.removed AS entries_removed,
  l.first_told_at,
  l.last_told_at
FROM ledgers l
LEFT JOIN accounts a ON a.account_number = l.account_number
CROSS JOIN LATERAL (
  SELECT count(n.posted_at) AS posted, count(n.removed_at) AS removed FROM ledger_entries n
  WHERE n.account_number = l.account_number AND n.ledger_number = l.ledger_number
) e;
COMMENT ON VIEW read_model.ledgers IS 'Ledgers of accounts. One row an account and ledger.';
COMMENT ON COLUMN read_model.ledgers.account_number IS 'Account it belongs to.';
COMMENT ON COLUMN read_model.ledgers.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.ledgers.ledger_number IS 'Number of the ledger, unique within the account.';
COMMENT ON COLUMN read_model.ledgers.ledger_id IS 'Id of the ledger; null where unknown.';
COMMENT ON COLUMN read_model.ledgers.entries_posted IS 'Entries posted.';
COMMENT ON COLUMN read_model.ledgers.entries_removed IS 'Entries removed.';
COMMENT ON COLUMN read_model.ledgers.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.ledgers.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.ledger_entries AS
SELECT
  n.account_number,
  CASE WHEN n.imported_by IS NULL AND n.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(n.imported_by, CASE WHEN n.published_by_least = n.published_by_greatest THEN n.published_by_least END) END AS organisation,
  n.ledger_number,
  n.entry_key,
  n.entry_id,
  n.posted_at,
  n.removed_at,
  n.amount,
  n.is_charge,
  n.is_credit,
  n.is_payment,
  n.is_repayment,
  n.is_reversal,
  n.is_reversed,
  n.source_type,
  n.source_id,
  n.removal_reason,
  n.first_told_at,
  n.last_told_at
FROM ledger_entries n
LEFT JOIN accounts a ON a.account_number = n.account_number;
COMMENT ON VIEW read_model.ledger_entries IS 'Entries of ledgers. One row an entry ever posted or removed.';
COMMENT ON COLUMN read_model.ledger_entries.account_number IS 'Account of the ledger.';
COMMENT ON COLUMN read_model.ledger_entries.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.ledger_entries.ledger_number IS 'Number of the ledger.';
COMMENT ON COLUMN read_model.ledger_entries.entry_key IS 'Id of the entry as text; for an event that names none, its source and id.';
COMMENT ON COLUMN read_model.ledger_entries.entry_id IS 'Id of the entry; null where the event names none.';
COMMENT ON COLUMN read_model.ledger_entries.posted_at IS 'When posted; null where that was not told.';
COMMENT ON COLUMN read_model.ledger_entries.removed_at IS 'When removed; null where it was not.';
COMMENT ON COLUMN read_model.ledger_entries.amount IS 'Amount in pence, told only when removed.';
COMMENT ON COLUMN read_model.ledger_entries.is_charge IS 'Whether it charges the customer; null where unknown.';
COMMENT ON COLUMN read_model.ledger_entries.is_credit IS 'Whether it credits the customer; null where unknown.';
COMMENT ON COLUMN read_model.ledger_entries.is_payment IS 'Whether it is a payment; null where unknown.';
COMMENT ON COLUMN read_model.ledger_entries.is_repayment IS 'Whether it is a repayment; null where unknown.';
COMMENT ON COLUMN read_model.ledger_entries.is_reversal IS 'Whether it reverses another; null where unknown.';
COMMENT ON COLUMN read_model.ledger_entries.is_reversed IS 'Whether it was reversed; null where unknown.';
COMMENT ON COLUMN read_model.ledger_entries.source_type IS 'Kind of thing that led to it.';
COMMENT ON COLUMN read_model.ledger_entries.source_id IS 'Id of that thing.';
COMMENT ON COLUMN read_model.ledger_entries.removal_reason IS 'Why it was removed.';
COMMENT ON COLUMN read_model.ledger_entries.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.ledger_entries.last_told_at IS 'Time of the latest event that tells of it.';

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

CREATE VIEW read_model.meter_points AS
SELECT
  r.fuel, r.meter_point, r.account_number,
  CASE WHEN r.imported_by IS NULL AND r.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(r.imported_by, CASE WHEN r.published_by_least = r.published_by_greatest THEN r.published_by_least END) END AS organisation,
  CASE
    WHEN r.loss_completed_at >= coalesce(r.gain_requested_at, r.loss_completed_at) THEN 'lost'
    WHEN m.gain_confirmed_at >= r.gain_requested_at THEN 'gained'
    WHEN r.gain_requested_at IS NOT NULL THEN 'gain_requested'
    ELSE 'unknown'
  END AS status,
  r.gain_requested_at, r.supply_start_date, r.supplier_mpid, r.is_migrated, r.is_export, r.is_internal_transfer, r.loss_completed_at, r.supply_end_date, r.new_supplier_id,
  m.gain_initiated_at, m.gain_confirmed_at, m.loss_confirmed_at, m.energisation_status, m.energisation_status_from, m.meter_deactivated_at,
  r.first_told_at, r.last_told_at
FROM supply_registrations r
LEFT JOIN accounts a ON a.account_number = r.account_number
-- What one organisation publishes about a meter point is not shown to another.
LEFT JOIN meter_points m ON m.fuel = r.fuel AND m.meter_point = r.meter_point
  AND (m.imported_by IS NULL AND m.published_by_least IS NULL OR coalesce(m.imported_by, CASE WHEN m.published_by_least = m.published_by_greatest THEN m.published_by_least END) = coalesce(r.imported_by, CASE WHEN r.published_by_least = r.published_by_greatest THEN r.published_by_least END))
UNION ALL
SELECT
  m.fuel, m.meter_point, NULL,
  coalesce(m.imported_by, CASE WHEN m.published_by_least = m.published_by_greatest THEN m.published_by_least END),
  CASE
    WHEN m.gain_confirmed_at IS NOT NULL THEN 'gained'
    WHEN m.gain_initiated_at IS NOT NULL THEN 'gain_initiated'
    ELSE 'unknown'
  END,
  NULL::timestamptz, NULL::text, NULL::text, NULL::boolean, NULL::boolean, NULL::boolean, NULL::timestamptz, NULL::text, NULL::text,
  m.gain_initiated_at, m.gain_confirmed_at, m.loss_confirmed_at, m.energisation_status, m.energisation_status_from, m.meter_deactivated_at,
  m.first_told_at, m.last_told_at
FROM meter_points m
WHERE NOT EXISTS (
  SELECT FROM supply_registrations r WHERE r.fuel = m.fuel AND r.meter_point = m.meter_point
);
COMMENT ON VIEW read_model.meter_points IS 'Meter points. One row a meter point and account, or a meter point alone while no event names its account.';
COMMENT ON COLUMN read_model.meter_points.fuel IS 'electricity or gas.';
COMMENT ON COLUMN read_model.meter_points.meter_point IS 'MPAN or MPRN.';
COMMENT ON COLUMN read_model.meter_points.account_number IS 'The account that takes or took supply there; null where no event names one.';
COMMENT ON COLUMN read_model.meter_points.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.meter_points.status IS 'lost, gained, gain_requested, gain_initiated or unknown: the furthest that its events tell.';
COMMENT ON COLUMN read_model.meter_points.gain_requested_at IS 'When its registration was last asked for.';
COMMENT ON COLUMN read_model.meter_points.supply_start_date IS 'Supply start date asked for.';
COMMENT ON COLUMN read_model.meter_points.supplier_mpid IS 'Market participant id of the supplier.';
COMMENT ON COLUMN read_model.meter_points.is_migrated IS 'Whether the account was migrated; null where unknown.';
COMMENT ON COLUMN read_model.meter_points.is_export IS 'Whether it exports; null where unknown.';
COMMENT ON COLUMN read_model.meter_points.is_internal_transfer IS 'Whether it moves within the supplier; null where unknown.';
COMMENT ON COLUMN read_model.meter_points.loss_completed_at IS 'When its loss to another supplier was last complete.';
COMMENT ON COLUMN read_model.meter_points.supply_end_date IS 'Supply end date of that loss.';
COMMENT ON COLUMN read_model.meter_points.new_supplier_id IS 'The supplier it went to.';
COMMENT ON COLUMN read_model.meter_points.gain_initiated_at IS 'When a change of supply to us last began.';
COMMENT ON COLUMN read_model.meter_points.gain_confirmed_at IS 'When a registration was last confirmed.';
COMMENT ON COLUMN read_model.meter_points.loss_confirmed_at IS 'When a loss was last confirmed.';
COMMENT ON COLUMN read_model.meter_points.energisation_status IS 'Energisation status.';
COMMENT ON COLUMN read_model.meter_points.energisation_status_from IS 'From when that holds, as told.';
COMMENT ON COLUMN read_model.meter_points.meter_deactivated_at IS 'When a meter was last deactivated.';
COMMENT ON COLUMN read_model.meter_points.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.meter_points.last_told_at IS 'Time of the latest event that tells of it.';
