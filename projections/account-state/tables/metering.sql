CREATE TABLE supply_point_charging (
  supply_point_id text COLLATE "C" NOT NULL,
  charge_period_start text,
  charge_period_start_stamp text COLLATE "C",
  charge_period_end text,
  charge_period_end_stamp text COLLATE "C",
  triggered_at timestamptz,
  errored_at timestamptz,
  priming_error jsonb,
  priming_error_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (supply_point_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE supply_point_charging IS 'Supply points that were to be charged.';
COMMENT ON COLUMN supply_point_charging.supply_point_id IS 'Id of the supply point.';
COMMENT ON COLUMN supply_point_charging.charge_period_start IS 'Start of the period last charged for, as told.';
COMMENT ON COLUMN supply_point_charging.charge_period_start_stamp IS 'Time and id of the event that told charge_period_start.';
COMMENT ON COLUMN supply_point_charging.charge_period_end IS 'End of that period, as told.';
COMMENT ON COLUMN supply_point_charging.charge_period_end_stamp IS 'Time and id of the event that told charge_period_end.';
COMMENT ON COLUMN supply_point_charging.triggered_at IS 'When charging was last triggered; null where it was not.';
COMMENT ON COLUMN supply_point_charging.errored_at IS 'When preparing to charge last failed; null where it did not.';
COMMENT ON COLUMN supply_point_charging.priming_error IS '{errors, period_start, period_end} of that failure.';
COMMENT ON COLUMN supply_point_charging.priming_error_stamp IS 'Time and id of the event that told priming_error.';
COMMENT ON COLUMN supply_point_charging.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN supply_point_charging.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN supply_point_charging.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN supply_point_charging.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN supply_point_charging.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE meter_data_issues (
  market_supply_point_id text COLLATE "C" NOT NULL,
  issue_id bigint NOT NULL,
  source text,
  source_stamp text COLLATE "C",
  issue_status text,
  issue_status_stamp text COLLATE "C",
  issue jsonb,
  issue_stamp text COLLATE "C",
  is_resolution_wanted boolean,
  is_resolution_wanted_stamp text COLLATE "C",
  resolution_requested_at timestamptz,
  resolution_cancelled_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (market_supply_point_id, issue_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE meter_data_issues IS 'Issues with the quality of meter data.';
COMMENT ON COLUMN meter_data_issues.market_supply_point_id IS 'Id of the supply point in its market.';
COMMENT ON COLUMN meter_data_issues.issue_id IS 'Id of the issue.';
COMMENT ON COLUMN meter_data_issues.source IS 'Source of the data; null where not told.';
COMMENT ON COLUMN meter_data_issues.source_stamp IS 'Time and id of the event that told source.';
COMMENT ON COLUMN meter_data_issues.issue_status IS 'Status of the issue, as told.';
COMMENT ON COLUMN meter_data_issues.issue_status_stamp IS 'Time and id of the event that told issue_status.';
COMMENT ON COLUMN meter_data_issues.issue IS '{category, subcategory, utility, reading_type, opened_at, period_start, period_end}.';
COMMENT ON COLUMN meter_data_issues.issue_stamp IS 'Time and id of the event that told issue.';
COMMENT ON COLUMN meter_data_issues.is_resolution_wanted IS 'False once resolving it was cancelled.';
COMMENT ON COLUMN meter_data_issues.is_resolution_wanted_stamp IS 'Time and id of the event that told is_resolution_wanted.';
COMMENT ON COLUMN meter_data_issues.resolution_requested_at IS 'When resolving it was last requested; null where it was not.';
COMMENT ON COLUMN meter_data_issues.resolution_cancelled_at IS 'When that was last cancelled; null where it was not.';
COMMENT ON COLUMN meter_data_issues.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN meter_data_issues.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN meter_data_issues.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN meter_data_issues.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN meter_data_issues.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE export_installations (
  account_number text COLLATE "C" NOT NULL,
  import_mpan text COLLATE "C" NOT NULL,
  export_mpan text,
  export_mpan_stamp text COLLATE "C",
  journey_identifier text,
  journey_identifier_stamp text COLLATE "C",
  product_code text,
  product_code_stamp text COLLATE "C",
  installation jsonb,
  installation_stamp text COLLATE "C",
  validated_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (account_number, import_mpan)
) WITH (fillfactor = 70);
COMMENT ON TABLE export_installations IS 'Installations of accounts that export electricity, found valid.';
COMMENT ON COLUMN export_installations.account_number IS 'The account.';
COMMENT ON COLUMN export_installations.import_mpan IS 'MPAN of the import.';
COMMENT ON COLUMN export_installations.export_mpan IS 'MPAN of the export; null where not told.';
COMMENT ON COLUMN export_installations.export_mpan_stamp IS 'Time and id of the event that told export_mpan.';
COMMENT ON COLUMN export_installations.journey_identifier IS 'Journey in which it was validated.';
COMMENT ON COLUMN export_installations.journey_identifier_stamp IS 'Time and id of the event that told journey_identifier.';
COMMENT ON COLUMN export_installations.product_code IS 'Product of the export.';
COMMENT ON COLUMN export_installations.product_code_stamp IS 'Time and id of the event that told product_code.';
COMMENT ON COLUMN export_installations.installation IS '{declared_net_capacity, technology_type, mcs_installations}, as told.';
COMMENT ON COLUMN export_installations.installation_stamp IS 'Time and id of the event that told installation.';
COMMENT ON COLUMN export_installations.validated_at IS 'When it was last found valid.';
COMMENT ON COLUMN export_installations.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN export_installations.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN export_installations.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN export_installations.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN export_installations.last_told_at IS 'Time of the latest event that tells of it.';
