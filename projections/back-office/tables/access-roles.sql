CREATE TABLE access_roles (
  kind text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  name text,
  name_stamp text COLLATE "C",
  description text,
  description_stamp text COLLATE "C",
  permissions jsonb,
  permissions_stamp text COLLATE "C",
  created_at timestamptz,
  updated_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (kind, code)
) WITH (fillfactor = 70);
COMMENT ON TABLE access_roles IS 'Roles and what they permit. No event tells who holds them.';
COMMENT ON COLUMN access_roles.kind IS 'user, partner or partner_user: whom it is for.';
COMMENT ON COLUMN access_roles.code IS 'Code of the role.';
COMMENT ON COLUMN access_roles.name IS 'Its name; null where none was told.';
COMMENT ON COLUMN access_roles.name_stamp IS 'Time and id of the event that told name.';
COMMENT ON COLUMN access_roles.description IS 'What it is for; null where not told.';
COMMENT ON COLUMN access_roles.description_stamp IS 'Time and id of the event that told description.';
COMMENT ON COLUMN access_roles.permissions IS 'Codes of the permissions it gives: a list.';
COMMENT ON COLUMN access_roles.permissions_stamp IS 'Time and id of the event that told permissions.';
COMMENT ON COLUMN access_roles.created_at IS 'When it was made; null where that was not told.';
COMMENT ON COLUMN access_roles.updated_at IS 'When it was last updated.';
COMMENT ON COLUMN access_roles.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN access_roles.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN access_roles.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN access_roles.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN access_roles.last_told_at IS 'Time of the latest event that tells of it.';
