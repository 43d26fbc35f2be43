CREATE VIEW read_model.account_calls AS
SELECT
  c.call_id, c.account_number,
  CASE WHEN c.imported_by IS NULL AND c.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(c.imported_by, CASE WHEN c.published_by_least = c.published_by_greatest THEN c.published_by_least END) END AS organisation,
  c.recording ->> 'call_key' AS call_key, c.recording ->> 'transcript_key' AS transcript_key,
  c.recording ->> 'redacted_transcript_key' AS redacted_transcript_key,
  c.recording ->> 'bucket' AS bucket,
  (
    SELECT jsonb_object_agg(r.field, r.change -> 0) FROM reported_changes r
    WHERE r.entity = 'account_call' AND r.entity_id = c.call_id::text AND r.part = ''
  ) AS reported_changes,
  c.transcribed_at, c.updated_at, c.first_told_at, c.last_told_at
FROM account_calls c
LEFT JOIN accounts a ON a.account_number = c.account_number;
COMMENT ON VIEW read_model.account_calls IS 'Telephone calls of accounts. One row a call.';
COMMENT ON COLUMN read_model.account_calls.call_id IS 'Id of the call.';
COMMENT ON COLUMN read_model.account_calls.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN read_model.account_calls.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.account_calls.call_key IS 'Object store key of the call.';
COMMENT ON COLUMN read_model.account_calls.transcript_key IS 'Object store key of its transcript.';
COMMENT ON COLUMN read_model.account_calls.redacted_transcript_key IS 'Object store key of its transcript without personal data.';
COMMENT ON COLUMN read_model.account_calls.bucket IS 'Object store bucket of these.';
COMMENT ON COLUMN read_model.account_calls.reported_changes IS 'Newest change of each field, in the form it was told; null where none was.';
COMMENT ON COLUMN read_model.account_calls.transcribed_at IS 'When its transcript was made; null where that was not told.';
COMMENT ON COLUMN read_model.account_calls.updated_at IS 'When it was last updated.';
COMMENT ON COLUMN read_model.account_calls.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.account_calls.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.bounced_emails AS
SELECT
  e.message_id, e.account_number,
  CASE WHEN e.imported_by IS NULL AND e.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(e.imported_by, CASE WHEN e.published_by_least = e.published_by_greatest THEN e.published_by_least END) END AS organisation,
  e.user_id, e.template_code, e.bounced_at_told, e.first_told_at, e.last_told_at
FROM bounced_emails e
LEFT JOIN accounts a ON a.account_number = e.account_number;
COMMENT ON VIEW read_model.bounced_emails IS 'E-mails to customers that came back. One row an e-mail.';
COMMENT ON COLUMN read_model.bounced_emails.message_id IS 'Id of the e-mail.';
COMMENT ON COLUMN read_model.bounced_emails.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN read_model.bounced_emails.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.bounced_emails.user_id IS 'The customer.';
COMMENT ON COLUMN read_model.bounced_emails.template_code IS 'Template it was made from.';
COMMENT ON COLUMN read_model.bounced_emails.bounced_at_told IS 'When it came back, as told.';
COMMENT ON COLUMN read_model.bounced_emails.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.bounced_emails.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.api_exceptions AS
SELECT
  x.external_identifier, x.account_number,
  CASE WHEN x.imported_by IS NULL AND x.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(x.imported_by, CASE WHEN x.published_by_least = x.published_by_greatest THEN x.published_by_least END) END AS organisation,
  x.previous_context_id,
  (
    SELECT jsonb_object_agg(r.field, r.change -> 0) FROM reported_changes r
    WHERE r.entity = 'api_exception' AND r.entity_id = x.external_identifier AND r.part = ''
  ) AS reported_changes,
  x.updated_at, x.first_told_at, x.last_told_at
FROM api_exceptions x
LEFT JOIN accounts a ON a.account_number = x.account_number;
COMMENT ON VIEW read_model.api_exceptions IS 'Exceptions of APIs. One row an exception.';
COMMENT ON COLUMN read_model.api_exceptions.external_identifier IS 'Identifier of the exception.';
COMMENT ON COLUMN read_model.api_exceptions.account_number IS 'Account it concerns; null where none was named.';
COMMENT ON COLUMN read_model.api_exceptions.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.api_exceptions.previous_context_id IS 'Context that was last replaced.';
COMMENT ON COLUMN read_model.api_exceptions.reported_changes IS 'Newest change of each field, in the form it was told; null where none was.';
COMMENT ON COLUMN read_model.api_exceptions.updated_at IS 'When it was last updated.';
COMMENT ON COLUMN read_model.api_exceptions.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.api_exceptions.last_told_at IS 'Time of the latest event that tells of it.';
