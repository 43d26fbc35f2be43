CREATE TABLE login_failures (
  user_id bigint NOT NULL,
  source text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C",
  step text COLLATE "C",
  reason text COLLATE "C",
  failed_at timestamptz,
  PRIMARY KEY (user_id, source, event_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE login_failures IS 'Attempts of users to log in that did not succeed.';
COMMENT ON COLUMN login_failures.user_id IS 'Id of the user.';
COMMENT ON COLUMN login_failures.source IS 'Who says so.';
COMMENT ON COLUMN login_failures.event_id IS 'Id of the event that tells it.';
COMMENT ON COLUMN login_failures.kind IS 'failed, denied or mfa_challenge_error.';
COMMENT ON COLUMN login_failures.step IS 'Step of the login, or device of the challenge; null where denied.';
COMMENT ON COLUMN login_failures.reason IS 'Why; null where not told.';
COMMENT ON COLUMN login_failures.failed_at IS 'When.';

CREATE TABLE issued_tokens (
  viewer text COLLATE "C" NOT NULL,
  viewer_id bigint NOT NULL,
  delegate text COLLATE "C" NOT NULL,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (viewer, viewer_id, delegate)
) WITH (fillfactor = 70);
COMMENT ON TABLE issued_tokens IS 'Viewers to whom access tokens were issued, and who acts for them.';
COMMENT ON COLUMN issued_tokens.viewer IS 'Who the token is for.';
COMMENT ON COLUMN issued_tokens.viewer_id IS 'Id of who the token is for.';
COMMENT ON COLUMN issued_tokens.delegate IS 'Who acts on behalf of the viewer.';
COMMENT ON COLUMN issued_tokens.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN issued_tokens.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN issued_tokens.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN issued_tokens.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN issued_tokens.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE loyalty_role_removals (
  user_id bigint NOT NULL,
  account_id bigint NOT NULL,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (user_id, account_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE loyalty_role_removals IS 'Roles that users lost on accounts, which concerns their loyalty points.';
COMMENT ON COLUMN loyalty_role_removals.user_id IS 'Id of the user.';
COMMENT ON COLUMN loyalty_role_removals.account_id IS 'Internal id of the account; no event tells which account number it belongs to.';
COMMENT ON COLUMN loyalty_role_removals.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN loyalty_role_removals.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN loyalty_role_removals.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN loyalty_role_removals.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN loyalty_role_removals.last_told_at IS 'Time of the latest event that tells of it.';
