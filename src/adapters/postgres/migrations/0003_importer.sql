-- Up Migration
CREATE SCHEMA importer;
COMMENT ON SCHEMA importer IS 'What running imports needs to remember.';

-- Numbers made of these have eight characters of 36.
CREATE SEQUENCE importer.account_number MAXVALUE 2821109907455;
CREATE SEQUENCE importer.account_user_id MAXVALUE 2821109907455;
CREATE SEQUENCE importer.agreement_id;
CREATE SEQUENCE importer.ledger_entry_id;
COMMENT ON SEQUENCE importer.account_number IS 'What made account numbers are made of.';
COMMENT ON SEQUENCE importer.account_user_id IS 'Ids of account users; user numbers are made of them.';
COMMENT ON SEQUENCE importer.agreement_id IS 'Ids of agreements.';
COMMENT ON SEQUENCE importer.ledger_entry_id IS 'Ids of ledger entries.';

CREATE TABLE importer.account_numbers (
  account_number text PRIMARY KEY,
  organisation text NOT NULL,
  resource_type text NOT NULL,
  external_identifier text NOT NULL,
  reserved_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE importer.account_numbers IS 'Account numbers in use: each belongs to one account of the installation.';
COMMENT ON COLUMN importer.account_numbers.account_number IS 'The number.';
COMMENT ON COLUMN importer.account_numbers.organisation IS 'Whose account it is.';
COMMENT ON COLUMN importer.account_numbers.resource_type IS 'Resource type of the import that made the account.';
COMMENT ON COLUMN importer.account_numbers.external_identifier IS 'The import that made the account.';
COMMENT ON COLUMN importer.account_numbers.reserved_at IS 'When it was taken.';

CREATE TABLE importer.post_import_tasks (
  task_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation text NOT NULL,
  resource_type text NOT NULL,
  external_identifier text NOT NULL,
  import_supplier text NOT NULL,
  task text NOT NULL CHECK (task IN ('opening_balance', 'attach_documents')),
  account_number text NOT NULL,
  input jsonb NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'complete', 'error')),
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  next_try_at timestamptz NOT NULL DEFAULT now(),
  causation_id text NOT NULL,
  correlation_id text NOT NULL,
  traceparent text,
  error_code text,
  error_detail text,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  UNIQUE (organisation, resource_type, external_identifier, task),
  CHECK ((state = 'pending') = (finished_at IS NULL)),
  CHECK ((state = 'error') = (error_code IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX post_import_tasks_due ON importer.post_import_tasks (task, next_try_at) WHERE state = 'pending';
COMMENT ON TABLE importer.post_import_tasks IS 'Work that follows an import: attached documents, opening balances.';
COMMENT ON COLUMN importer.post_import_tasks.task_id IS 'Id of the task.';
COMMENT ON COLUMN importer.post_import_tasks.organisation IS 'Whose it is.';
COMMENT ON COLUMN importer.post_import_tasks.resource_type IS 'Resource type of the import it follows.';
COMMENT ON COLUMN importer.post_import_tasks.external_identifier IS 'External identifier of the import it follows.';
COMMENT ON COLUMN importer.post_import_tasks.import_supplier IS 'The import supplier of that import.';
COMMENT ON COLUMN importer.post_import_tasks.task IS 'opening_balance or attach_documents.';
COMMENT ON COLUMN importer.post_import_tasks.account_number IS 'The account the import made.';
COMMENT ON COLUMN importer.post_import_tasks.input IS 'What the task needs of the payload.';
COMMENT ON COLUMN importer.post_import_tasks.state IS 'pending, complete or error.';
COMMENT ON COLUMN importer.post_import_tasks.tries IS 'How often it was claimed to be tried; fences a claim that was overtaken.';
COMMENT ON COLUMN importer.post_import_tasks.next_try_at IS 'Not tried before this time; while a claim holds, when it runs out.';
COMMENT ON COLUMN importer.post_import_tasks.causation_id IS 'Id of the event that told of the plan.';
COMMENT ON COLUMN importer.post_import_tasks.correlation_id IS 'Id of the request that brought the import.';
COMMENT ON COLUMN importer.post_import_tasks.traceparent IS 'W3C trace context of that request.';
COMMENT ON COLUMN importer.post_import_tasks.error_code IS 'Why it failed for good; null otherwise.';
COMMENT ON COLUMN importer.post_import_tasks.error_detail IS 'The same, for a person.';
COMMENT ON COLUMN importer.post_import_tasks.created_at IS 'When the import planned it.';
COMMENT ON COLUMN importer.post_import_tasks.finished_at IS 'When it ended; null while pending.';

-- Down Migration
DROP SCHEMA importer CASCADE;
