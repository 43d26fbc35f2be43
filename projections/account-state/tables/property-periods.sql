CREATE TABLE property_periods (
  account_property_effective_period_id bigint NOT NULL,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (account_property_effective_period_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE property_periods IS 'Periods in which accounts have properties. No event tells which account.';
COMMENT ON COLUMN property_periods.account_property_effective_period_id IS 'Id of the period.';
COMMENT ON COLUMN property_periods.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN property_periods.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN property_periods.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN property_periods.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN property_periods.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE property_period_metadata (
  account_property_effective_period_id bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text,
  value_stamp text COLLATE "C",
  is_present boolean,
  is_present_stamp text COLLATE "C",
  PRIMARY KEY (account_property_effective_period_id, key)
) WITH (fillfactor = 70);
COMMENT ON TABLE property_period_metadata IS 'Metadata of such periods, kept when removed.';
COMMENT ON COLUMN property_period_metadata.account_property_effective_period_id IS 'Id of the period.';
COMMENT ON COLUMN property_period_metadata.key IS 'Its key.';
COMMENT ON COLUMN property_period_metadata.value IS 'Its value.';
COMMENT ON COLUMN property_period_metadata.value_stamp IS 'Time and id of the event that told value.';
COMMENT ON COLUMN property_period_metadata.is_present IS 'False once it is removed.';
COMMENT ON COLUMN property_period_metadata.is_present_stamp IS 'Time and id of the event that told is_present.';
