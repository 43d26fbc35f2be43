CREATE TABLE quote_configurations (
  quote_configuration_number text COLLATE "C" NOT NULL,
  is_calculated boolean,
  is_calculated_stamp text COLLATE "C",
  triggered_by_id bigint,
  triggered_by_id_stamp text COLLATE "C",
  calculation_finished_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (quote_configuration_number)
) WITH (fillfactor = 70);
COMMENT ON TABLE quote_configurations IS 'Configurations of complex quotes whose costs were worked out.';
COMMENT ON COLUMN quote_configurations.quote_configuration_number IS 'Number of the configuration.';
COMMENT ON COLUMN quote_configurations.is_calculated IS 'Whether working out its costs last succeeded.';
COMMENT ON COLUMN quote_configurations.is_calculated_stamp IS 'Time and id of the event that told is_calculated.';
COMMENT ON COLUMN quote_configurations.triggered_by_id IS 'Who had it worked out.';
COMMENT ON COLUMN quote_configurations.triggered_by_id_stamp IS 'Time and id of the event that told triggered_by_id.';
COMMENT ON COLUMN quote_configurations.calculation_finished_at IS 'When that last ended.';
COMMENT ON COLUMN quote_configurations.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN quote_configurations.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN quote_configurations.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN quote_configurations.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN quote_configurations.last_told_at IS 'Time of the latest event that tells of it.';
