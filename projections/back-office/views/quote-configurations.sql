CREATE VIEW read_model.quote_configurations AS
SELECT
  q.quote_configuration_number,
  coalesce(q.imported_by, CASE WHEN q.published_by_least = q.published_by_greatest THEN q.published_by_least END) AS organisation,
  CASE WHEN q.is_calculated THEN 'calculated' ELSE 'calculation_failed' END AS status,
  q.triggered_by_id, q.calculation_finished_at, q.first_told_at, q.last_told_at
FROM quote_configurations q;
COMMENT ON VIEW read_model.quote_configurations IS 'Configurations of complex quotes whose costs were worked out. One row a configuration.';
COMMENT ON COLUMN read_model.quote_configurations.quote_configuration_number IS 'Number of the configuration.';
COMMENT ON COLUMN read_model.quote_configurations.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.quote_configurations.status IS 'calculated or calculation_failed, whichever was last.';
COMMENT ON COLUMN read_model.quote_configurations.triggered_by_id IS 'Who had it worked out.';
COMMENT ON COLUMN read_model.quote_configurations.calculation_finished_at IS 'When that last ended.';
COMMENT ON COLUMN read_model.quote_configurations.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.quote_configurations.last_told_at IS 'Time of the latest event that tells of it.';
