CREATE VIEW read_model.approvals AS
SELECT
  p.approval_id,
  coalesce(p.imported_by, CASE WHEN p.published_by_least = p.published_by_greatest THEN p.published_by_least END) AS organisation,
  CASE
    WHEN p.rejected_at >= coalesce(p.approved_at, p.rejected_at) THEN 'rejected'
    WHEN p.approved_at IS NOT NULL THEN 'approved'
    ELSE 'open'
  END AS status,
  p.process_type, p.requested_at_told, p.requested_by_id, p.assigned_to_id, p.approved_at, p.rejected_at,
  p.first_told_at, p.last_told_at
FROM approvals p;
COMMENT ON VIEW read_model.approvals IS 'What has to be approved. One row an approval.';
COMMENT ON COLUMN read_model.approvals.approval_id IS 'Id of the approval.';
COMMENT ON COLUMN read_model.approvals.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.approvals.status IS 'rejected or approved, whichever was last; or open.';
COMMENT ON COLUMN read_model.approvals.process_type IS 'What is to be approved.';
COMMENT ON COLUMN read_model.approvals.requested_at_told IS 'When it was asked for, as told.';
COMMENT ON COLUMN read_model.approvals.requested_by_id IS 'Who asked for it.';
COMMENT ON COLUMN read_model.approvals.assigned_to_id IS 'Who is to approve it, as asked at first.';
COMMENT ON COLUMN read_model.approvals.approved_at IS 'When it was last approved; null where it was not.';
COMMENT ON COLUMN read_model.approvals.rejected_at IS 'When it was last rejected; null where it was not.';
COMMENT ON COLUMN read_model.approvals.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.approvals.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.approval_requests AS
SELECT
  r.approval_id, r.request_id,
  coalesce(r.imported_by, CASE WHEN r.published_by_least = r.published_by_greatest THEN r.published_by_least END) AS organisation,
  CASE
    WHEN r.rejected_at >= coalesce(r.approved_at, r.rejected_at) THEN 'rejected'
    WHEN r.approved_at IS NOT NULL THEN 'approved'
    ELSE 'assigned'
  END AS status,
  r.process_type, r.assigned_to_id, r.assigned_at_told, r.approved_at, r.rejected_at, r.decided_by_id, r.reason,
  r.first_told_at, r.last_told_at
FROM approval_requests r;
COMMENT ON VIEW read_model.approval_requests IS 'Requests to people to approve. One row a request.';
COMMENT ON COLUMN read_model.approval_requests.approval_id IS 'Id of the approval.';
COMMENT ON COLUMN read_model.approval_requests.request_id IS 'Id of the request.';
COMMENT ON COLUMN read_model.approval_requests.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.approval_requests.status IS 'rejected or approved, whichever was last; or assigned.';
COMMENT ON COLUMN read_model.approval_requests.process_type IS 'What is to be approved.';
COMMENT ON COLUMN read_model.approval_requests.assigned_to_id IS 'Who is asked.';
COMMENT ON COLUMN read_model.approval_requests.assigned_at_told IS 'When they were asked, as told.';
COMMENT ON COLUMN read_model.approval_requests.approved_at IS 'When they last approved; null where they did not.';
COMMENT ON COLUMN read_model.approval_requests.rejected_at IS 'When they last rejected; null where they did not.';
COMMENT ON COLUMN read_model.approval_requests.decided_by_id IS 'Who decided last.';
COMMENT ON COLUMN read_model.approval_requests.reason IS 'Why.';
COMMENT ON COLUMN read_model.approval_requests.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.approval_requests.last_told_at IS 'Time of the latest event that tells of it.';
