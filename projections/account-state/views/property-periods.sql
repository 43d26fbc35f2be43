CREATE VIEW read_model.property_periods AS
SELECT
  p.account_property_effective_period_id,
  coalesce(p.imported_by, CASE WHEN p.published_by_least = p.published_by_greatest THEN p.published_by_least END) AS organisation,
  (
    SELECT jsonb_object_agg(m.key, m.value) FROM property_period_metadata m
    WHERE m.account_property_effective_period_id = p.account_property_effective_period_id AND m.is_present
  ) AS metadata,
  (
    SELECT jsonb_object_agg(r.field, r.change -> 0) FROM reported_changes r
    WHERE r.entity = 'account_property_effective_period' AND r.entity_id = p.account_property_effective_period_id::text AND r.part = ''
  ) AS reported_changes,
  p.first_told_at, p.last_told_at
FROM property_periods p;
COMMENT ON VIEW read_model.property_periods IS 'Periods in which accounts have properties, with their metadata as now. One row a period.';
COMMENT ON COLUMN read_model.property_periods.account_property_effective_period_id IS 'Id of the period; no event tells which account it belongs to.';
COMMENT ON COLUMN read_model.property_periods.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.property_periods.metadata IS 'Metadata by key; null where none.';
COMMENT ON COLUMN read_model.property_periods.reported_changes IS 'Newest change of each field, in the form it was told; null where none was.';
COMMENT ON COLUMN read_model.property_periods.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.property_periods.last_told_at IS 'Time of the latest event that tells of it.';
