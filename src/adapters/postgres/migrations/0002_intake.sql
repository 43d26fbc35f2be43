-- Up Migration
CREATE SCHEMA intake;
COMMENT ON SCHEMA intake IS 'Who may import, and what was accepted: the state that requests change.';

CREATE TABLE intake.organisations (
  organisation text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE intake.organisations IS 'Companies that import accounts.';
COMMENT ON COLUMN intake.organisations.organisation IS 'Short name, used in keys and paths.';
COMMENT ON COLUMN intake.organisations.name IS 'Name for people.';
COMMENT ON COLUMN intake.organisations.created_at IS 'When it was made.';

CREATE TABLE intake.api_keys (
  api_key_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organisation text REFERENCES intake.organisations,
  label text NOT NULL,
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['import', 'publish', 'query', 'operate']),
  secret_sha256 bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  -- An operator's key belongs to no organisation, and no organisation's key operates.
  CHECK ((organisation IS NULL) = ('operate' = ANY (scopes)))
);
COMMENT ON TABLE intake.api_keys IS 'API keys; the secret itself is shown once and never stored.';
COMMENT ON COLUMN intake.api_keys.api_key_id IS 'Id of the key.';
COMMENT ON COLUMN intake.api_keys.organisation IS 'Owner; null for an operator''s key.';
COMMENT ON COLUMN intake.api_keys.label IS 'What the key is for, in its owner''s words.';
COMMENT ON COLUMN intake.api_keys.scopes IS 'What tokens of this key may do: import, publish, query, operate.';
COMMENT ON COLUMN intake.api_keys.secret_sha256 IS 'SHA-256 of the secret.';
COMMENT ON COLUMN intake.api_keys.created_at IS 'When it was made.';
COMMENT ON COLUMN intake.api_keys.expires_at IS 'From when it is refused; null where it does not expire.';
COMMENT ON COLUMN intake.api_keys.revoked_at IS 'When it was revoked; null while it is good.';

CREATE TABLE intake.access_tokens (
  secret_sha256 bytea PRIMARY KEY,
  api_key_id uuid NOT NULL REFERENCES intake.api_keys,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX access_tokens_expires_at ON intake.access_tokens (expires_at);
COMMENT ON TABLE intake.access_tokens IS 'Access tokens obtained with an API key; they die with the key.';
COMMENT ON COLUMN intake.access_tokens.secret_sha256 IS 'SHA-256 of the token.';
COMMENT ON COLUMN intake.access_tokens.api_key_id IS 'The key it was obtained with.';
COMMENT ON COLUMN intake.access_tokens.created_at IS 'When it was made.';
COMMENT ON COLUMN intake.access_tokens.expires_at IS 'From when it is refused.';

CREATE TABLE intake.import_suppliers (
  organisation text NOT NULL REFERENCES intake.organisations,
  import_supplier text NOT NULL,
  status text NOT NULL CHECK (status IN ('ongoing', 'paused', 'complete')),
  root_location text NOT NULL,
  customer_emails boolean NOT NULL DEFAULT false,
  expiry_window_days integer NOT NULL DEFAULT 30 CHECK (expiry_window_days BETWEEN 1 AND 365),
  supplier_mpids jsonb NOT NULL DEFAULT '{}',
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation, import_supplier)
);
COMMENT ON TABLE intake.import_suppliers IS 'Cohorts of customers being migrated, each with its own status and behaviours.';
COMMENT ON COLUMN intake.import_suppliers.organisation IS 'Whose it is.';
COMMENT ON COLUMN intake.import_suppliers.import_supplier IS 'Its name in payloads.';
COMMENT ON COLUMN intake.import_suppliers.status IS 'ongoing, paused or complete; only an ongoing one takes new imports.';
COMMENT ON COLUMN intake.import_suppliers.root_location IS 'Folder in the object store that its documents lie under.';
COMMENT ON COLUMN intake.import_suppliers.customer_emails IS 'Whether imported customers get an automated e-mail.';
COMMENT ON COLUMN intake.import_suppliers.expiry_window_days IS 'How many days a process may wait.';
COMMENT ON COLUMN intake.import_suppliers.supplier_mpids IS 'Our market participant id per market name, for registrations.';
COMMENT ON COLUMN intake.import_suppliers.revision IS 'Grows by one with each change.';
COMMENT ON COLUMN intake.import_suppliers.created_at IS 'When it was made.';
COMMENT ON COLUMN intake.import_suppliers.updated_at IS 'When it last changed.';

CREATE TABLE intake.import_processes (
  organisation text NOT NULL,
  resource_type text NOT NULL,
  external_identifier text NOT NULL,
  import_supplier text NOT NULL,
  attempt integer NOT NULL DEFAULT 1 CHECK (attempt > 0),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'complete', 'error', 'cancelled')),
  payload jsonb NOT NULL,
  payload_sha256 bytea NOT NULL,
  accepted_order bigint GENERATED ALWAYS AS IDENTITY,
  accepted_event_id text NOT NULL,
  correlation_id text NOT NULL,
  traceparent text,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  account_number text,
  error_code text,
  error_detail text,
  errors jsonb,
  PRIMARY KEY (organisation, resource_type, external_identifier),
  FOREIGN KEY (organisation, import_supplier) REFERENCES intake.import_suppliers,
  CHECK ((state = 'waiting') = (finished_at IS NULL)),
  CHECK ((state = 'error') = (error_code IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX import_processes_waiting ON intake.import_processes (accepted_order) WHERE state = 'waiting';
COMMENT ON TABLE intake.import_processes IS 'One row a resource taken in, with its latest attempt.';
COMMENT ON COLUMN intake.import_processes.organisation IS 'Whose it is.';
COMMENT ON COLUMN intake.import_processes.resource_type IS 'account.';
COMMENT ON COLUMN intake.import_processes.external_identifier IS 'The client''s name for the resource; with resource_type the idempotency key.';
COMMENT ON COLUMN intake.import_processes.import_supplier IS 'The import supplier it came under.';
COMMENT ON COLUMN intake.import_processes.attempt IS '1 for the first payload; one more each time one is accepted after error or cancellation.';
COMMENT ON COLUMN intake.import_processes.state IS 'waiting, complete, error or cancelled.';
COMMENT ON COLUMN intake.import_processes.payload IS 'The payload of the latest attempt.';
COMMENT ON COLUMN intake.import_processes.payload_sha256 IS 'SHA-256 of the payload''s canonical JSON: tells the same request from another.';
COMMENT ON COLUMN intake.import_processes.accepted_order IS 'The order in which waiting processes are run.';
COMMENT ON COLUMN intake.import_processes.accepted_event_id IS 'Id of the import.accepted event: the cause of all that follows.';
COMMENT ON COLUMN intake.import_processes.correlation_id IS 'Id of the request, carried by all its events.';
COMMENT ON COLUMN intake.import_processes.traceparent IS 'W3C trace context of the request.';
COMMENT ON COLUMN intake.import_processes.accepted_at IS 'When the latest attempt was accepted.';
COMMENT ON COLUMN intake.import_processes.finished_at IS 'When the latest attempt ended; null while waiting.';
COMMENT ON COLUMN intake.import_processes.account_number IS 'The account it became; null until complete.';
COMMENT ON COLUMN intake.import_processes.error_code IS 'Why it failed; null otherwise.';
COMMENT ON COLUMN intake.import_processes.error_detail IS 'The same, for a person.';
COMMENT ON COLUMN intake.import_processes.errors IS 'Every fault found: [{detail, code, attr}]; null where none.';

-- Down Migration
DROP SCHEMA intake CASCADE;
