-- Up Migration

-- Until when a process may wait: fixed when it is accepted, so that what a client was told stays true.
ALTER TABLE intake.import_processes ADD COLUMN expiry_window_end timestamptz;
UPDATE intake.import_processes p SET expiry_window_end = p.accepted_at + s.expiry_window_days * interval '24 hours'
FROM intake.import_suppliers s
WHERE s.organisation = p.organisation AND s.import_supplier = p.import_supplier;
ALTER TABLE intake.import_processes
  ALTER COLUMN expiry_window_end SET NOT NULL,
  ADD COLUMN next_look_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN process_number text,
  ADD COLUMN cancelled_because text CHECK (cancelled_because IN ('requested', 'expired'));
COMMENT ON COLUMN intake.import_processes.resource_type IS 'account or order.';
COMMENT ON COLUMN intake.import_processes.account_number IS 'The account it became, or the order was for; null until complete.';
COMMENT ON COLUMN intake.import_processes.expiry_window_end IS 'Not run from this time on: a process that still waits is cancelled.';
COMMENT ON COLUMN intake.import_processes.next_look_at IS 'When a waiting order is looked at again, to see whether its account is there.';
COMMENT ON COLUMN intake.import_processes.process_number IS 'Number of the process an order started; null otherwise.';
COMMENT ON COLUMN intake.import_processes.cancelled_because IS 'requested by the client, or expired; null where not cancelled.';

-- Orders may wait for weeks: those who look for accounts to import must not walk over them.
DROP INDEX intake.import_processes_waiting;
CREATE INDEX import_processes_waiting ON intake.import_processes (accepted_order)
  WHERE state = 'waiting' AND resource_type = 'account';
CREATE INDEX import_processes_orders_due ON intake.import_processes (next_look_at)
  WHERE state = 'waiting' AND resource_type = 'order';
CREATE INDEX import_processes_orders_by_identifier
  ON intake.import_processes (organisation, (payload -> 'account' ->> 'external_identifier'))
  WHERE state = 'waiting' AND resource_type = 'order';
CREATE INDEX import_processes_orders_by_number
  ON intake.import_processes (organisation, (payload -> 'account' ->> 'number'))
  WHERE state = 'waiting' AND resource_type = 'order';

CREATE TABLE intake.past_attempts (
  organisation text NOT NULL,
  resource_type text NOT NULL,
  external_identifier text NOT NULL,
  attempt integer NOT NULL,
  import_supplier text NOT NULL,
  state text NOT NULL CHECK (state IN ('error', 'cancelled')),
  accepted_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  expiry_window_end timestamptz NOT NULL,
  cancelled_because text,
  error_code text,
  error_detail text,
  errors jsonb,
  PRIMARY KEY (organisation, resource_type, external_identifier, attempt)
);
COMMENT ON TABLE intake.past_attempts IS 'Attempts of a process that another followed. Their payloads are gone.';
COMMENT ON COLUMN intake.past_attempts.organisation IS 'Whose it is.';
COMMENT ON COLUMN intake.past_attempts.resource_type IS 'account or order.';
COMMENT ON COLUMN intake.past_attempts.external_identifier IS 'The client''s name for the resource.';
COMMENT ON COLUMN intake.past_attempts.attempt IS 'Which attempt it was, from 1.';
COMMENT ON COLUMN intake.past_attempts.import_supplier IS 'The import supplier it came under.';
COMMENT ON COLUMN intake.past_attempts.state IS 'error or cancelled: after any other no attempt follows.';
COMMENT ON COLUMN intake.past_attempts.accepted_at IS 'When it was accepted.';
COMMENT ON COLUMN intake.past_attempts.finished_at IS 'When it ended.';
COMMENT ON COLUMN intake.past_attempts.expiry_window_end IS 'Until when it could have been run.';
COMMENT ON COLUMN intake.past_attempts.cancelled_because IS 'requested by the client, or expired; null where not cancelled.';
COMMENT ON COLUMN intake.past_attempts.error_code IS 'Why it failed; null where cancelled.';
COMMENT ON COLUMN intake.past_attempts.error_detail IS 'The same, for a person.';
COMMENT ON COLUMN intake.past_attempts.errors IS 'Every fault found: [{detail, code, attr}]; null where none.';

CREATE SEQUENCE importer.lifecycle_process_id MAXVALUE 2821109907455;
COMMENT ON SEQUENCE importer.lifecycle_process_id IS 'Ids of the processes that orders start; process numbers are made of them.';

ALTER TABLE importer.post_import_tasks
  DROP CONSTRAINT post_import_tasks_task_check,
  ADD CONSTRAINT post_import_tasks_task_check
    CHECK (task IN ('opening_balance', 'attach_documents', 'customer_email'));
COMMENT ON TABLE importer.post_import_tasks IS 'Work that follows an import: attached documents, opening balances, customer e-mails.';
COMMENT ON COLUMN importer.post_import_tasks.task IS 'opening_balance, attach_documents or customer_email.';
COMMENT ON COLUMN importer.post_import_tasks.input IS 'What the task still needs of the payload; addresses are dropped when it ends.';

-- Down Migration
DELETE FROM importer.post_import_tasks WHERE task = 'customer_email';
ALTER TABLE importer.post_import_tasks
  DROP CONSTRAINT post_import_tasks_task_check,
  ADD CONSTRAINT post_import_tasks_task_check CHECK (task IN ('opening_balance', 'attach_documents'));
DROP SEQUENCE importer.lifecycle_process_id;
DROP TABLE intake.past_attempts;
DELETE FROM intake.import_processes WHERE resource_type = 'order';
DROP INDEX intake.import_processes_waiting;
ALTER TABLE intake.import_processes
  DROP COLUMN expiry_window_end,
  DROP COLUMN next_look_at,
  DROP COLUMN process_number,
  DROP COLUMN cancelled_because;
CREATE INDEX import_processes_waiting ON intake.import_processes (accepted_order) WHERE state = 'waiting';
