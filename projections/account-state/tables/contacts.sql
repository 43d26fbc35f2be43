CREATE TABLE account_calls (
  call_id bigint NOT NULL,
  account_number text COLLATE "C",
  account_number_stamp text COLLATE "C",
  recording jsonb,
  recording_stamp text COLLATE "C",
  transcribed_at timestamptz,
  updated_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (call_id)
) WITH (fillfactor = 70);
CREATE INDEX account_calls_account ON account_calls (account_number, call_id);
COMMENT ON TABLE account_calls IS 'Telephone calls of accounts.';
COMMENT ON COLUMN account_calls.call_id IS 'Id of the call.';
COMMENT ON COLUMN account_calls.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN account_calls.account_number_stamp IS 'Time and id of the event that told account_number.';
COMMENT ON COLUMN account_calls.recording IS '{call_key, transcript_key, redacted_transcript_key, bucket}: where it lies.';
COMMENT ON COLUMN account_calls.recording_stamp IS 'Time and id of the event that told recording.';
COMMENT ON COLUMN account_calls.transcribed_at IS 'When its transcript was made; null where that was not told.';
COMMENT ON COLUMN account_calls.updated_at IS 'When it was last updated.';
COMMENT ON COLUMN account_calls.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN account_calls.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN account_calls.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN account_calls.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN account_calls.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE bounced_emails (
  message_id bigint NOT NULL,
  account_number text COLLATE "C",
  account_number_stamp text COLLATE "C",
  user_id bigint,
  user_id_stamp text COLLATE "C",
  template_code text,
  template_code_stamp text COLLATE "C",
  bounced_at_told text,
  bounced_at_told_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (message_id)
) WITH (fillfactor = 70);
CREATE INDEX bounced_emails_account ON bounced_emails (account_number, message_id);
COMMENT ON TABLE bounced_emails IS 'E-mails to customers that came back.';
COMMENT ON COLUMN bounced_emails.message_id IS 'Id of the e-mail.';
COMMENT ON COLUMN bounced_emails.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN bounced_emails.account_number_stamp IS 'Time and id of the event that told account_number.';
COMMENT ON COLUMN bounced_emails.user_id IS 'The customer.';
COMMENT ON COLUMN bounced_emails.user_id_stamp IS 'Time and id of the event that told user_id.';
COMMENT ON COLUMN bounced_emails.template_code IS 'Template it was made from.';
COMMENT ON COLUMN bounced_emails.template_code_stamp IS 'Time and id of the event that told template_code.';
COMMENT ON COLUMN bounced_emails.bounced_at_told IS 'When it came back, as told.';
COMMENT ON COLUMN bounced_emails.bounced_at_told_stamp IS 'Time and id of the event that told bounced_at_told.';
COMMENT ON COLUMN bounced_emails.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN bounced_emails.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN bounced_emails.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN bounced_emails.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN bounced_emails.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE api_exceptions (
  external_identifier text COLLATE "C" NOT NULL,
  account_number text COLLATE "C",
  account_number_stamp text COLLATE "C",
  previous_context_id bigint,
  previous_context_id_stamp text COLLATE "C",
  updated_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (external_identifier)
) WITH (fillfactor = 70);
CREATE INDEX api_exceptions_account ON api_exceptions (account_number, external_identifier);
COMMENT ON TABLE api_exceptions IS 'Exceptions of APIs. Some of their events do not name the account.';
COMMENT ON COLUMN api_exceptions.external_identifier IS 'Identifier of the exception.';
COMMENT ON COLUMN api_exceptions.account_number IS 'Account it concerns; null where none was named.';
COMMENT ON COLUMN api_exceptions.account_number_stamp IS 'Time and id of the event that told account_number.';
COMMENT ON COLUMN api_exceptions.previous_context_id IS 'Context that was last replaced.';
COMMENT ON COLUMN api_exceptions.previous_context_id_stamp IS 'Time and id of the event that told previous_context_id.';
COMMENT ON COLUMN api_exceptions.updated_at IS 'When it was last updated.';
COMMENT ON COLUMN api_exceptions.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN api_exceptions.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN api_exceptions.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN api_exceptions.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN api_exceptions.last_told_at IS 'Time of the latest event that tells of it.';
