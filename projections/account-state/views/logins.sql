CREATE VIEW read_model.issued_tokens AS
SELECT
  t.viewer, t.viewer_id, t.delegate,
  coalesce(t.imported_by, CASE WHEN t.published_by_least = t.published_by_greatest THEN t.published_by_least END) AS organisation,
  t.first_told_at, t.last_told_at
FROM issued_tokens t;
COMMENT ON VIEW read_model.issued_tokens IS 'Access tokens that were issued. One row a viewer and who acts for them.';
COMMENT ON COLUMN read_model.issued_tokens.viewer IS 'Who the token is for.';
COMMENT ON COLUMN read_model.issued_tokens.viewer_id IS 'Id of who the token is for.';
COMMENT ON COLUMN read_model.issued_tokens.delegate IS 'Who acts on behalf of the viewer.';
COMMENT ON COLUMN read_model.issued_tokens.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.issued_tokens.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.issued_tokens.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.loyalty_role_removals AS
SELECT
  l.user_id, l.account_id,
  coalesce(l.imported_by, CASE WHEN l.published_by_least = l.published_by_greatest THEN l.published_by_least END) AS organisation,
  l.first_told_at, l.last_told_at
FROM loyalty_role_removals l;
COMMENT ON VIEW read_model.loyalty_role_removals IS 'Roles that users lost on accounts, which concerns their loyalty points. One row a user and account.';
COMMENT ON COLUMN read_model.loyalty_role_removals.user_id IS 'Id of the user.';
COMMENT ON COLUMN read_model.loyalty_role_removals.account_id IS 'Internal id of the account; no event tells which account number it belongs to.';
COMMENT ON COLUMN read_model.loyalty_role_removals.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.loyalty_role_removals.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.loyalty_role_removals.last_told_at IS 'Time of the latest event that tells of it.';
