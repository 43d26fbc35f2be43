CREATE VIEW read_model.billing_documents AS
SELECT
  b.billing_document_identifier, b.account_number,
  CASE WHEN b.imported_by IS NULL AND b.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(b.imported_by, CASE WHEN b.published_by_least = b.published_by_greatest THEN b.published_by_least END) END AS organisation,
  CASE
    WHEN b.dispatched_at IS NOT NULL THEN 'dispatched'
    WHEN b.issued_at >= coalesce(b.held_at, b.issued_at) THEN 'issued'
    WHEN b.held_at IS NOT NULL THEN 'held'
    ELSE 'unknown'
  END AS status,
  b.billing_document_id, b.billing_document_uuid, b.document_type, b.held_at, b.hold_code, b.is_strict_hold,
  b.held_at_told, b.held_by_id, b.issued_at, b.dispatched_at, b.dispatch_id, b.representation_ids,
  b.dispatched_by_id,
  e.status AS external_status,
  e.status_code AS external_status_code,
  b.first_told_at, b.last_told_at
FROM billing_documents b
LEFT JOIN accounts a ON a.account_number = b.account_number
LEFT JOIN LATERAL (
  SELECT s.status, s.status_code FROM billing_document_statuses s
  WHERE s.billing_document_identifier = b.billing_document_identifier
  ORDER BY s.told_at DESC, s.external_status_id DESC
  LIMIT 1
) e ON true;
COMMENT ON VIEW read_model.billing_documents IS 'Billing documents. One row a document.';
COMMENT ON COLUMN read_model.billing_documents.billing_document_identifier IS 'Identifier of the document.';
COMMENT ON COLUMN read_model.billing_documents.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN read_model.billing_documents.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.billing_documents.status IS 'dispatched, issued, held or unknown: the furthest that its events tell; held again after it was issued is held.';
COMMENT ON COLUMN read_model.billing_documents.billing_document_id IS 'Id of the document; null where unknown.';
COMMENT ON COLUMN read_model.billing_documents.billing_document_uuid IS 'UUID of the document; null where unknown.';
COMMENT ON COLUMN read_model.billing_documents.document_type IS 'Kind of document, told when it is held.';
COMMENT ON COLUMN read_model.billing_documents.held_at IS 'When it was last held; null where it was not.';
COMMENT ON COLUMN read_model.billing_documents.hold_code IS 'Why it was held.';
COMMENT ON COLUMN read_model.billing_documents.is_strict_hold IS 'Whether the hold is strict; null where unknown.';
COMMENT ON COLUMN read_model.billing_documents.held_at_told IS 'When it was held, as told.';
COMMENT ON COLUMN read_model.billing_documents.held_by_id IS 'Who held it.';
COMMENT ON COLUMN read_model.billing_documents.issued_at IS 'When it was issued; null where that was not told.';
COMMENT ON COLUMN read_model.billing_documents.dispatched_at IS 'When it was last dispatched; null where it was not.';
COMMENT ON COLUMN read_model.billing_documents.dispatch_id IS 'Id of that dispatch.';
COMMENT ON COLUMN read_model.billing_documents.representation_ids IS 'Representations that were dispatched: a list of ids.';
COMMENT ON COLUMN read_model.billing_documents.dispatched_by_id IS 'Support user who dispatched it.';
COMMENT ON COLUMN read_model.billing_documents.external_status IS 'Newest status that an outside system gave it.';
COMMENT ON COLUMN read_model.billing_documents.external_status_code IS 'Code of that status.';
COMMENT ON COLUMN read_model.billing_documents.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.billing_documents.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.rebates AS
SELECT
  r.rebate_period_id, r.account_number,
  CASE WHEN r.imported_by IS NULL AND r.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(r.imported_by, CASE WHEN r.published_by_least = r.published_by_greatest THEN r.published_by_least END) END AS organisation,
  CASE
    WHEN r.declined_at > coalesce(r.accepted_at, '-infinity') THEN 'declined'
    WHEN r.accepted_at IS NOT NULL OR r.is_application_accepted THEN 'accepted'
    WHEN r.created_at IS NOT NULL THEN 'created'
    ELSE 'unknown'
  END AS status,
  r.rebate_type, r.effective_from, r.effective_to, r.is_application_accepted, r.decline_reason, r.created_at,
  r.updated_at, r.accepted_at, r.declined_at,
  r.first_told_at, r.last_told_at
FROM rebates r
LEFT JOIN accounts a ON a.account_number = r.account_number;
COMMENT ON VIEW read_model.rebates IS 'Rebates of accounts. One row a rebate and period.';
COMMENT ON COLUMN read_model.rebates.rebate_period_id IS 'Id of the rebate and its period.';
COMMENT ON COLUMN read_model.rebates.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN read_model.rebates.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.rebates.status IS 'declined or accepted, whichever was last; created, or unknown.';
COMMENT ON COLUMN read_model.rebates.rebate_type IS 'Kind of rebate.';
COMMENT ON COLUMN read_model.rebates.effective_from IS 'From when it holds, as told.';
COMMENT ON COLUMN read_model.rebates.effective_to IS 'Until when it holds, as told.';
COMMENT ON COLUMN read_model.rebates.is_application_accepted IS 'Whether the application was accepted when it was made or updated; null where unknown.';
COMMENT ON COLUMN read_model.rebates.decline_reason IS 'Why it was declined.';
COMMENT ON COLUMN read_model.rebates.created_at IS 'When it was made; null where that was not told.';
COMMENT ON COLUMN read_model.rebates.updated_at IS 'When it was last updated.';
COMMENT ON COLUMN read_model.rebates.accepted_at IS 'When it was last accepted; null where it was not.';
COMMENT ON COLUMN read_model.rebates.declined_at IS 'When it was last declined; null where it was not.';
COMMENT ON COLUMN read_model.rebates.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.rebates.last_told_at IS 'Time of the latest event that tells of it.';
