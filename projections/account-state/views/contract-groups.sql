CREATE VIEW read_model.contract_groups AS
SELECT
  g.contract_group_identifier,
  coalesce(g.imported_by, CASE WHEN g.published_by_least = g.published_by_greatest THEN g.published_by_least END) AS organisation,
  g.group_type, g.name, g.external_identifier, g.managing_party_identifier, g.valid_from, g.valid_to, g.traits,
  (
    SELECT jsonb_agg(jsonb_build_object('contract_identifier', m.contract_identifier, 'valid_from', m.valid_from,
      'valid_to', m.valid_to) ORDER BY m.contract_identifier)
    FROM contract_group_members m WHERE m.contract_group_identifier = g.contract_group_identifier AND m.is_member
  ) AS members,
  (
    SELECT jsonb_agg(jsonb_build_object('identifier', v.version_identifier) || v.terms ORDER BY v.version_identifier)
    FROM contract_group_versions v WHERE v.contract_group_identifier = g.contract_group_identifier AND NOT v.is_superseded
  ) AS versions,
  g.created_at, g.first_told_at, g.last_told_at
FROM contract_groups g;
COMMENT ON VIEW read_model.contract_groups IS 'Groups of contracts, with their members and versions as now. One row a group.';
COMMENT ON COLUMN read_model.contract_groups.contract_group_identifier IS 'Identifier of the group.';
COMMENT ON COLUMN read_model.contract_groups.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.contract_groups.group_type IS 'Kind of group.';
COMMENT ON COLUMN read_model.contract_groups.name IS 'Its name; null where it has none.';
COMMENT ON COLUMN read_model.contract_groups.external_identifier IS 'Identifier elsewhere; null where it has none.';
COMMENT ON COLUMN read_model.contract_groups.managing_party_identifier IS 'Party that manages it; null where none does.';
COMMENT ON COLUMN read_model.contract_groups.valid_from IS 'From when it is valid, as told.';
COMMENT ON COLUMN read_model.contract_groups.valid_to IS 'Until when, as told; null where open.';
COMMENT ON COLUMN read_model.contract_groups.traits IS 'Traits it was made with: [{identifier, type, data}].';
COMMENT ON COLUMN read_model.contract_groups.members IS 'Contracts in it: [{contract_identifier, valid_from, valid_to}]; null where none.';
COMMENT ON COLUMN read_model.contract_groups.versions IS 'Versions that hold: [{identifier, effective_period, system_period, traits}]; null where none.';
COMMENT ON COLUMN read_model.contract_groups.created_at IS 'When it was made; null where that was not told.';
COMMENT ON COLUMN read_model.contract_groups.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.contract_groups.last_told_at IS 'Time of the latest event that tells of it.';
