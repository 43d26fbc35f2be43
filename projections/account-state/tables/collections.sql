CREATE TABLE collection_processes (
  collection_process_number text COLLATE "C" NOT NULL,
  account_number text COLLATE "C",
  account_number_stamp text COLLATE "C",
  ledger text,
  ledger_stamp text COLLATE "C",
  billing_document text,
  billing_document_stamp text COLLATE "C",
  config_code text,
  config_code_stamp text COLLATE "C",
  raised_at timestamptz,
  is_paused boolean,
  is_paused_stamp text COLLATE "C",
  paused_at timestamptz,
  unpaused_at timestamptz,
  pause_source text,
  pause_source_stamp text COLLATE "C",
  active_pause_reasons jsonb,
  active_pause_reasons_stamp text COLLATE "C",
  leave_supplier_process_number text,
  leave_supplier_process_number_stamp text COLLATE "C",
  leave_supplier_instigated_at timestamptz,
  termination_requested_at timestamptz,
  is_withdrawn boolean,
  is_withdrawn_stamp text COLLATE "C",
  withdrawn_at timestamptz,
  external_reference text,
  external_reference_stamp text COLLATE "C",
  reactivated_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (collection_process_number)
) WITH (fillfactor = 70);
CREATE INDEX collection_processes_account ON collection_processes (account_number, collection_process_number);
COMMENT ON TABLE collection_processes IS 'Collection processes. Some of their events do not name the account: they stand here until one does.';
COMMENT ON COLUMN collection_processes.collection_process_number IS 'Number of the process.';
COMMENT ON COLUMN collection_processes.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN collection_processes.account_number_stamp IS 'Time and id of the event that told account_number.';
COMMENT ON COLUMN collection_processes.ledger IS 'Ledger that is collected on; null where unknown.';
COMMENT ON COLUMN collection_processes.ledger_stamp IS 'Time and id of the event that told ledger.';
COMMENT ON COLUMN collection_processes.billing_document IS 'Billing document that is collected on; null where unknown.';
COMMENT ON COLUMN collection_processes.billing_document_stamp IS 'Time and id of the event that told billing_document.';
COMMENT ON COLUMN collection_processes.config_code IS 'Configuration of the process.';
COMMENT ON COLUMN collection_processes.config_code_stamp IS 'Time and id of the event that told config_code.';
COMMENT ON COLUMN collection_processes.raised_at IS 'When it was raised; null where that was not told.';
COMMENT ON COLUMN collection_processes.is_paused IS 'Whether it is paused; null where neither was told.';
COMMENT ON COLUMN collection_processes.is_paused_stamp IS 'Time and id of the event that told is_paused.';
COMMENT ON COLUMN collection_processes.paused_at IS 'When it was last paused.';
COMMENT ON COLUMN collection_processes.unpaused_at IS 'When it was last unpaused.';
COMMENT ON COLUMN collection_processes.pause_source IS 'What paused or unpaused it last.';
COMMENT ON COLUMN collection_processes.pause_source_stamp IS 'Time and id of the event that told pause_source.';
COMMENT ON COLUMN collection_processes.active_pause_reasons IS 'Why it was last paused: a list.';
COMMENT ON COLUMN collection_processes.active_pause_reasons_stamp IS 'Time and id of the event that told active_pause_reasons.';
COMMENT ON COLUMN collection_processes.leave_supplier_process_number IS 'Leave process that it began.';
COMMENT ON COLUMN collection_processes.leave_supplier_process_number_stamp IS 'Time and id of the event that told leave_supplier_process_number.';
COMMENT ON COLUMN collection_processes.leave_supplier_instigated_at IS 'When it began that.';
COMMENT ON COLUMN collection_processes.termination_requested_at IS 'When its end was last asked for.';
COMMENT ON COLUMN collection_processes.is_withdrawn IS 'Whether it is withdrawn; null where neither that nor its reactivation was told.';
COMMENT ON COLUMN collection_processes.is_withdrawn_stamp IS 'Time and id of the event that told is_withdrawn.';
COMMENT ON COLUMN collection_processes.withdrawn_at IS 'When it was last withdrawn.';
COMMENT ON COLUMN collection_processes.external_reference IS 'Reference that was told with that.';
COMMENT ON COLUMN collection_processes.external_reference_stamp IS 'Time and id of the event that told external_reference.';
COMMENT ON COLUMN collection_processes.reactivated_at IS 'When it was last reactivated.';
COMMENT ON COLUMN collection_processes.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN collection_processes.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN collection_processes.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN collection_processes.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN collection_processes.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE collection_steps (
  collection_process_number text COLLATE "C" NOT NULL,
  step_identifier text COLLATE "C" NOT NULL,
  trigger_id text,
  trigger_id_stamp text COLLATE "C",
  status text,
  status_stamp text COLLATE "C",
  reason text,
  reason_stamp text COLLATE "C",
  dispatched_channels jsonb,
  dispatched_channels_stamp text COLLATE "C",
  failed_channels jsonb,
  failed_channels_stamp text COLLATE "C",
  resolved_at_told text,
  resolved_at_told_stamp text COLLATE "C",
  resolved_at timestamptz,
  PRIMARY KEY (collection_process_number, step_identifier)
) WITH (fillfactor = 70);
COMMENT ON TABLE collection_steps IS 'Communication steps of collection processes, as they were told last.';
COMMENT ON COLUMN collection_steps.collection_process_number IS 'Number of the process.';
COMMENT ON COLUMN collection_steps.step_identifier IS 'Identifier of the step.';
COMMENT ON COLUMN collection_steps.trigger_id IS 'What triggered it.';
COMMENT ON COLUMN collection_steps.trigger_id_stamp IS 'Time and id of the event that told trigger_id.';
COMMENT ON COLUMN collection_steps.status IS 'How it ended.';
COMMENT ON COLUMN collection_steps.status_stamp IS 'Time and id of the event that told status.';
COMMENT ON COLUMN collection_steps.reason IS 'Why.';
COMMENT ON COLUMN collection_steps.reason_stamp IS 'Time and id of the event that told reason.';
COMMENT ON COLUMN collection_steps.dispatched_channels IS 'Channels it was sent by: a list.';
COMMENT ON COLUMN collection_steps.dispatched_channels_stamp IS 'Time and id of the event that told dispatched_channels.';
COMMENT ON COLUMN collection_steps.failed_channels IS 'Channels that failed: a list.';
COMMENT ON COLUMN collection_steps.failed_channels_stamp IS 'Time and id of the event that told failed_channels.';
COMMENT ON COLUMN collection_steps.resolved_at_told IS 'When it was resolved, as told.';
COMMENT ON COLUMN collection_steps.resolved_at_told_stamp IS 'Time and id of the event that told resolved_at_told.';
COMMENT ON COLUMN collection_steps.resolved_at IS 'When it was last told to be resolved.';

CREATE TABLE collection_proceedings (
  collection_proceeding_id bigint NOT NULL,
  account_number text COLLATE "C",
  account_number_stamp text COLLATE "C",
  amount bigint,
  amount_stamp text COLLATE "C",
  campaign text,
  campaign_stamp text COLLATE "C",
  is_white_label boolean,
  is_white_label_stamp text COLLATE "C",
  agency_code text,
  agency_code_stamp text COLLATE "C",
  created_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (collection_proceeding_id)
) WITH (fillfactor = 70);
CREATE INDEX collection_proceedings_account ON collection_proceedings (account_number, collection_proceeding_id);
COMMENT ON TABLE collection_proceedings IS 'Proceedings that collection agencies were given.';
COMMENT ON COLUMN collection_proceedings.collection_proceeding_id IS 'Id of the proceeding.';
COMMENT ON COLUMN collection_proceedings.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN collection_proceedings.account_number_stamp IS 'Time and id of the event that told account_number.';
COMMENT ON COLUMN collection_proceedings.amount IS 'Amount in pence; null where unknown.';
COMMENT ON COLUMN collection_proceedings.amount_stamp IS 'Time and id of the event that told amount.';
COMMENT ON COLUMN collection_proceedings.campaign IS 'Campaign of the agency.';
COMMENT ON COLUMN collection_proceedings.campaign_stamp IS 'Time and id of the event that told campaign.';
COMMENT ON COLUMN collection_proceedings.is_white_label IS 'Whether the agency acts under our name; null where unknown.';
COMMENT ON COLUMN collection_proceedings.is_white_label_stamp IS 'Time and id of the event that told is_white_label.';
COMMENT ON COLUMN collection_proceedings.agency_code IS 'The agency.';
COMMENT ON COLUMN collection_proceedings.agency_code_stamp IS 'Time and id of the event that told agency_code.';
COMMENT ON COLUMN collection_proceedings.created_at IS 'When it was made.';
COMMENT ON COLUMN collection_proceedings.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN collection_proceedings.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN collection_proceedings.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN collection_proceedings.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN collection_proceedings.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE dunning_paths (
  dunning_process_id text COLLATE "C" NOT NULL,
  account_number text COLLATE "C",
  account_number_stamp text COLLATE "C",
  dunning_path_name text,
  dunning_path_name_stamp text COLLATE "C",
  started_at timestamptz,
  start_date text,
  start_date_stamp text COLLATE "C",
  start_note text,
  start_note_stamp text COLLATE "C",
  is_paused boolean,
  is_paused_stamp text COLLATE "C",
  paused_at timestamptz,
  pause_start_date text,
  pause_start_date_stamp text COLLATE "C",
  pause_end_date text,
  pause_end_date_stamp text COLLATE "C",
  pause_note text,
  pause_note_stamp text COLLATE "C",
  unpaused_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_date text,
  withdrawn_date_stamp text COLLATE "C",
  withdrawn_note text,
  withdrawn_note_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (dunning_process_id)
) WITH (fillfactor = 70);
CREATE INDEX dunning_paths_account ON dunning_paths (account_number, dunning_process_id);
COMMENT ON TABLE dunning_paths IS 'Dunning paths of accounts.';
COMMENT ON COLUMN dunning_paths.dunning_process_id IS 'Id of the path.';
COMMENT ON COLUMN dunning_paths.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN dunning_paths.account_number_stamp IS 'Time and id of the event that told account_number.';
COMMENT ON COLUMN dunning_paths.dunning_path_name IS 'Name of the path.';
COMMENT ON COLUMN dunning_paths.dunning_path_name_stamp IS 'Time and id of the event that told dunning_path_name.';
COMMENT ON COLUMN dunning_paths.started_at IS 'When it was started; null where that was not told.';
COMMENT ON COLUMN dunning_paths.start_date IS 'Day of the start, as told.';
COMMENT ON COLUMN dunning_paths.start_date_stamp IS 'Time and id of the event that told start_date.';
COMMENT ON COLUMN dunning_paths.start_note IS 'Note of the start.';
COMMENT ON COLUMN dunning_paths.start_note_stamp IS 'Time and id of the event that told start_note.';
COMMENT ON COLUMN dunning_paths.is_paused IS 'Whether it is paused; null where neither was told.';
COMMENT ON COLUMN dunning_paths.is_paused_stamp IS 'Time and id of the event that told is_paused.';
COMMENT ON COLUMN dunning_paths.paused_at IS 'When it was last paused.';
COMMENT ON COLUMN dunning_paths.pause_start_date IS 'From when, as told.';
COMMENT ON COLUMN dunning_paths.pause_start_date_stamp IS 'Time and id of the event that told pause_start_date.';
COMMENT ON COLUMN dunning_paths.pause_end_date IS 'Until when, as told.';
COMMENT ON COLUMN dunning_paths.pause_end_date_stamp IS 'Time and id of the event that told pause_end_date.';
COMMENT ON COLUMN dunning_paths.pause_note IS 'Note of the pause.';
COMMENT ON COLUMN dunning_paths.pause_note_stamp IS 'Time and id of the event that told pause_note.';
COMMENT ON COLUMN dunning_paths.unpaused_at IS 'When it was last unpaused.';
COMMENT ON COLUMN dunning_paths.withdrawn_at IS 'When it was last withdrawn; null where it was not.';
COMMENT ON COLUMN dunning_paths.withdrawn_date IS 'Day of that, as told.';
COMMENT ON COLUMN dunning_paths.withdrawn_date_stamp IS 'Time and id of the event that told withdrawn_date.';
COMMENT ON COLUMN dunning_paths.withdrawn_note IS 'Note of that.';
COMMENT ON COLUMN dunning_paths.withdrawn_note_stamp IS 'Time and id of the event that told withdrawn_note.';
COMMENT ON COLUMN dunning_paths.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN dunning_paths.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN dunning_paths.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN dunning_paths.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN dunning_paths.last_told_at IS 'Time of the latest event that tells of it.';
