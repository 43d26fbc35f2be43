-- Texts that rows are found or sorted by use the "C" collation: the order is that of the bytes on every machine,
-- and a prefix is found through the same index. Rows that change get room, so that an update stays on its page.

CREATE TABLE suppliers (
  organisation text COLLATE "C" NOT NULL,
  import_supplier text COLLATE "C" NOT NULL,
  status text NOT NULL,
  created_at timestamptz,
  status_changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation, import_supplier)
);
COMMENT ON TABLE suppliers IS 'Import suppliers, with the status their operator gave them.';
COMMENT ON COLUMN suppliers.organisation IS 'Whose it is.';
COMMENT ON COLUMN suppliers.import_supplier IS 'Its name.';
COMMENT ON COLUMN suppliers.status IS 'Ongoing, paused or complete.';
COMMENT ON COLUMN suppliers.created_at IS 'When it was made; null where only a later change was told.';
COMMENT ON COLUMN suppliers.status_changed_at IS 'When it got its status.';

CREATE TABLE processes (
  organisation text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  external_identifier text COLLATE "C" NOT NULL,
  accepted boolean NOT NULL,
  import_supplier text COLLATE "C",
  state text COLLATE "C" NOT NULL,
  attempt bigint NOT NULL,
  account_number text COLLATE "C",
  identifier text,
  first_accepted_at timestamptz,
  accepted_at timestamptz,
  finished_at timestamptz,
  error_code text COLLATE "C",
  error_detail text,
  errors jsonb,
  expiry_window_end text,
  outcome_event_id text,
  PRIMARY KEY (organisation, resource_type, external_identifier)
) WITH (fillfactor = 70);
CREATE INDEX processes_import_supplier ON processes (organisation, import_supplier, resource_type, external_identifier);
CREATE INDEX processes_external_identifier ON processes (external_identifier);
CREATE INDEX processes_account_number ON processes (account_number) WHERE account_number IS NOT NULL;
-- Complete ones are the many, and found without an index of their own.
CREATE INDEX processes_state ON processes (state, organisation, resource_type, external_identifier)
  WHERE state IN ('waiting', 'error', 'cancelled');
CREATE INDEX processes_error_code ON processes (error_code, organisation, resource_type, external_identifier)
  WHERE error_code IS NOT NULL;
COMMENT ON TABLE processes IS 'Import and order processes, told by their latest attempt.';
COMMENT ON COLUMN processes.organisation IS 'Whose it is.';
COMMENT ON COLUMN processes.resource_type IS 'What is imported: account or order.';
COMMENT ON COLUMN processes.external_identifier IS 'The client''s name of the resource.';
COMMENT ON COLUMN processes.accepted IS 'False where only an outcome was told: such a process counts for no supplier.';
COMMENT ON COLUMN processes.import_supplier IS 'The supplier it was accepted under; null where it was not accepted here.';
COMMENT ON COLUMN processes.state IS 'waiting, complete, error or cancelled.';
COMMENT ON COLUMN processes.attempt IS 'Number of the latest attempt; 0 where none was accepted.';
COMMENT ON COLUMN processes.account_number IS 'The account number it asked for, or became; null while unknown.';
COMMENT ON COLUMN processes.identifier IS 'What it made, as its outcome says; null unless complete.';
COMMENT ON COLUMN processes.first_accepted_at IS 'When the first attempt was accepted.';
COMMENT ON COLUMN processes.accepted_at IS 'When the latest attempt was accepted.';
COMMENT ON COLUMN processes.finished_at IS 'When the latest attempt ended; null while waiting.';
COMMENT ON COLUMN processes.error_code IS 'Why it failed; null otherwise.';
COMMENT ON COLUMN processes.error_detail IS 'The same, for a person.';
COMMENT ON COLUMN processes.errors IS 'Every fault: [{code, attr}]; null where none was told.';
COMMENT ON COLUMN processes.expiry_window_end IS 'End of the expiry window, as the cancellation says; null otherwise.';
COMMENT ON COLUMN processes.outcome_event_id IS 'Id of the event that told the newest outcome.';

CREATE TABLE post_imports (
  organisation text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  external_identifier text COLLATE "C" NOT NULL,
  task text COLLATE "C" NOT NULL,
  import_supplier text COLLATE "C",
  state text COLLATE "C" NOT NULL,
  planned_at timestamptz,
  finished_at timestamptz,
  identifier text,
  error_code text,
  error_detail text,
  PRIMARY KEY (organisation, resource_type, external_identifier, task)
) WITH (fillfactor = 70);
CREATE INDEX post_imports_external_identifier ON post_imports (external_identifier);
-- Complete ones are the many, as above.
CREATE INDEX post_imports_state ON post_imports (state, organisation, resource_type, external_identifier, task)
  WHERE state IN ('pending', 'error');
COMMENT ON TABLE post_imports IS 'Tasks that follow an import.';
COMMENT ON COLUMN post_imports.organisation IS 'Whose it is.';
COMMENT ON COLUMN post_imports.resource_type IS 'Resource type of the process it follows.';
COMMENT ON COLUMN post_imports.external_identifier IS 'External identifier of the process it follows.';
COMMENT ON COLUMN post_imports.task IS 'What is done, e.g. opening_balance.';
COMMENT ON COLUMN post_imports.import_supplier IS 'Supplier of the process; null where the task was not planned here.';
COMMENT ON COLUMN post_imports.state IS 'pending, complete or error.';
COMMENT ON COLUMN post_imports.planned_at IS 'When it was planned; null where only its outcome was told.';
COMMENT ON COLUMN post_imports.finished_at IS 'When it ended; null while pending.';
COMMENT ON COLUMN post_imports.identifier IS 'What it made, as its outcome says.';
COMMENT ON COLUMN post_imports.error_code IS 'Why it failed; null otherwise.';
COMMENT ON COLUMN post_imports.error_detail IS 'The same, for a person.';

CREATE TABLE refusals (
  event_id text COLLATE "C" PRIMARY KEY,
  organisation text COLLATE "C" NOT NULL,
  import_supplier text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  external_identifier text COLLATE "C",
  code text COLLATE "C" NOT NULL,
  errors jsonb NOT NULL,
  refused_at timestamptz NOT NULL
);
CREATE INDEX refusals_organisation ON refusals (organisation, event_id);
CREATE INDEX refusals_import_supplier ON refusals (import_supplier, event_id);
CREATE INDEX refusals_external_identifier ON refusals (external_identifier, event_id);
CREATE INDEX refusals_code ON refusals (code, event_id);
COMMENT ON TABLE refusals IS 'Requests that intake refused; nothing came of them.';
COMMENT ON COLUMN refusals.event_id IS 'Id of the event that tells it.';
COMMENT ON COLUMN refusals.organisation IS 'Who asked.';
COMMENT ON COLUMN refusals.import_supplier IS 'The supplier that was named.';
COMMENT ON COLUMN refusals.resource_type IS 'What was to be imported: account or order.';
COMMENT ON COLUMN refusals.external_identifier IS 'The client''s name of the resource; null where it could not be read.';
COMMENT ON COLUMN refusals.code IS 'Code of the answer.';
COMMENT ON COLUMN refusals.errors IS 'Every fault: [{code, attr}].';
COMMENT ON COLUMN refusals.refused_at IS 'When it was refused.';

CREATE TABLE dry_runs (
  source text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  organisation text COLLATE "C",
  import_supplier text COLLATE "C",
  resource_type text NOT NULL,
  external_identifier text COLLATE "C" NOT NULL,
  state text NOT NULL,
  error_code text,
  error_detail text,
  finished_at timestamptz NOT NULL,
  PRIMARY KEY (source, event_id)
);
COMMENT ON TABLE dry_runs IS 'Dry runs: checks of a payload that took nothing in.';
COMMENT ON COLUMN dry_runs.source IS 'Source of the event that tells it.';
COMMENT ON COLUMN dry_runs.event_id IS 'Id of the event that tells it.';
COMMENT ON COLUMN dry_runs.organisation IS 'Who asked; null where the event does not say.';
COMMENT ON COLUMN dry_runs.import_supplier IS 'The supplier that was named; null where the event does not say.';
COMMENT ON COLUMN dry_runs.resource_type IS 'What was checked.';
COMMENT ON COLUMN dry_runs.external_identifier IS 'The client''s name of the resource.';
COMMENT ON COLUMN dry_runs.state IS 'complete or error.';
COMMENT ON COLUMN dry_runs.error_code IS 'Why it would fail; null otherwise.';
COMMENT ON COLUMN dry_runs.error_detail IS 'The same, for a person.';
COMMENT ON COLUMN dry_runs.finished_at IS 'When it was checked.';

CREATE TABLE foreign_outcomes (
  source text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  event_type text NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  external_identifier text COLLATE "C" NOT NULL,
  state text NOT NULL,
  identifier text,
  error_code text,
  error_detail text,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (source, event_id)
);
CREATE INDEX foreign_outcomes_process ON foreign_outcomes (resource_type, external_identifier);
COMMENT ON TABLE foreign_outcomes IS 'Outcomes that name no organisation: they belong to no process of ours.';
COMMENT ON COLUMN foreign_outcomes.source IS 'Who says so.';
COMMENT ON COLUMN foreign_outcomes.event_id IS 'Id of the event that tells it.';
COMMENT ON COLUMN foreign_outcomes.event_type IS 'Type of that event.';
COMMENT ON COLUMN foreign_outcomes.resource_type IS 'What was imported there.';
COMMENT ON COLUMN foreign_outcomes.external_identifier IS 'Its name there.';
COMMENT ON COLUMN foreign_outcomes.state IS 'complete, error or cancelled.';
COMMENT ON COLUMN foreign_outcomes.identifier IS 'What it made; null unless complete.';
COMMENT ON COLUMN foreign_outcomes.error_code IS 'Why it failed; null otherwise.';
COMMENT ON COLUMN foreign_outcomes.error_detail IS 'The same, for a person.';
COMMENT ON COLUMN foreign_outcomes.told_at IS 'When it happened, as the event says.';

-- Tallies: one row a counter and partition, so that partitions never wait for each other; views sum them.

CREATE TABLE supplier_counts (
  organisation text COLLATE "C" NOT NULL,
  import_supplier text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  partition smallint NOT NULL,
  accepted bigint NOT NULL,
  waiting bigint NOT NULL,
  complete bigint NOT NULL,
  error bigint NOT NULL,
  cancelled bigint NOT NULL,
  PRIMARY KEY (organisation, import_supplier, resource_type, partition),
  CHECK (accepted = waiting + complete + error + cancelled)
) WITH (fillfactor = 20);
COMMENT ON TABLE supplier_counts IS 'How many processes of a supplier stand in each state, by their latest attempt.';
COMMENT ON COLUMN supplier_counts.organisation IS 'Whose it is.';
COMMENT ON COLUMN supplier_counts.import_supplier IS 'The supplier.';
COMMENT ON COLUMN supplier_counts.resource_type IS 'What is imported.';
COMMENT ON COLUMN supplier_counts.partition IS 'Partition that counted.';
COMMENT ON COLUMN supplier_counts.accepted IS 'Processes accepted.';
COMMENT ON COLUMN supplier_counts.waiting IS 'Of these, waiting.';
COMMENT ON COLUMN supplier_counts.complete IS 'Of these, complete.';
COMMENT ON COLUMN supplier_counts.error IS 'Of these, in error.';
COMMENT ON COLUMN supplier_counts.cancelled IS 'Of these, cancelled.';

CREATE TABLE minute_counts (
  organisation text COLLATE "C" NOT NULL,
  import_supplier text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  minute timestamptz NOT NULL,
  partition smallint NOT NULL,
  accepted bigint NOT NULL,
  complete bigint NOT NULL,
  error bigint NOT NULL,
  cancelled bigint NOT NULL,
  PRIMARY KEY (organisation, import_supplier, resource_type, minute, partition)
) WITH (fillfactor = 50);
COMMENT ON TABLE minute_counts IS 'How many processes of a supplier were accepted, and how many ended, in each minute, by their latest attempt.';
COMMENT ON COLUMN minute_counts.organisation IS 'Whose it is.';
COMMENT ON COLUMN minute_counts.import_supplier IS 'The supplier.';
COMMENT ON COLUMN minute_counts.resource_type IS 'What is imported.';
COMMENT ON COLUMN minute_counts.minute IS 'Start of the minute.';
COMMENT ON COLUMN minute_counts.partition IS 'Partition that counted.';
COMMENT ON COLUMN minute_counts.accepted IS 'Processes accepted in it.';
COMMENT ON COLUMN minute_counts.complete IS 'Processes completed in it.';
COMMENT ON COLUMN minute_counts.error IS 'Processes that failed in it.';
COMMENT ON COLUMN minute_counts.cancelled IS 'Processes cancelled in it.';

CREATE TABLE error_counts (
  organisation text COLLATE "C" NOT NULL,
  import_supplier text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  attr text COLLATE "C" NOT NULL,
  partition smallint NOT NULL,
  processes bigint NOT NULL,
  PRIMARY KEY (organisation, import_supplier, resource_type, code, attr, partition)
) WITH (fillfactor = 50);
COMMENT ON TABLE error_counts IS 'In how many processes each fault stands, by their latest attempt.';
COMMENT ON COLUMN error_counts.organisation IS 'Whose it is.';
COMMENT ON COLUMN error_counts.import_supplier IS 'The supplier.';
COMMENT ON COLUMN error_counts.resource_type IS 'What is imported.';
COMMENT ON COLUMN error_counts.code IS 'Code of the fault.';
COMMENT ON COLUMN error_counts.attr IS 'Where it stands in the payload; empty for the payload as a whole.';
COMMENT ON COLUMN error_counts.partition IS 'Partition that counted.';
COMMENT ON COLUMN error_counts.processes IS 'Processes in error that have this fault.';

CREATE TABLE refused_counts (
  organisation text COLLATE "C" NOT NULL,
  import_supplier text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  partition smallint NOT NULL,
  refused bigint NOT NULL,
  PRIMARY KEY (organisation, import_supplier, resource_type, partition)
) WITH (fillfactor = 20);
COMMENT ON TABLE refused_counts IS 'How many requests of a supplier were refused.';
COMMENT ON COLUMN refused_counts.organisation IS 'Whose it is.';
COMMENT ON COLUMN refused_counts.import_supplier IS 'The supplier.';
COMMENT ON COLUMN refused_counts.resource_type IS 'What was to be imported.';
COMMENT ON COLUMN refused_counts.partition IS 'Partition that counted.';
COMMENT ON COLUMN refused_counts.refused IS 'Requests refused.';

CREATE TABLE refusal_counts (
  organisation text COLLATE "C" NOT NULL,
  import_supplier text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  attr text COLLATE "C" NOT NULL,
  partition smallint NOT NULL,
  refusals bigint NOT NULL,
  PRIMARY KEY (organisation, import_supplier, resource_type, code, attr, partition)
) WITH (fillfactor = 50);
COMMENT ON TABLE refusal_counts IS 'In how many refused requests each fault stands.';
COMMENT ON COLUMN refusal_counts.organisation IS 'Whose it is.';
COMMENT ON COLUMN refusal_counts.import_supplier IS 'The supplier.';
COMMENT ON COLUMN refusal_counts.resource_type IS 'What was to be imported.';
COMMENT ON COLUMN refusal_counts.code IS 'Code of the fault.';
COMMENT ON COLUMN refusal_counts.attr IS 'Where it stands in the payload; empty for the request as a whole.';
COMMENT ON COLUMN refusal_counts.partition IS 'Partition that counted.';
COMMENT ON COLUMN refusal_counts.refusals IS 'Refused requests that have this fault.';

CREATE TABLE post_import_counts (
  organisation text COLLATE "C" NOT NULL,
  import_supplier text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  task text COLLATE "C" NOT NULL,
  partition smallint NOT NULL,
  planned bigint NOT NULL,
  pending bigint NOT NULL,
  complete bigint NOT NULL,
  error bigint NOT NULL,
  PRIMARY KEY (organisation, import_supplier, resource_type, task, partition),
  CHECK (planned = pending + complete + error)
) WITH (fillfactor = 20);
COMMENT ON TABLE post_import_counts IS 'How many tasks of each kind stand in each state.';
COMMENT ON COLUMN post_import_counts.organisation IS 'Whose it is.';
COMMENT ON COLUMN post_import_counts.import_supplier IS 'The supplier.';
COMMENT ON COLUMN post_import_counts.resource_type IS 'Resource type of the process they follow.';
COMMENT ON COLUMN post_import_counts.task IS 'What is done.';
COMMENT ON COLUMN post_import_counts.partition IS 'Partition that counted.';
COMMENT ON COLUMN post_import_counts.planned IS 'Tasks planned.';
COMMENT ON COLUMN post_import_counts.pending IS 'Of these, pending.';
COMMENT ON COLUMN post_import_counts.complete IS 'Of these, complete.';
COMMENT ON COLUMN post_import_counts.error IS 'Of these, in error.';

CREATE TABLE dry_run_counts (
  organisation text COLLATE "C" NOT NULL,
  import_supplier text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  partition smallint NOT NULL,
  complete bigint NOT NULL,
  error bigint NOT NULL,
  PRIMARY KEY (organisation, import_supplier, resource_type, partition)
) WITH (fillfactor = 20);
COMMENT ON TABLE dry_run_counts IS 'How dry runs of a supplier came out.';
COMMENT ON COLUMN dry_run_counts.organisation IS 'Whose it is.';
COMMENT ON COLUMN dry_run_counts.import_supplier IS 'The supplier.';
COMMENT ON COLUMN dry_run_counts.resource_type IS 'What was checked.';
COMMENT ON COLUMN dry_run_counts.partition IS 'Partition that counted.';
COMMENT ON COLUMN dry_run_counts.complete IS 'Dry runs without a fault.';
COMMENT ON COLUMN dry_run_counts.error IS 'Dry runs with faults.';
