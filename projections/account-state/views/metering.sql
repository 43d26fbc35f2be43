CREATE VIEW read_model.supply_point_charging AS
SELECT
  s.supply_point_id,
  coalesce(s.imported_by, CASE WHEN s.published_by_least = s.published_by_greatest THEN s.published_by_least END) AS organisation,
  CASE WHEN s.errored_at >= coalesce(s.triggered_at, s.errored_at) THEN 'errored' ELSE 'triggered' END AS status,
  s.charge_period_start, s.charge_period_end, s.priming_error -> 'errors' AS priming_errors,
  s.priming_error ->> 'period_start' AS priming_period_start,
  s.priming_error ->> 'period_end' AS priming_period_end, s.triggered_at, s.errored_at, s.first_told_at,
  s.last_told_at
FROM supply_point_charging s;
COMMENT ON VIEW read_model.supply_point_charging IS 'Supply points that were to be charged. One row a supply point.';
COMMENT ON COLUMN read_model.supply_point_charging.supply_point_id IS 'Id of the supply point.';
COMMENT ON COLUMN read_model.supply_point_charging.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.supply_point_charging.status IS 'errored or triggered, whichever was last.';
COMMENT ON COLUMN read_model.supply_point_charging.charge_period_start IS 'Start of the period last charged for, as told.';
COMMENT ON COLUMN read_model.supply_point_charging.charge_period_end IS 'End of that period, as told.';
COMMENT ON COLUMN read_model.supply_point_charging.priming_errors IS 'What went wrong when preparing to charge last failed: a list.';
COMMENT ON COLUMN read_model.supply_point_charging.priming_period_start IS 'Start of the period for which it failed, as told.';
COMMENT ON COLUMN read_model.supply_point_charging.priming_period_end IS 'End of that period, as told.';
COMMENT ON COLUMN read_model.supply_point_charging.triggered_at IS 'When charging was last triggered; null where it was not.';
COMMENT ON COLUMN read_model.supply_point_charging.errored_at IS 'When preparing to charge last failed; null where it did not.';
COMMENT ON COLUMN read_model.supply_point_charging.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.supply_point_charging.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.meter_data_issues AS
SELECT
  i.market_supply_point_id, i.issue_id,
  coalesce(i.imported_by, CASE WHEN i.published_by_least = i.published_by_greatest THEN i.published_by_least END) AS organisation,
  CASE WHEN i.is_resolution_wanted THEN 'resolution_requested' ELSE 'resolution_cancelled' END AS status,
  i.issue_status, i.source, i.issue ->> 'category' AS category, i.issue ->> 'subcategory' AS subcategory,
  i.issue ->> 'utility' AS utility, i.issue ->> 'reading_type' AS reading_type,
  i.issue ->> 'opened_at' AS opened_at_told, i.issue ->> 'period_start' AS period_start,
  i.issue ->> 'period_end' AS period_end, i.resolution_requested_at, i.resolution_cancelled_at, i.first_told_at,
  i.last_told_at
FROM meter_data_issues i;
COMMENT ON VIEW read_model.meter_data_issues IS 'Issues with the quality of meter data. One row a supply point and issue.';
COMMENT ON COLUMN read_model.meter_data_issues.market_supply_point_id IS 'Id of the supply point in its market.';
COMMENT ON COLUMN read_model.meter_data_issues.issue_id IS 'Id of the issue.';
COMMENT ON COLUMN read_model.meter_data_issues.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.meter_data_issues.status IS 'resolution_requested or resolution_cancelled, whichever was last.';
COMMENT ON COLUMN read_model.meter_data_issues.issue_status IS 'Status of the issue, as told.';
COMMENT ON COLUMN read_model.meter_data_issues.source IS 'Source of the data; null where not told.';
COMMENT ON COLUMN read_model.meter_data_issues.category IS 'Category of the issue.';
COMMENT ON COLUMN read_model.meter_data_issues.subcategory IS 'Subcategory of the issue.';
COMMENT ON COLUMN read_model.meter_data_issues.utility IS 'The utility.';
COMMENT ON COLUMN read_model.meter_data_issues.reading_type IS 'Kind of reading.';
COMMENT ON COLUMN read_model.meter_data_issues.opened_at_told IS 'When it was opened, as told.';
COMMENT ON COLUMN read_model.meter_data_issues.period_start IS 'Start of the period it concerns, as told.';
COMMENT ON COLUMN read_model.meter_data_issues.period_end IS 'End of that period, as told.';
COMMENT ON COLUMN read_model.meter_data_issues.resolution_requested_at IS 'When resolving it was last requested; null where it was not.';
COMMENT ON COLUMN read_model.meter_data_issues.resolution_cancelled_at IS 'When that was last cancelled; null where it was not.';
COMMENT ON COLUMN read_model.meter_data_issues.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.meter_data_issues.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.export_installations AS
SELECT
  x.account_number, x.import_mpan,
  CASE WHEN x.imported_by IS NULL AND x.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(x.imported_by, CASE WHEN x.published_by_least = x.published_by_greatest THEN x.published_by_least END) END AS organisation,
  x.export_mpan, x.journey_identifier, x.product_code,
  x.installation ->> 'declared_net_capacity' AS declared_net_capacity,
  x.installation ->> 'technology_type' AS technology_type,
  x.installation -> 'mcs_installations' AS mcs_installations, x.validated_at, x.first_told_at, x.last_told_at
FROM export_installations x
LEFT JOIN accounts a ON a.account_number = x.account_number;
COMMENT ON VIEW read_model.export_installations IS 'Installations of accounts that export electricity, found valid. One row an account and MPAN of its import.';
COMMENT ON COLUMN read_model.export_installations.account_number IS 'The account.';
COMMENT ON COLUMN read_model.export_installations.import_mpan IS 'MPAN of the import.';
COMMENT ON COLUMN read_model.export_installations.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.export_installations.export_mpan IS 'MPAN of the export; null where not told.';
COMMENT ON COLUMN read_model.export_installations.journey_identifier IS 'Journey in which it was validated.';
COMMENT ON COLUMN read_model.export_installations.product_code IS 'Product of the export.';
COMMENT ON COLUMN read_model.export_installations.declared_net_capacity IS 'Net capacity that was declared, as told.';
COMMENT ON COLUMN read_model.export_installations.technology_type IS 'Kind of technology.';
COMMENT ON COLUMN read_model.export_installations.mcs_installations IS 'Valid installations of the microgeneration scheme, as told: a list.';
COMMENT ON COLUMN read_model.export_installations.validated_at IS 'When it was last found valid.';
COMMENT ON COLUMN read_model.export_installations.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.export_installations.last_told_at IS 'Time of the latest event that tells of it.';
