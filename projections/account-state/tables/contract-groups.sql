CREATE TABLE contract_groups (
  contract_group_identifier text COLLATE "C" NOT NULL,
  group_type text,
  group_type_stamp text COLLATE "C",
  name text,
  name_stamp text COLLATE "C",
  external_identifier text,
  external_identifier_stamp text COLLATE "C",
  managing_party_identifier text,
  managing_party_identifier_stamp text COLLATE "C",
  valid_from text,
  valid_from_stamp text COLLATE "C",
  valid_to text,
  valid_to_stamp text COLLATE "C",
  traits jsonb,
  traits_stamp text COLLATE "C",
  created_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (contract_group_identifier)
) WITH (fillfactor = 70);
COMMENT ON TABLE contract_groups IS 'Groups of contracts.';
COMMENT ON COLUMN contract_groups.contract_group_identifier IS 'Identifier of the group.';
COMMENT ON COLUMN contract_groups.group_type IS 'Kind of group.';
COMMENT ON COLUMN contract_groups.group_type_stamp IS 'Time and id of the event that told group_type.';
COMMENT ON COLUMN contract_groups.name IS 'Its name; null where it has none.';
COMMENT ON COLUMN contract_groups.name_stamp IS 'Time and id of the event that told name.';
COMMENT ON COLUMN contract_groups.external_identifier IS 'Identifier elsewhere; null where it has none.';
COMMENT ON COLUMN contract_groups.external_identifier_stamp IS 'Time and id of the event that told external_identifier.';
COMMENT ON COLUMN contract_groups.managing_party_identifier IS 'Party that manages it; null where none does.';
COMMENT ON COLUMN contract_groups.managing_party_identifier_stamp IS 'Time and id of the event that told managing_party_identifier.';
COMMENT ON COLUMN contract_groups.valid_from IS 'From when it is valid, as told.';
COMMENT ON COLUMN contract_groups.valid_from_stamp IS 'Time and id of the event that told valid_from.';
COMMENT ON COLUMN contract_groups.valid_to IS 'Until when, as told; null where open.';
COMMENT ON COLUMN contract_groups.valid_to_stamp IS 'Time and id of the event that told valid_to.';
COMMENT ON COLUMN contract_groups.traits IS 'Traits it was made with: [{identifier, type, data}].';
COMMENT ON COLUMN contract_groups.traits_stamp IS 'Time and id of the event that told traits.';
COMMENT ON COLUMN contract_groups.created_at IS 'When it was made; null where that was not told.';
COMMENT ON COLUMN contract_groups.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN contract_groups.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN contract_groups.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN contract_groups.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN contract_groups.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE contract_group_members (
  contract_group_identifier text COLLATE "C" NOT NULL,
  contract_identifier text COLLATE "C" NOT NULL,
  is_member boolean,
  is_member_stamp text COLLATE "C",
  valid_from text,
  valid_from_stamp text COLLATE "C",
  valid_to text,
  valid_to_stamp text COLLATE "C",
  PRIMARY KEY (contract_group_identifier, contract_identifier)
) WITH (fillfactor = 70);
COMMENT ON TABLE contract_group_members IS 'Contracts of groups, kept when their membership ends.';
COMMENT ON COLUMN contract_group_members.contract_group_identifier IS 'Identifier of the group.';
COMMENT ON COLUMN contract_group_members.contract_identifier IS 'Identifier of the contract.';
COMMENT ON COLUMN contract_group_members.is_member IS 'False once the membership is ended.';
COMMENT ON COLUMN contract_group_members.is_member_stamp IS 'Time and id of the event that told is_member.';
COMMENT ON COLUMN contract_group_members.valid_from IS 'From when, as told.';
COMMENT ON COLUMN contract_group_members.valid_from_stamp IS 'Time and id of the event that told valid_from.';
COMMENT ON COLUMN contract_group_members.valid_to IS 'Until when, as told; null where open.';
COMMENT ON COLUMN contract_group_members.valid_to_stamp IS 'Time and id of the event that told valid_to.';

CREATE TABLE contract_group_versions (
  contract_group_identifier text COLLATE "C" NOT NULL,
  version_identifier text COLLATE "C" NOT NULL,
  is_superseded boolean,
  is_superseded_stamp text COLLATE "C",
  terms jsonb,
  terms_stamp text COLLATE "C",
  PRIMARY KEY (contract_group_identifier, version_identifier)
) WITH (fillfactor = 70);
COMMENT ON TABLE contract_group_versions IS 'Versions of what groups of contracts hold.';
COMMENT ON COLUMN contract_group_versions.contract_group_identifier IS 'Identifier of the group.';
COMMENT ON COLUMN contract_group_versions.version_identifier IS 'Identifier of the version.';
COMMENT ON COLUMN contract_group_versions.is_superseded IS 'Whether another version took its place.';
COMMENT ON COLUMN contract_group_versions.is_superseded_stamp IS 'Time and id of the event that told is_superseded.';
COMMENT ON COLUMN contract_group_versions.terms IS '{effective_period, system_period, traits}.';
COMMENT ON COLUMN contract_group_versions.terms_stamp IS 'Time and id of the event that told terms.';
