CREATE VIEW read_model.access_roles AS
SELECT
  r.kind, r.code,
  coalesce(r.imported_by, CASE WHEN r.published_by_least = r.published_by_greatest THEN r.published_by_least END) AS organisation,
  r.name, r.description, r.permissions, r.created_at, r.updated_at, r.first_told_at, r.last_told_at
FROM access_roles r;
COMMENT ON VIEW read_model.access_roles IS 'Roles and what they permit; no event tells who holds them. One row a role.';
COMMENT ON COLUMN read_model.access_roles.kind IS 'user, partner or partner_user: whom it is for.';
COMMENT ON COLUMN read_model.access_roles.code IS 'Code of the role.';
COMMENT ON COLUMN read_model.access_roles.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.access_roles.name IS 'Its name; null where none was told.';
COMMENT ON COLUMN read_model.access_roles.description IS 'What it is for; null where not told.';
COMMENT ON COLUMN read_model.access_roles.permissions IS 'Codes of the permissions it gives: a list.';
COMMENT ON COLUMN read_model.access_roles.created_at IS 'When it was made; null where that was not told.';
COMMENT ON COLUMN read_model.access_roles.updated_at IS 'When it was last updated.';
COMMENT ON COLUMN read_model.access_roles.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.access_roles.last_told_at IS 'Time of the latest event that tells of it.';
