CREATE VIEW read_model.pathway_traversals AS
SELECT
  t.pathway_id, t.traversal_attempt_id,
  coalesce(t.imported_by, CASE WHEN t.published_by_least = t.published_by_greatest THEN t.published_by_least END) AS organisation,
  CASE WHEN t.failed_at >= coalesce(t.succeeded_at, t.failed_at) THEN 'failed' ELSE 'succeeded' END AS status,
  t.trigger_id, t.succeeded_at, t.failed_at, t.failed_action_name, t.failed_action_error, t.first_told_at,
  t.last_told_at
FROM pathway_traversals t;
COMMENT ON VIEW read_model.pathway_traversals IS 'Attempts to go through billing pathways. One row an attempt.';
COMMENT ON COLUMN read_model.pathway_traversals.pathway_id IS 'Id of the pathway.';
COMMENT ON COLUMN read_model.pathway_traversals.traversal_attempt_id IS 'Id of the attempt.';
COMMENT ON COLUMN read_model.pathway_traversals.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.pathway_traversals.status IS 'failed or succeeded, whichever was last.';
COMMENT ON COLUMN read_model.pathway_traversals.trigger_id IS 'What triggered it.';
COMMENT ON COLUMN read_model.pathway_traversals.succeeded_at IS 'When it succeeded; null where it did not.';
COMMENT ON COLUMN read_model.pathway_traversals.failed_at IS 'When it failed; null where it did not.';
COMMENT ON COLUMN read_model.pathway_traversals.failed_action_name IS 'Action at which it failed.';
COMMENT ON COLUMN read_model.pathway_traversals.failed_action_error IS 'Error of that action.';
COMMENT ON COLUMN read_model.pathway_traversals.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.pathway_traversals.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.duos_invoices AS
SELECT
  i.invoice_event_id,
  coalesce(i.imported_by, CASE WHEN i.published_by_least = i.published_by_greatest THEN i.published_by_least END) AS organisation,
  CASE
    WHEN i.cancelled_at >= coalesce(i.replaced_at, i.cancelled_at) THEN 'cancelled'
    WHEN i.replaced_at IS NOT NULL THEN 'replaced'
    ELSE 'new'
  END AS status,
  i.new_at, i.replaced_at, i.cancelled_at, i.first_told_at, i.last_told_at
FROM duos_invoices i;
COMMENT ON VIEW read_model.duos_invoices IS 'Invoices of distribution charges (DUoS). One row an invoice event.';
COMMENT ON COLUMN read_model.duos_invoices.invoice_event_id IS 'Id of the invoice event.';
COMMENT ON COLUMN read_model.duos_invoices.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.duos_invoices.status IS 'cancelled or replaced, whichever was last; or new.';
COMMENT ON COLUMN read_model.duos_invoices.new_at IS 'When it was told as new; null where it was not.';
COMMENT ON COLUMN read_model.duos_invoices.replaced_at IS 'When it was last to be replaced; null where it was not.';
COMMENT ON COLUMN read_model.duos_invoices.cancelled_at IS 'When it was last to be cancelled; null where it was not.';
COMMENT ON COLUMN read_model.duos_invoices.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.duos_invoices.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.portfolio_invoice_runs AS
SELECT
  r.run_identifier,
  coalesce(r.imported_by, CASE WHEN r.published_by_least = r.published_by_greatest THEN r.published_by_least END) AS organisation,
  r.s3_bucket, r.s3_key_prefix, r.summary_count, r.completed_at, r.first_told_at, r.last_told_at
FROM portfolio_invoice_runs r;
COMMENT ON VIEW read_model.portfolio_invoice_runs IS 'Runs that made summaries of portfolio invoices. One row a run.';
COMMENT ON COLUMN read_model.portfolio_invoice_runs.run_identifier IS 'Identifier of the run.';
COMMENT ON COLUMN read_model.portfolio_invoice_runs.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.portfolio_invoice_runs.s3_bucket IS 'Object store bucket of the summaries.';
COMMENT ON COLUMN read_model.portfolio_invoice_runs.s3_key_prefix IS 'What their object store keys begin with.';
COMMENT ON COLUMN read_model.portfolio_invoice_runs.summary_count IS 'How many summaries it made.';
COMMENT ON COLUMN read_model.portfolio_invoice_runs.completed_at IS 'When it was completed.';
COMMENT ON COLUMN read_model.portfolio_invoice_runs.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.portfolio_invoice_runs.last_told_at IS 'Time of the latest event that tells of it.';
