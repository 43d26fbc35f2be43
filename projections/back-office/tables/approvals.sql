CREATE TABLE approvals (
  approval_id text COLLATE "C" NOT NULL,
  process_type text,
  process_type_stamp text COLLATE "C",
  requested_at_told text,
  requested_at_told_stamp text COLLATE "C",
  requested_by_id bigint,
  requested_by_id_stamp text COLLATE "C",
  assigned_to_id bigint,
  assigned_to_id_stamp text COLLATE "C",
  approved_at timestamptz,
  rejected_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (approval_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE approvals IS 'What has to be approved.';
COMMENT ON COLUMN approvals.approval_id IS 'Id of the approval.';
COMMENT ON COLUMN approvals.process_type IS 'What is to be approved.';
COMMENT ON COLUMN approvals.process_type_stamp IS 'Time and id of the event that told process_type.';
COMMENT ON COLUMN approvals.requested_at_told IS 'When it was asked for, as told.';
COMMENT ON COLUMN approvals.requested_at_told_stamp IS 'Time and id of the event that told requested_at_told.';
COMMENT ON COLUMN approvals.requested_by_id IS 'Who asked for it.';
COMMENT ON COLUMN approvals.requested_by_id_stamp IS 'Time and id of the event that told requested_by_id.';
COMMENT ON COLUMN approvals.assigned_to_id IS 'Who is to approve it, as asked at first.';
COMMENT ON COLUMN approvals.assigned_to_id_stamp IS 'Time and id of the event that told assigned_to_id.';
COMMENT ON COLUMN approvals.approved_at IS 'When it was last approved; null where it was not.';
COMMENT ON COLUMN approvals.rejected_at IS 'When it was last rejected; null where it was not.';
COMMENT ON COLUMN approvals.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN approvals.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN approvals.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN approvals.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN approvals.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE approval_requests (
  approval_id text COLLATE "C" NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  process_type text,
  process_type_stamp text COLLATE "C",
  assigned_to_id bigint,
  assigned_to_id_stamp text COLLATE "C",
  assigned_at_told text,
  assigned_at_told_stamp text COLLATE "C",
  approved_at timestamptz,
  rejected_at timestamptz,
  decided_by_id bigint,
  decided_by_id_stamp text COLLATE "C",
  reason text,
  reason_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (approval_id, request_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE approval_requests IS 'Requests to people to approve.';
COMMENT ON COLUMN approval_requests.approval_id IS 'Id of the approval.';
COMMENT ON COLUMN approval_requests.request_id IS 'Id of the request.';
COMMENT ON COLUMN approval_requests.process_type IS 'What is to be approved.';
COMMENT ON COLUMN approval_requests.process_type_stamp IS 'Time and id of the event that told process_type.';
COMMENT ON COLUMN approval_requests.assigned_to_id IS 'Who is asked.';
COMMENT ON COLUMN approval_requests.assigned_to_id_stamp IS 'Time and id of the event that told assigned_to_id.';
COMMENT ON COLUMN approval_requests.assigned_at_told IS 'When they were asked, as told.';
COMMENT ON COLUMN approval_requests.assigned_at_told_stamp IS 'Time and id of the event that told assigned_at_told.';
COMMENT ON COLUMN approval_requests.approved_at IS 'When they last approved; null where they did not.';
COMMENT ON COLUMN approval_requests.rejected_at IS 'When they last rejected; null where they did not.';
COMMENT ON COLUMN approval_requests.decided_by_id IS 'Who decided last.';
COMMENT ON COLUMN approval_requests.decided_by_id_stamp IS 'Time and id of the event that told decided_by_id.';
COMMENT ON COLUMN approval_requests.reason IS 'Why.';
COMMENT ON COLUMN approval_requests.reason_stamp IS 'Time and id of the event that told reason.';
COMMENT ON COLUMN approval_requests.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN approval_requests.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN approval_requests.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN approval_requests.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN approval_requests.last_told_at IS 'Time of the latest event that tells of it.';
