CREATE TABLE account_users (
  user_id bigint NOT NULL,
  user_number text COLLATE "C",
  user_number_stamp text COLLATE "C",
  user_email text COLLATE "C",
  user_email_stamp text COLLATE "C",
  user_identifiers jsonb,
  user_identifiers_stamp text COLLATE "C",
  linked_accounts jsonb,
  linked_accounts_stamp text COLLATE "C",
  initiator_type text,
  initiator_type_stamp text COLLATE "C",
  is_customer_initiated boolean,
  is_customer_initiated_stamp text COLLATE "C",
  is_present boolean,
  is_present_stamp text COLLATE "C",
  created_at timestamptz,
  updated_at timestamptz,
  removed_at timestamptz,
  password_changed_at timestamptz,
  password_reset_requested_at timestamptz,
  last_logged_in_at timestamptz,
  last_login_step_at timestamptz,
  login_method text,
  login_method_stamp text COLLATE "C",
  mfa_device_type text,
  mfa_device_type_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (user_id)
) WITH (fillfactor = 70);
CREATE INDEX account_users_user_number ON account_users (user_number);
COMMENT ON TABLE account_users IS 'Users, kept when removed.';
COMMENT ON COLUMN account_users.user_id IS 'Id of the user.';
COMMENT ON COLUMN account_users.user_number IS 'Number of the user.';
COMMENT ON COLUMN account_users.user_number_stamp IS 'Time and id of the event that told user_number.';
COMMENT ON COLUMN account_users.user_email IS 'E-mail address.';
COMMENT ON COLUMN account_users.user_email_stamp IS 'Time and id of the event that told user_email.';
COMMENT ON COLUMN account_users.user_identifiers IS 'Further identifiers, as told.';
COMMENT ON COLUMN account_users.user_identifiers_stamp IS 'Time and id of the event that told user_identifiers.';
COMMENT ON COLUMN account_users.linked_accounts IS 'All accounts of the user, as last told.';
COMMENT ON COLUMN account_users.linked_accounts_stamp IS 'Time and id of the event that told linked_accounts.';
COMMENT ON COLUMN account_users.initiator_type IS 'What kind of person or system acted last.';
COMMENT ON COLUMN account_users.initiator_type_stamp IS 'Time and id of the event that told initiator_type.';
COMMENT ON COLUMN account_users.is_customer_initiated IS 'Whether the customer acted last.';
COMMENT ON COLUMN account_users.is_customer_initiated_stamp IS 'Time and id of the event that told is_customer_initiated.';
COMMENT ON COLUMN account_users.is_present IS 'False once removed; null where only events of other kinds have told.';
COMMENT ON COLUMN account_users.is_present_stamp IS 'Time and id of the event that told is_present.';
COMMENT ON COLUMN account_users.created_at IS 'When created; null where that was not told.';
COMMENT ON COLUMN account_users.updated_at IS 'When last said to be updated.';
COMMENT ON COLUMN account_users.removed_at IS 'When last removed; null where never.';
COMMENT ON COLUMN account_users.password_changed_at IS 'When the password was last changed.';
COMMENT ON COLUMN account_users.password_reset_requested_at IS 'When a reset of the password was last asked for.';
COMMENT ON COLUMN account_users.last_logged_in_at IS 'When the user last logged in; null where that was not told.';
COMMENT ON COLUMN account_users.last_login_step_at IS 'When a step of a login was last completed.';
COMMENT ON COLUMN account_users.login_method IS 'How the user last logged in.';
COMMENT ON COLUMN account_users.login_method_stamp IS 'Time and id of the event that told login_method.';
COMMENT ON COLUMN account_users.mfa_device_type IS 'Kind of device of the second factor, as last told.';
COMMENT ON COLUMN account_users.mfa_device_type_stamp IS 'Time and id of the event that told mfa_device_type.';
COMMENT ON COLUMN account_users.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN account_users.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN account_users.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN account_users.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN account_users.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE account_user_links (
  user_id bigint NOT NULL,
  account_number text COLLATE "C" NOT NULL,
  first_told_at timestamptz,
  named boolean,
  named_stamp text COLLATE "C",
  PRIMARY KEY (user_id, account_number)
) WITH (fillfactor = 70);
CREATE INDEX account_user_links_account ON account_user_links (account_number, user_id);
COMMENT ON TABLE account_user_links IS 'Users and accounts that were ever named together; a link holds while its stamp is that of the newest list of the user.';
COMMENT ON COLUMN account_user_links.user_id IS 'The user.';
COMMENT ON COLUMN account_user_links.account_number IS 'The account.';
COMMENT ON COLUMN account_user_links.first_told_at IS 'When they were first named together.';
COMMENT ON COLUMN account_user_links.named IS 'Always true: its stamp is what counts.';
COMMENT ON COLUMN account_user_links.named_stamp IS 'Time and id of the event that told named.';

CREATE TABLE account_user_metadata (
  user_id bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text,
  value_stamp text COLLATE "C",
  is_present boolean,
  is_present_stamp text COLLATE "C",
  created_at timestamptz,
  removed_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (user_id, key)
) WITH (fillfactor = 70);
COMMENT ON TABLE account_user_metadata IS 'Metadata of users, kept when removed.';
COMMENT ON COLUMN account_user_metadata.user_id IS 'User it belongs to.';
COMMENT ON COLUMN account_user_metadata.key IS 'Its key.';
COMMENT ON COLUMN account_user_metadata.value IS 'Its value.';
COMMENT ON COLUMN account_user_metadata.value_stamp IS 'Time and id of the event that told value.';
COMMENT ON COLUMN account_user_metadata.is_present IS 'False once it is removed.';
COMMENT ON COLUMN account_user_metadata.is_present_stamp IS 'Time and id of the event that told is_present.';
COMMENT ON COLUMN account_user_metadata.created_at IS 'When it was first made; null where that was not told.';
COMMENT ON COLUMN account_user_metadata.removed_at IS 'When it was last removed; null where it never was.';
COMMENT ON COLUMN account_user_metadata.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN account_user_metadata.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN account_user_metadata.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN account_user_metadata.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN account_user_metadata.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE user_verifications (
  user_number text COLLATE "C" NOT NULL,
  verification_id bigint NOT NULL,
  verification_type text,
  verification_type_stamp text COLLATE "C",
  started_at timestamptz,
  completed_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (user_number, verification_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE user_verifications IS 'Verifications of users.';
COMMENT ON COLUMN user_verifications.user_number IS 'Number of the user.';
COMMENT ON COLUMN user_verifications.verification_id IS 'Id of the verification.';
COMMENT ON COLUMN user_verifications.verification_type IS 'What was verified.';
COMMENT ON COLUMN user_verifications.verification_type_stamp IS 'Time and id of the event that told verification_type.';
COMMENT ON COLUMN user_verifications.started_at IS 'When started; null where that was not told.';
COMMENT ON COLUMN user_verifications.completed_at IS 'When completed; null while open.';
COMMENT ON COLUMN user_verifications.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN user_verifications.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN user_verifications.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN user_verifications.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN user_verifications.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE psr_records (
  user_id bigint NOT NULL,
  electricity_industry_code text COLLATE "C" NOT NULL,
  gas_industry_code text COLLATE "C" NOT NULL,
  description text,
  description_stamp text COLLATE "C",
  is_present boolean,
  is_present_stamp text COLLATE "C",
  added_at timestamptz,
  removed_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (user_id, electricity_industry_code, gas_industry_code)
) WITH (fillfactor = 70);
COMMENT ON TABLE psr_records IS 'Entries of the priority services register, kept when deleted.';
COMMENT ON COLUMN psr_records.user_id IS 'The customer.';
COMMENT ON COLUMN psr_records.electricity_industry_code IS 'Code of the entry in the electricity industry.';
COMMENT ON COLUMN psr_records.gas_industry_code IS 'Code of the entry in the gas industry.';
COMMENT ON COLUMN psr_records.description IS 'The entry in words.';
COMMENT ON COLUMN psr_records.description_stamp IS 'Time and id of the event that told description.';
COMMENT ON COLUMN psr_records.is_present IS 'False once deleted.';
COMMENT ON COLUMN psr_records.is_present_stamp IS 'Time and id of the event that told is_present.';
COMMENT ON COLUMN psr_records.added_at IS 'When first made.';
COMMENT ON COLUMN psr_records.removed_at IS 'When last deleted; null where never.';
COMMENT ON COLUMN psr_records.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN psr_records.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN psr_records.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN psr_records.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN psr_records.last_told_at IS 'Time of the latest event that tells of it.';
