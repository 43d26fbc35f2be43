CREATE VIEW read_model.collection_processes AS
SELECT
  c.collection_process_number, c.account_number,
  CASE WHEN c.imported_by IS NULL AND c.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(c.imported_by, CASE WHEN c.published_by_least = c.published_by_greatest THEN c.published_by_least END) END AS organisation,
  CASE
    WHEN c.is_withdrawn THEN 'withdrawn'
    WHEN c.is_paused THEN 'paused'
    WHEN c.raised_at IS NOT NULL OR c.reactivated_at IS NOT NULL OR c.unpaused_at IS NOT NULL THEN 'active'
    ELSE 'unknown'
  END AS status,
  c.ledger, c.billing_document, c.config_code, c.raised_at, c.is_paused, c.paused_at, c.unpaused_at, c.pause_source,
  c.active_pause_reasons, c.leave_supplier_process_number, c.leave_supplier_instigated_at,
  c.termination_requested_at, c.is_withdrawn, c.withdrawn_at, c.external_reference, c.reactivated_at,
  (
    SELECT jsonb_agg(jsonb_build_object('step_identifier', s.step_identifier, 'status', s.status, 'reason', s.reason,
      'dispatched_channels', s.dispatched_channels, 'failed_channels', s.failed_channels, 'resolved_at', s.resolved_at_told)
      ORDER BY s.resolved_at, s.step_identifier)
    FROM collection_steps s WHERE s.collection_process_number = c.collection_process_number
  ) AS steps,
  c.first_told_at, c.last_told_at
FROM collection_processes c
LEFT JOIN accounts a ON a.account_number = c.account_number;
COMMENT ON VIEW read_model.collection_processes IS 'Collection processes. Some of their events do not name the account: they stand here until one does. One row a process.';
COMMENT ON COLUMN read_model.collection_processes.collection_process_number IS 'Number of the process.';
COMMENT ON COLUMN read_model.collection_processes.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN read_model.collection_processes.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.collection_processes.status IS 'withdrawn, paused, active or unknown.';
COMMENT ON COLUMN read_model.collection_processes.ledger IS 'Ledger that is collected on; null where unknown.';
COMMENT ON COLUMN read_model.collection_processes.billing_document IS 'Billing document that is collected on; null where unknown.';
COMMENT ON COLUMN read_model.collection_processes.config_code IS 'Configuration of the process.';
COMMENT ON COLUMN read_model.collection_processes.raised_at IS 'When it was raised; null where that was not told.';
COMMENT ON COLUMN read_model.collection_processes.is_paused IS 'Whether it is paused; null where neither was told.';
COMMENT ON COLUMN read_model.collection_processes.paused_at IS 'When it was last paused.';
COMMENT ON COLUMN read_model.collection_processes.unpaused_at IS 'When it was last unpaused.';
COMMENT ON COLUMN read_model.collection_processes.pause_source IS 'What paused or unpaused it last.';
COMMENT ON COLUMN read_model.collection_processes.active_pause_reasons IS 'Why it was last paused: a list.';
COMMENT ON COLUMN read_model.collection_processes.leave_supplier_process_number IS 'Leave process that it began.';
COMMENT ON COLUMN read_model.collection_processes.leave_supplier_instigated_at IS 'When it began that.';
COMMENT ON COLUMN read_model.collection_processes.termination_requested_at IS 'When its end was last asked for.';
COMMENT ON COLUMN read_model.collection_processes.is_withdrawn IS 'Whether it is withdrawn; null where neither that nor its reactivation was told.';
COMMENT ON COLUMN read_model.collection_processes.withdrawn_at IS 'When it was last withdrawn.';
COMMENT ON COLUMN read_model.collection_processes.external_reference IS 'Reference that was told with that.';
COMMENT ON COLUMN read_model.collection_processes.reactivated_at IS 'When it was last reactivated.';
COMMENT ON COLUMN read_model.collection_processes.steps IS 'Communication steps that were resolved; null where none was.';
COMMENT ON COLUMN read_model.collection_processes.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.collection_processes.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.collection_proceedings AS
SELECT
  c.collection_proceeding_id, c.account_number,
  CASE WHEN c.imported_by IS NULL AND c.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(c.imported_by, CASE WHEN c.published_by_least = c.published_by_greatest THEN c.published_by_least END) END AS organisation,
  c.amount, c.campaign, c.is_white_label, c.agency_code, c.created_at,
  c.first_told_at, c.last_told_at
FROM collection_proceedings c
LEFT JOIN accounts a ON a.account_number = c.account_number;
COMMENT ON VIEW read_model.collection_proceedings IS 'Proceedings that collection agencies were given. One row a proceeding.';
COMMENT ON COLUMN read_model.collection_proceedings.collection_proceeding_id IS 'Id of the proceeding.';
COMMENT ON COLUMN read_model.collection_proceedings.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN read_model.collection_proceedings.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.collection_proceedings.amount IS 'Amount in pence; null where unknown.';
COMMENT ON COLUMN read_model.collection_proceedings.campaign IS 'Campaign of the agency.';
COMMENT ON COLUMN read_model.collection_proceedings.is_white_label IS 'Whether the agency acts under our name; null where unknown.';
COMMENT ON COLUMN read_model.collection_proceedings.agency_code IS 'The agency.';
COMMENT ON COLUMN read_model.collection_proceedings.created_at IS 'When it was made.';
COMMENT ON COLUMN read_model.collection_proceedings.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.collection_proceedings.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.dunning_paths AS
SELECT
  d.dunning_process_id, d.account_number,
  CASE WHEN d.imported_by IS NULL AND d.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(d.imported_by, CASE WHEN d.published_by_least = d.published_by_greatest THEN d.published_by_least END) END AS organisation,
  CASE
    WHEN d.withdrawn_at IS NOT NULL THEN 'withdrawn'
    WHEN d.is_paused THEN 'paused'
    WHEN d.started_at IS NOT NULL OR d.unpaused_at IS NOT NULL THEN 'active'
    ELSE 'unknown'
  END AS status,
  d.dunning_path_name, d.started_at, d.start_date, d.start_note, d.is_paused, d.paused_at, d.pause_start_date,
  d.pause_end_date, d.pause_note, d.unpaused_at, d.withdrawn_at, d.withdrawn_date, d.withdrawn_note,
  d.first_told_at, d.last_told_at
FROM dunning_paths d
LEFT JOIN accounts a ON a.account_number = d.account_number;
COMMENT ON VIEW read_model.dunning_paths IS 'Dunning paths of accounts. One row a path.';
COMMENT ON COLUMN read_model.dunning_paths.dunning_process_id IS 'Id of the path.';
COMMENT ON COLUMN read_model.dunning_paths.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN read_model.dunning_paths.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.dunning_paths.status IS 'withdrawn, paused, active or unknown.';
COMMENT ON COLUMN read_model.dunning_paths.dunning_path_name IS 'Name of the path.';
COMMENT ON COLUMN read_model.dunning_paths.started_at IS 'When it was started; null where that was not told.';
COMMENT ON COLUMN read_model.dunning_paths.start_date IS 'Day of the start, as told.';
COMMENT ON COLUMN read_model.dunning_paths.start_note IS 'Note of the start.';
COMMENT ON COLUMN read_model.dunning_paths.is_paused IS 'Whether it is paused; null where neither was told.';
COMMENT ON COLUMN read_model.dunning_paths.paused_at IS 'When it was last paused.';
COMMENT ON COLUMN read_model.dunning_paths.pause_start_date IS 'From when, as told.';
COMMENT ON COLUMN read_model.dunning_paths.pause_end_date IS 'Until when, as told.';
COMMENT ON COLUMN read_model.dunning_paths.pause_note IS 'Note of the pause.';
COMMENT ON COLUMN read_model.dunning_paths.unpaused_at IS 'When it was last unpaused.';
COMMENT ON COLUMN read_model.dunning_paths.withdrawn_at IS 'When it was last withdrawn; null where it was not.';
COMMENT ON COLUMN read_model.dunning_paths.withdrawn_date IS 'Day of that, as told.';
COMMENT ON COLUMN read_model.dunning_paths.withdrawn_note IS 'Note of that.';
COMMENT ON COLUMN read_model.dunning_paths.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.dunning_paths.last_told_at IS 'Time of the latest event that tells of it.';
