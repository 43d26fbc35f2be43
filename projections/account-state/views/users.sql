CREATE VIEW read_model.account_users AS
SELECT
  u.user_id,
  l.account_number,
  CASE WHEN u.imported_by IS NULL AND u.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(u.imported_by, CASE WHEN u.published_by_least = u.published_by_greatest THEN u.published_by_least END) END AS organisation,
  u.user_number,
  u.user_email,
  u.user_identifiers,
  u.initiator_type,
  u.is_customer_initiated,
  u.created_at,
  u.updated_at,
  u.password_changed_at,
  u.password_reset_requested_at,
  u.last_logged_in_at,
  u.last_login_step_at,
  u.login_method,
  u.mfa_device_type,
  f.failures AS login_failures,
  f.since_login AS login_failures_since_login,
  f.last_failed_at AS last_login_failed_at,
  (
    SELECT jsonb_agg(
      jsonb_build_object(
        'verification_id', v.verification_id,
        'type', v.verification_type,
        'status', CASE WHEN v.completed_at IS NOT NULL THEN 'completed' ELSE 'started' END
      ) ORDER BY v.verification_id
    )
    FROM user_verifications v WHERE v.user_number = u.user_number
  ) AS verifications,
  (
    SELECT jsonb_agg(
      jsonb_build_object(
        'description', p.description,
        'electricity_industry_code', p.electricity_industry_code,
        'gas_industry_code', p.gas_industry_code
      ) ORDER BY p.electricity_industry_code, p.gas_industry_code
    )
    FROM psr_records p WHERE p.user_id = u.user_id AND p.is_present
  ) AS psr_records,
  (
    SELECT jsonb_object_agg(m.key, m.value) FROM account_user_metadata m
    WHERE m.user_id = u.user_id AND m.is_present
  ) AS metadata,
  (
    SELECT jsonb_object_agg(r.field, r.change -> 0) FROM reported_changes r
    WHERE r.entity = 'account_user' AND r.entity_id = u.user_id::text AND r.part = ''
  ) AS reported_changes,
  u.first_told_at,
  u.last_told_at
FROM account_user_links l
JOIN account_users u ON u.user_id = l.user_id
LEFT JOIN accounts a ON a.account_number = l.account_number
CROSS JOIN LATERAL (
  SELECT count(*) AS failures, max(f.failed_at) AS last_failed_at,
    count(*) FILTER (WHERE f.failed_at > coalesce(u.last_logged_in_at, '-infinity')) AS since_login
  FROM login_failures f WHERE f.user_id = u.user_id
) f
-- The newest list of a user names all its accounts, so a link told by an older one is over.
WHERE l.named_stamp = u.linked_accounts_stamp AND u.is_present;
COMMENT ON VIEW read_model.account_users IS 'Users of accounts, as now. One row a user and account.';
COMMENT ON COLUMN read_model.account_users.user_id IS 'Id of the user.';
COMMENT ON COLUMN read_model.account_users.account_number IS 'An account of the user.';
COMMENT ON COLUMN read_model.account_users.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.account_users.user_number IS 'Number of the user.';
COMMENT ON COLUMN read_model.account_users.user_email IS 'E-mail address.';
COMMENT ON COLUMN read_model.account_users.user_identifiers IS 'Further identifiers, as told.';
COMMENT ON COLUMN read_model.account_users.initiator_type IS 'What kind of person or system acted last.';
COMMENT ON COLUMN read_model.account_users.is_customer_initiated IS 'Whether the customer acted last.';
COMMENT ON COLUMN read_model.account_users.created_at IS 'When created; null where that was not told.';
COMMENT ON COLUMN read_model.account_users.updated_at IS 'When last said to be updated.';
COMMENT ON COLUMN read_model.account_users.password_changed_at IS 'When the password was last changed.';
COMMENT ON COLUMN read_model.account_users.password_reset_requested_at IS 'When a reset of the password was last asked for.';
COMMENT ON COLUMN read_model.account_users.last_logged_in_at IS 'When the user last logged in; null where that was not told.';
COMMENT ON COLUMN read_model.account_users.last_login_step_at IS 'When a step of a login was last completed.';
COMMENT ON COLUMN read_model.account_users.login_method IS 'How the user last logged in.';
COMMENT ON COLUMN read_model.account_users.mfa_device_type IS 'Kind of device of the second factor, as last told.';
COMMENT ON COLUMN read_model.account_users.login_failures IS 'Attempts to log in that failed, were denied or could not be challenged, ever.';
COMMENT ON COLUMN read_model.account_users.login_failures_since_login IS 'Such attempts since the user last logged in.';
COMMENT ON COLUMN read_model.account_users.last_login_failed_at IS 'Time of the newest such attempt.';
COMMENT ON COLUMN read_model.account_users.verifications IS 'Verifications of the user: [{verification_id, type, status}]; null where none.';
COMMENT ON COLUMN read_model.account_users.psr_records IS 'Entries of the priority services register; null where none.';
COMMENT ON COLUMN read_model.account_users.metadata IS 'Metadata of the user by key; null where none.';
COMMENT ON COLUMN read_model.account_users.reported_changes IS 'Newest change of each field, in the form it was told; null where none was.';
COMMENT ON COLUMN read_model.account_users.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.account_users.last_told_at IS 'Time of the latest event that tells of it.';
