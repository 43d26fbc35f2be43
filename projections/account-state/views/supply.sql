CREATE VIEW read_model.meter_points AS
SELECT
  r.fuel, r.meter_point, r.account_number,
  CASE WHEN r.imported_by IS NULL AND r.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(r.imported_by, CASE WHEN r.published_by_least = r.published_by_greatest THEN r.published_by_least END) END AS organisation,
  CASE
    WHEN r.loss_completed_at >= coalesce(r.gain_requested_at, r.loss_completed_at) THEN 'lost'
    WHEN m.gain_confirmed_at >= r.gain_requested_at THEN 'gained'
    WHEN r.gain_requested_at IS NOT NULL THEN 'gain_requested'
    ELSE 'unknown'
  END AS status,
  r.gain_requested_at, r.supply_start_date, r.supplier_mpid, r.is_migrated, r.is_export, r.is_internal_transfer, r.loss_completed_at, r.supply_end_date, r.new_supplier_id,
  m.gain_initiated_at, m.gain_confirmed_at, m.loss_confirmed_at, m.energisation_status, m.energisation_status_from, m.meter_deactivated_at,
  r.first_told_at, r.last_told_at
FROM supply_registrations r
LEFT JOIN accounts a ON a.account_number = r.account_number
-- What one organisation publishes about a meter point is not shown to another.
LEFT JOIN meter_points m ON m.fuel = r.fuel AND m.meter_point = r.meter_point
  AND (m.imported_by IS NULL AND m.published_by_least IS NULL OR coalesce(m.imported_by, CASE WHEN m.published_by_least = m.published_by_greatest THEN m.published_by_least END) = coalesce(r.imported_by, CASE WHEN r.published_by_least = r.published_by_greatest THEN r.published_by_least END))
UNION ALL
SELECT
  m.fuel, m.meter_point, NULL,
  coalesce(m.imported_by, CASE WHEN m.published_by_least = m.published_by_greatest THEN m.published_by_least END),
  CASE
    WHEN m.gain_confirmed_at IS NOT NULL THEN 'gained'
    WHEN m.gain_initiated_at IS NOT NULL THEN 'gain_initiated'
    ELSE 'unknown'
  END,
  NULL::timestamptz, NULL::text, NULL::text, NULL::boolean, NULL::boolean, NULL::boolean, NULL::timestamptz, NULL::text, NULL::text,
  m.gain_initiated_at, m.gain_confirmed_at, m.loss_confirmed_at, m.energisation_status, m.energisation_status_from, m.meter_deactivated_at,
  m.first_told_at, m.last_told_at
FROM meter_points m
WHERE NOT EXISTS (
  SELECT FROM supply_registrations r WHERE r.fuel = m.fuel AND r.meter_point = m.meter_point
);
COMMENT ON VIEW read_model.meter_points IS 'Meter points. One row a meter point and account, or a meter point alone while no event names its account.';
COMMENT ON COLUMN read_model.meter_points.fuel IS 'electricity or gas.';
COMMENT ON COLUMN read_model.meter_points.meter_point IS 'MPAN or MPRN.';
COMMENT ON COLUMN read_model.meter_points.account_number IS 'The account that takes or took supply there; null where no event names one.';
COMMENT ON COLUMN read_model.meter_points.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.meter_points.status IS 'lost, gained, gain_requested, gain_initiated or unknown: the furthest that its events tell.';
COMMENT ON COLUMN read_model.meter_points.gain_requested_at IS 'When its registration was last asked for.';
COMMENT ON COLUMN read_model.meter_points.supply_start_date IS 'Supply start date asked for.';
COMMENT ON COLUMN read_model.meter_points.supplier_mpid IS 'Market participant id of the supplier.';
COMMENT ON COLUMN read_model.meter_points.is_migrated IS 'Whether the account was migrated; null where unknown.';
COMMENT ON COLUMN read_model.meter_points.is_export IS 'Whether it exports; null where unknown.';
COMMENT ON COLUMN read_model.meter_points.is_internal_transfer IS 'Whether it moves within the supplier; null where unknown.';
COMMENT ON COLUMN read_model.meter_points.loss_completed_at IS 'When its loss to another supplier was last complete.';
COMMENT ON COLUMN read_model.meter_points.supply_end_date IS 'Supply end date of that loss.';
COMMENT ON COLUMN read_model.meter_points.new_supplier_id IS 'The supplier it went to.';
COMMENT ON COLUMN read_model.meter_points.gain_initiated_at IS 'When a change of supply to us last began.';
COMMENT ON COLUMN read_model.meter_points.gain_confirmed_at IS 'When a registration was last confirmed.';
COMMENT ON COLUMN read_model.meter_points.loss_confirmed_at IS 'When a loss was last confirmed.';
COMMENT ON COLUMN read_model.meter_points.energisation_status IS 'Energisation status.';
COMMENT ON COLUMN read_model.meter_points.energisation_status_from IS 'From when that holds, as told.';
COMMENT ON COLUMN read_model.meter_points.meter_deactivated_at IS 'When a meter was last deactivated.';
COMMENT ON COLUMN read_model.meter_points.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.meter_points.last_told_at IS 'Time of the latest event that tells of it.';
