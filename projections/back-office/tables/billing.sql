CREATE TABLE pathway_traversals (
  pathway_id text COLLATE "C" NOT NULL,
  traversal_attempt_id bigint NOT NULL,
  trigger_id bigint,
  trigger_id_stamp text COLLATE "C",
  succeeded_at timestamptz,
  failed_at timestamptz,
  failed_action_name text,
  failed_action_name_stamp text COLLATE "C",
  failed_action_error text,
  failed_action_error_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (pathway_id, traversal_attempt_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE pathway_traversals IS 'Attempts to go through billing pathways.';
COMMENT ON COLUMN pathway_traversals.pathway_id IS 'Id of the pathway.';
COMMENT ON COLUMN pathway_traversals.traversal_attempt_id IS 'Id of the attempt.';
COMMENT ON COLUMN pathway_traversals.trigger_id IS 'What triggered it.';
COMMENT ON COLUMN pathway_traversals.trigger_id_stamp IS 'Time and id of the event that told trigger_id.';
COMMENT ON COLUMN pathway_traversals.succeeded_at IS 'When it succeeded; null where it did not.';
COMMENT ON COLUMN pathway_traversals.failed_at IS 'When it failed; null where it did not.';
COMMENT ON COLUMN pathway_traversals.failed_action_name IS 'Action at which it failed.';
COMMENT ON COLUMN pathway_traversals.failed_action_name_stamp IS 'Time and id of the event that told failed_action_name.';
COMMENT ON COLUMN pathway_traversals.failed_action_error IS 'Error of that action.';
COMMENT ON COLUMN pathway_traversals.failed_action_error_stamp IS 'Time and id of the event that told failed_action_error.';
COMMENT ON COLUMN pathway_traversals.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN pathway_traversals.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN pathway_traversals.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN pathway_traversals.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN pathway_traversals.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE duos_invoices (
  invoice_event_id bigint NOT NULL,
  new_at timestamptz,
  replaced_at timestamptz,
  cancelled_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (invoice_event_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE duos_invoices IS 'Invoices of distribution charges (DUoS).';
COMMENT ON COLUMN duos_invoices.invoice_event_id IS 'Id of the invoice event.';
COMMENT ON COLUMN duos_invoices.new_at IS 'When it was told as new; null where it was not.';
COMMENT ON COLUMN duos_invoices.replaced_at IS 'When it was last to be replaced; null where it was not.';
COMMENT ON COLUMN duos_invoices.cancelled_at IS 'When it was last to be cancelled; null where it was not.';
COMMENT ON COLUMN duos_invoices.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN duos_invoices.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN duos_invoices.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN duos_invoices.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN duos_invoices.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE portfolio_invoice_runs (
  run_identifier text COLLATE "C" NOT NULL,
  s3_bucket text,
  s3_bucket_stamp text COLLATE "C",
  s3_key_prefix text,
  s3_key_prefix_stamp text COLLATE "C",
  summary_count bigint,
  summary_count_stamp text COLLATE "C",
  completed_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (run_identifier)
) WITH (fillfactor = 70);
COMMENT ON TABLE portfolio_invoice_runs IS 'Runs that made summaries of portfolio invoices.';
COMMENT ON COLUMN portfolio_invoice_runs.run_identifier IS 'Identifier of the run.';
COMMENT ON COLUMN portfolio_invoice_runs.s3_bucket IS 'Object store bucket of the summaries.';
COMMENT ON COLUMN portfolio_invoice_runs.s3_bucket_stamp IS 'Time and id of the event that told s3_bucket.';
COMMENT ON COLUMN portfolio_invoice_runs.s3_key_prefix IS 'What their object store keys begin with.';
COMMENT ON COLUMN portfolio_invoice_runs.s3_key_prefix_stamp IS 'Time and id of the event that told s3_key_prefix.';
COMMENT ON COLUMN portfolio_invoice_runs.summary_count IS 'How many summaries it made.';
COMMENT ON COLUMN portfolio_invoice_runs.summary_count_stamp IS 'Time and id of the event that told summary_count.';
COMMENT ON COLUMN portfolio_invoice_runs.completed_at IS 'When it was completed.';
COMMENT ON COLUMN portfolio_invoice_runs.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN portfolio_invoice_runs.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN portfolio_invoice_runs.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN portfolio_invoice_runs.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN portfolio_invoice_runs.last_told_at IS 'Time of the latest event that tells of it.';
