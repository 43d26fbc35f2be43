CREATE VIEW read_model.import_processes AS
SELECT
  p.organisation, p.resource_type, p.external_identifier, p.accepted, p.import_supplier, p.state, p.attempt,
  p.account_number, p.identifier, p.first_accepted_at, p.accepted_at, p.finished_at, p.error_code, p.error_detail,
  p.errors, p.expiry_window_end,
  t.pending AS post_imports_pending, t.complete AS post_imports_complete, t.error AS post_imports_error
FROM processes p
-- Lateral, so that a page of processes counts the tasks of that page alone.
CROSS JOIN LATERAL (
  SELECT
    count(*) FILTER (WHERE i.state = 'pending') AS pending,
    count(*) FILTER (WHERE i.state = 'complete') AS complete,
    count(*) FILTER (WHERE i.state = 'error') AS error
  FROM post_imports i
  WHERE i.organisation = p.organisation AND i.resource_type = p.resource_type
    AND i.external_identifier = p.external_identifier
) t;
COMMENT ON VIEW read_model.import_processes IS 'Import and order processes, told by their latest attempt. One row a process.';
COMMENT ON COLUMN read_model.import_processes.organisation IS 'Whose it is.';
COMMENT ON COLUMN read_model.import_processes.resource_type IS 'What is imported: account or order.';
COMMENT ON COLUMN read_model.import_processes.external_identifier IS 'The client''s name of the resource.';
COMMENT ON COLUMN read_model.import_processes.accepted IS 'False where only an outcome was told: such a process counts for no supplier.';
COMMENT ON COLUMN read_model.import_processes.import_supplier IS 'The supplier it was accepted under; null where it was not accepted here.';
COMMENT ON COLUMN read_model.import_processes.state IS 'waiting, complete, error or cancelled.';
COMMENT ON COLUMN read_model.import_processes.attempt IS 'Number of the latest attempt; 0 where none was accepted.';
COMMENT ON COLUMN read_model.import_processes.account_number IS 'The account number it asked for, or became; null while unknown.';
COMMENT ON COLUMN read_model.import_processes.identifier IS 'What it made, as its outcome says; null unless complete.';
COMMENT ON COLUMN read_model.import_processes.first_accepted_at IS 'When the first attempt was accepted.';
COMMENT ON COLUMN read_model.import_processes.accepted_at IS 'When the latest attempt was accepted.';
COMMENT ON COLUMN read_model.import_processes.finished_at IS 'When the latest attempt ended; null while waiting.';
COMMENT ON COLUMN read_model.import_processes.error_code IS 'Why it failed; null otherwise.';
COMMENT ON COLUMN read_model.import_processes.error_detail IS 'The same, for a person.';
COMMENT ON COLUMN read_model.import_processes.errors IS 'Every fault: [{code, attr}]; null where none was told.';
COMMENT ON COLUMN read_model.import_processes.expiry_window_end IS 'End of the expiry window, as the cancellation says; null otherwise.';
COMMENT ON COLUMN read_model.import_processes.post_imports_pending IS 'Post-import tasks of it that are pending.';
COMMENT ON COLUMN read_model.import_processes.post_imports_complete IS 'Post-import tasks of it that are complete.';
COMMENT ON COLUMN read_model.import_processes.post_imports_error IS 'Post-import tasks of it that ended in error.';

CREATE VIEW read_model.import_counts AS
SELECT
  organisation, import_supplier, resource_type,
  coalesce(sum(accepted), 0)::bigint AS accepted,
  coalesce(sum(waiting), 0)::bigint AS waiting,
  coalesce(sum(complete), 0)::bigint AS complete,
  coalesce(sum(error), 0)::bigint AS error,
  coalesce(sum(cancelled), 0)::bigint AS cancelled,
  coalesce(sum(refused), 0)::bigint AS refused,
  coalesce(sum(dry_run_complete), 0)::bigint AS dry_run_complete,
  coalesce(sum(dry_run_error), 0)::bigint AS dry_run_error
FROM (
  SELECT organisation, import_supplier, resource_type, accepted, waiting, complete, error, cancelled,
    NULL::bigint AS refused, NULL::bigint AS dry_run_complete, NULL::bigint AS dry_run_error
  FROM supplier_counts
  UNION ALL
  SELECT organisation, import_supplier, resource_type, NULL, NULL, NULL, NULL, NULL, refused, NULL, NULL
  FROM refused_counts
  UNION ALL
  SELECT organisation, import_supplier, resource_type, NULL, NULL, NULL, NULL, NULL, NULL, complete, error
  FROM dry_run_counts
) counted
GROUP BY organisation, import_supplier, resource_type
-- A counter that went back to nothing is as one that never was: whether there is a row depends on the windows.
HAVING coalesce(sum(accepted), 0) + coalesce(sum(refused), 0) + coalesce(sum(dry_run_complete), 0)
  + coalesce(sum(dry_run_error), 0) > 0;
COMMENT ON VIEW read_model.import_counts IS 'Progress by supplier and resource type: accepted = waiting + complete + error + cancelled, always exactly.';
COMMENT ON COLUMN read_model.import_counts.organisation IS 'Whose it is.';
COMMENT ON COLUMN read_model.import_counts.import_supplier IS 'The supplier.';
COMMENT ON COLUMN read_model.import_counts.resource_type IS 'What is imported: account or order.';
COMMENT ON COLUMN read_model.import_counts.accepted IS 'Processes accepted, each counted once by its latest attempt.';
COMMENT ON COLUMN read_model.import_counts.waiting IS 'Of these, waiting.';
COMMENT ON COLUMN read_model.import_counts.complete IS 'Of these, complete.';
COMMENT ON COLUMN read_model.import_counts.error IS 'Of these, in error.';
COMMENT ON COLUMN read_model.import_counts.cancelled IS 'Of these, cancelled.';
COMMENT ON COLUMN read_model.import_counts.refused IS 'Requests refused; none of them is among the accepted.';
COMMENT ON COLUMN read_model.import_counts.dry_run_complete IS 'Dry runs without a fault.';
COMMENT ON COLUMN read_model.import_counts.dry_run_error IS 'Dry runs with faults.';

CREATE VIEW read_model.import_suppliers AS
SELECT
  n.organisation, n.import_supplier, s.status, s.created_at, s.status_changed_at,
  c.accepted, c.waiting, c.complete, c.error, c.cancelled, c.refused, c.dry_run_complete, c.dry_run_error,
  t.planned AS post_imports_planned, t.pending AS post_imports_pending, t.complete AS post_imports_complete,
  t.error AS post_imports_error
FROM (
  SELECT organisation, import_supplier FROM suppliers
  UNION
  SELECT organisation, import_supplier FROM read_model.import_counts
) n
LEFT JOIN suppliers s ON s.organisation = n.organisation AND s.import_supplier = n.import_supplier
CROSS JOIN LATERAL (
  SELECT
    coalesce(sum(i.accepted), 0)::bigint AS accepted,
    coalesce(sum(i.waiting), 0)::bigint AS waiting,
    coalesce(sum(i.complete), 0)::bigint AS complete,
    coalesce(sum(i.error), 0)::bigint AS error,
    coalesce(sum(i.cancelled), 0)::bigint AS cancelled,
    coalesce(sum(i.refused), 0)::bigint AS refused,
    coalesce(sum(i.dry_run_complete), 0)::bigint AS dry_run_complete,
    coalesce(sum(i.dry_run_error), 0)::bigint AS dry_run_error
  FROM read_model.import_counts i
  WHERE i.organisation = n.organisation AND i.import_supplier = n.import_supplier
) c
CROSS JOIN LATERAL (
  SELECT
    coalesce(sum(i.planned), 0)::bigint AS planned,
    coalesce(sum(i.pending), 0)::bigint AS pending,
    coalesce(sum(i.complete), 0)::bigint AS complete,
    coalesce(sum(i.error), 0)::bigint AS error
  FROM post_import_counts i
  WHERE i.organisation = n.organisation AND i.import_supplier = n.import_supplier
) t;
COMMENT ON VIEW read_model.import_suppliers IS 'Import suppliers and their progress. One row a supplier; accepted = waiting + complete + error + cancelled, always exactly.';
COMMENT ON COLUMN read_model.import_suppliers.organisation IS 'Whose it is.';
COMMENT ON COLUMN read_model.import_suppliers.import_supplier IS 'Its name.';
COMMENT ON COLUMN read_model.import_suppliers.status IS 'Ongoing, paused or complete; null where it was not told yet.';
COMMENT ON COLUMN read_model.import_suppliers.created_at IS 'When it was made; null where it was not told.';
COMMENT ON COLUMN read_model.import_suppliers.status_changed_at IS 'When it got its status.';
COMMENT ON COLUMN read_model.import_suppliers.accepted IS 'Processes accepted, each counted once by its latest attempt.';
COMMENT ON COLUMN read_model.import_suppliers.waiting IS 'Of these, waiting.';
COMMENT ON COLUMN read_model.import_suppliers.complete IS 'Of these, complete.';
COMMENT ON COLUMN read_model.import_suppliers.error IS 'Of these, in error.';
COMMENT ON COLUMN read_model.import_suppliers.cancelled IS 'Of these, cancelled.';
COMMENT ON COLUMN read_model.import_suppliers.refused IS 'Requests refused; none of them is among the accepted.';
COMMENT ON COLUMN read_model.import_suppliers.dry_run_complete IS 'Dry runs without a fault.';
COMMENT ON COLUMN read_model.import_suppliers.dry_run_error IS 'Dry runs with faults.';
COMMENT ON COLUMN read_model.import_suppliers.post_imports_planned IS 'Post-import tasks planned.';
COMMENT ON COLUMN read_model.import_suppliers.post_imports_pending IS 'Of these, pending.';
COMMENT ON COLUMN read_model.import_suppliers.post_imports_complete IS 'Of these, complete.';
COMMENT ON COLUMN read_model.import_suppliers.post_imports_error IS 'Of these, ended in error.';

-- Summed row by row, and not by GROUP BY: a page then sums its own minutes alone.
CREATE VIEW read_model.import_minutes AS
SELECT m.organisation, m.import_supplier, m.resource_type, m.minute, s.accepted, s.complete, s.error, s.cancelled
FROM minute_counts m
CROSS JOIN LATERAL (
  SELECT sum(p.accepted)::bigint AS accepted, sum(p.complete)::bigint AS complete, sum(p.error)::bigint AS error,
    sum(p.cancelled)::bigint AS cancelled, min(p.partition) AS partition
  FROM minute_counts p
  WHERE p.organisation = m.organisation AND p.import_supplier = m.import_supplier
    AND p.resource_type = m.resource_type AND p.minute = m.minute
) s
WHERE m.partition = s.partition AND s.accepted + s.complete + s.error + s.cancelled > 0;
COMMENT ON VIEW read_model.import_minutes IS 'How fast imports go: what was accepted and what ended in each minute in which anything did, by the latest attempt of each process.';
COMMENT ON COLUMN read_model.import_minutes.organisation IS 'Whose it is.';
COMMENT ON COLUMN read_model.import_minutes.import_supplier IS 'The supplier.';
COMMENT ON COLUMN read_model.import_minutes.resource_type IS 'What is imported: account or order.';
COMMENT ON COLUMN read_model.import_minutes.minute IS 'Start of the minute.';
COMMENT ON COLUMN read_model.import_minutes.accepted IS 'Processes accepted in it.';
COMMENT ON COLUMN read_model.import_minutes.complete IS 'Processes completed in it.';
COMMENT ON COLUMN read_model.import_minutes.error IS 'Processes that failed in it.';
COMMENT ON COLUMN read_model.import_minutes.cancelled IS 'Processes cancelled in it.';

CREATE VIEW read_model.import_errors AS
SELECT organisation, import_supplier, resource_type, code, attr,
  sum(processes)::bigint AS processes, sum(refusals)::bigint AS refusals
FROM (
  SELECT organisation, import_supplier, resource_type, code, attr, processes, 0 AS refusals FROM error_counts
  UNION ALL
  SELECT organisation, import_supplier, resource_type, code, attr, 0, refusals FROM refusal_counts
) counted
GROUP BY organisation, import_supplier, resource_type, code, attr
HAVING sum(processes) <> 0 OR sum(refusals) <> 0;
COMMENT ON VIEW read_model.import_errors IS 'Faults by code and place, of accepted processes and of refused requests.';
COMMENT ON COLUMN read_model.import_errors.organisation IS 'Whose it is.';
COMMENT ON COLUMN read_model.import_errors.import_supplier IS 'The supplier.';
COMMENT ON COLUMN read_model.import_errors.resource_type IS 'What is imported: account or order.';
COMMENT ON COLUMN read_model.import_errors.code IS 'Code of the fault.';
COMMENT ON COLUMN read_model.import_errors.attr IS 'Where it stands in the payload; empty for the whole.';
COMMENT ON COLUMN read_model.import_errors.processes IS 'Processes now in error that have this fault.';
COMMENT ON COLUMN read_model.import_errors.refusals IS 'Refused requests that had this fault.';

CREATE VIEW read_model.import_refusals AS
SELECT event_id, organisation, import_supplier, resource_type, external_identifier, code, errors, refused_at
FROM refusals;
COMMENT ON VIEW read_model.import_refusals IS 'Requests that intake refused; nothing came of them. One row a request.';
COMMENT ON COLUMN read_model.import_refusals.event_id IS 'Id of the event that tells it.';
COMMENT ON COLUMN read_model.import_refusals.organisation IS 'Who asked.';
COMMENT ON COLUMN read_model.import_refusals.import_supplier IS 'The supplier that was named.';
COMMENT ON COLUMN read_model.import_refusals.resource_type IS 'What was to be imported: account or order.';
COMMENT ON COLUMN read_model.import_refusals.external_identifier IS 'The client''s name of the resource; null where it could not be read.';
COMMENT ON COLUMN read_model.import_refusals.code IS 'Code of the answer.';
COMMENT ON COLUMN read_model.import_refusals.errors IS 'Every fault: [{code, attr}].';
COMMENT ON COLUMN read_model.import_refusals.refused_at IS 'When it was refused.';

CREATE VIEW read_model.post_imports AS
SELECT organisation, resource_type, external_identifier, task, import_supplier, state, planned_at, finished_at,
  identifier, error_code, error_detail
FROM post_imports;
COMMENT ON VIEW read_model.post_imports IS 'Tasks that follow an import. One row a process and task.';
COMMENT ON COLUMN read_model.post_imports.organisation IS 'Whose it is.';
COMMENT ON COLUMN read_model.post_imports.resource_type IS 'Resource type of the process it follows.';
COMMENT ON COLUMN read_model.post_imports.external_identifier IS 'External identifier of the process it follows.';
COMMENT ON COLUMN read_model.post_imports.task IS 'What is done, e.g. opening_balance.';
COMMENT ON COLUMN read_model.post_imports.import_supplier IS 'Supplier of the process; null where the task was not planned here.';
COMMENT ON COLUMN read_model.post_imports.state IS 'pending, complete or error.';
COMMENT ON COLUMN read_model.post_imports.planned_at IS 'When it was planned; null where only its outcome was told.';
COMMENT ON COLUMN read_model.post_imports.finished_at IS 'When it ended; null while pending.';
COMMENT ON COLUMN read_model.post_imports.identifier IS 'What it made, as its outcome says.';
COMMENT ON COLUMN read_model.post_imports.error_code IS 'Why it failed; null otherwise.';
COMMENT ON COLUMN read_model.post_imports.error_detail IS 'The same, for a person.';

CREATE VIEW read_model.foreign_import_outcomes AS
SELECT source, event_id, event_type, resource_type, external_identifier, state, identifier, error_code,
  error_detail, told_at
FROM foreign_outcomes;
COMMENT ON VIEW read_model.foreign_import_outcomes IS 'Outcomes that name no organisation: they belong to no process of ours, and count nowhere.';
COMMENT ON COLUMN read_model.foreign_import_outcomes.source IS 'Who says so.';
COMMENT ON COLUMN read_model.foreign_import_outcomes.event_id IS 'Id of the event that tells it.';
COMMENT ON COLUMN read_model.foreign_import_outcomes.event_type IS 'Type of that event.';
COMMENT ON COLUMN read_model.foreign_import_outcomes.resource_type IS 'What was imported there.';
COMMENT ON COLUMN read_model.foreign_import_outcomes.external_identifier IS 'Its name there.';
COMMENT ON COLUMN read_model.foreign_import_outcomes.state IS 'complete, error or cancelled.';
COMMENT ON COLUMN read_model.foreign_import_outcomes.identifier IS 'What it made; null unless complete.';
COMMENT ON COLUMN read_model.foreign_import_outcomes.error_code IS 'Why it failed; null otherwise.';
COMMENT ON COLUMN read_model.foreign_import_outcomes.error_detail IS 'The same, for a person.';
COMMENT ON COLUMN read_model.foreign_import_outcomes.told_at IS 'When it happened, as the event says.';
