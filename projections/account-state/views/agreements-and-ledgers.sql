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
