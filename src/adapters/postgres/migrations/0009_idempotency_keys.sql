-- Up Migration
CREATE TABLE intake.idempotency_keys (
  organisation text NOT NULL,
  idempotency_key text NOT NULL,
  request_sha256 bytea NOT NULL,
  answer jsonb NOT NULL,
  resource_type text NOT NULL,
  external_identifier text NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation, idempotency_key)
);
CREATE INDEX idempotency_keys_stored_at ON intake.idempotency_keys (stored_at);
COMMENT ON TABLE intake.idempotency_keys IS 'Answers to accepted requests that carried an Idempotency-Key, stored with what they accepted.';
COMMENT ON COLUMN intake.idempotency_keys.organisation IS 'Whose key it is; each organisation has its own keys.';
COMMENT ON COLUMN intake.idempotency_keys.idempotency_key IS 'The key, as the client sent it.';
COMMENT ON COLUMN intake.idempotency_keys.request_sha256 IS 'SHA-256 of method, path and canonical body: tells the same request from another.';
COMMENT ON COLUMN intake.idempotency_keys.answer IS 'What the request was told: {attempt}. All else of the answer follows from the request.';
COMMENT ON COLUMN intake.idempotency_keys.resource_type IS 'Resource type of the process it started.';
COMMENT ON COLUMN intake.idempotency_keys.external_identifier IS 'External identifier of the process it started.';
COMMENT ON COLUMN intake.idempotency_keys.stored_at IS 'When it was stored; swept 90 days later, unless the process still waits.';

-- Down Migration
DROP TABLE intake.idempotency_keys;
