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
  m.gain_initiated_at, m.gain_confirmed_at, m.loss_confirmed_at, m.energisation_status, m.energisation_status_from, m.meter_deactivated_at, m.intervals_received_at, m.rebill_from,
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
  m.gain_initiated_at, m.gain_confirmed_at, m.loss_confirmed_at, m.energisation_status, m.energisation_status_from, m.meter_deactivated_at, m.intervals_received_at, m.rebill_from,
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
COMMENT ON COLUMN read_model.meter_points.intervals_received_at IS 'When actual intervals of its consumption last came; null where they did not.';
COMMENT ON COLUMN read_model.meter_points.rebill_from IS 'From when they change what was billed, as told.';
COMMENT ON COLUMN read_model.meter_points.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.meter_points.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.gas_meters AS
SELECT
  g.mprn,
  CASE WHEN g.imported_by IS NULL AND g.published_by_least IS NULL THEN (
    -- Told only by systems without an organisation: it goes with its registrations, if these are of one organisation.
    SELECT CASE WHEN min(p.organisation) = max(p.organisation) THEN min(p.organisation) END
    FROM read_model.meter_points p WHERE p.fuel = 'gas' AND p.meter_point = g.mprn AND p.account_number IS NOT NULL
  ) ELSE coalesce(g.imported_by, CASE WHEN g.published_by_least = g.published_by_greatest THEN g.published_by_least END) END AS organisation,
  g.cohort, g.supply ->> 'supplier' AS supplier, g.supply ->> 'supply_start_date' AS supply_start_date,
  g.supply_end_date, g.supply ->> 'nomination_shipper_ref' AS nomination_shipper_ref, g.meter_serial_number,
  g.meter ->> 'model' AS meter_model, g.meter ->> 'manufacturer' AS meter_manufacturer,
  (g.meter ->> 'manufactured_year')::bigint AS meter_manufactured_year,
  g.meter ->> 'location' AS meter_location, g.meter ->> 'status' AS meter_status, g.meter ->> 'type' AS meter_type,
  g.meter ->> 'mechanism' AS meter_mechanism, g.reading ->> 'last_reading' AS last_reading,
  g.reading ->> 'last_reading_on' AS last_reading_on, g.mam ->> 'request' AS mam_request, g.mam ->> 'mam' AS mam,
  g.mam ->> 'effective_date' AS mam_effective_date, g.backfilled_at, g.cohort_change_requested_at,
  g.mam_requested_at, g.technical_details_received_at, g.first_told_at, g.last_told_at
FROM gas_meters g;
COMMENT ON VIEW read_model.gas_meters IS 'Gas meter points and their meters. One row a meter point.';
COMMENT ON COLUMN read_model.gas_meters.mprn IS 'MPRN of the meter point.';
COMMENT ON COLUMN read_model.gas_meters.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.gas_meters.cohort IS 'Cohort it is in, or is to move to.';
COMMENT ON COLUMN read_model.gas_meters.supplier IS 'Supplier, as last filled in.';
COMMENT ON COLUMN read_model.gas_meters.supply_start_date IS 'Supply start date, as last filled in.';
COMMENT ON COLUMN read_model.gas_meters.supply_end_date IS 'Supply end date; null where not told.';
COMMENT ON COLUMN read_model.gas_meters.nomination_shipper_ref IS 'The shipper''s reference of the nomination.';
COMMENT ON COLUMN read_model.gas_meters.meter_serial_number IS 'Serial number of the meter.';
COMMENT ON COLUMN read_model.gas_meters.meter_model IS 'Model of the meter.';
COMMENT ON COLUMN read_model.gas_meters.meter_manufacturer IS 'Who made the meter.';
COMMENT ON COLUMN read_model.gas_meters.meter_manufactured_year IS 'Year in which the meter was made.';
COMMENT ON COLUMN read_model.gas_meters.meter_location IS 'Where the meter is.';
COMMENT ON COLUMN read_model.gas_meters.meter_status IS 'Status of the meter, as told.';
COMMENT ON COLUMN read_model.gas_meters.meter_type IS 'Type of the meter.';
COMMENT ON COLUMN read_model.gas_meters.meter_mechanism IS 'Mechanism of the meter.';
COMMENT ON COLUMN read_model.gas_meters.last_reading IS 'Last reading, as told.';
COMMENT ON COLUMN read_model.gas_meters.last_reading_on IS 'When that was read, as told.';
COMMENT ON COLUMN read_model.gas_meters.mam_request IS 'appoint, change or deappoint: what was last requested about its meter asset manager.';
COMMENT ON COLUMN read_model.gas_meters.mam IS 'The meter asset manager of that request.';
COMMENT ON COLUMN read_model.gas_meters.mam_effective_date IS 'From or until when, as told; null where not told.';
COMMENT ON COLUMN read_model.gas_meters.backfilled_at IS 'When what was known of it was last filled in; null where it was not.';
COMMENT ON COLUMN read_model.gas_meters.cohort_change_requested_at IS 'When a change of cohort was last requested; null where none was.';
COMMENT ON COLUMN read_model.gas_meters.mam_requested_at IS 'When something was last requested about its meter asset manager; null where nothing was.';
COMMENT ON COLUMN read_model.gas_meters.technical_details_received_at IS 'When its technical details last came, as it was gained; null where they did not.';
COMMENT ON COLUMN read_model.gas_meters.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.gas_meters.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.disputed_readings AS
SELECT
  d.mprn, d.reading, d.reference_number,
  CASE WHEN d.imported_by IS NULL AND d.published_by_least IS NULL THEN (
    -- Told only by systems without an organisation: it goes with its registrations, if these are of one organisation.
    SELECT CASE WHEN min(p.organisation) = max(p.organisation) THEN min(p.organisation) END
    FROM read_model.meter_points p WHERE p.fuel = 'gas' AND p.meter_point = d.mprn AND p.account_number IS NOT NULL
  ) ELSE coalesce(d.imported_by, CASE WHEN d.published_by_least = d.published_by_greatest THEN d.published_by_least END) END AS organisation,
  d.step ->> 'stage' AS status, d.step ->> 'by' AS last_step_by, d.terms ->> 'supplier' AS supplier,
  d.terms ->> 'transfer_date' AS transfer_date, d.terms ->> 'meter_serial' AS meter_serial,
  (d.terms ->> 'disputed_reading')::bigint AS disputed_reading,
  (d.terms ->> 'proposed_reading')::bigint AS proposed_reading,
  d.terms ->> 'status_response' AS status_response, d.terms ->> 'root_cause' AS root_cause, d.started_at,
  d.queried_at, d.alternative_proposed_at, d.accepted_at, d.first_told_at, d.last_told_at
FROM disputed_readings d;
COMMENT ON VIEW read_model.disputed_readings IS 'Disputes with other suppliers over the readings at which gas supplies changed hands. One row a dispute.';
COMMENT ON COLUMN read_model.disputed_readings.mprn IS 'MPRN of the meter point.';
COMMENT ON COLUMN read_model.disputed_readings.reading IS 'opening or closing.';
COMMENT ON COLUMN read_model.disputed_readings.reference_number IS 'Reference number of the dispute.';
COMMENT ON COLUMN read_model.disputed_readings.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.disputed_readings.status IS 'started, queried, alternative_proposed or accepted, whichever was last.';
COMMENT ON COLUMN read_model.disputed_readings.last_step_by IS 'us or other_supplier: who took that step.';
COMMENT ON COLUMN read_model.disputed_readings.supplier IS 'The other supplier.';
COMMENT ON COLUMN read_model.disputed_readings.transfer_date IS 'When the supply changed hands, as told.';
COMMENT ON COLUMN read_model.disputed_readings.meter_serial IS 'Serial number of the meter.';
COMMENT ON COLUMN read_model.disputed_readings.disputed_reading IS 'Reading that is disputed.';
COMMENT ON COLUMN read_model.disputed_readings.proposed_reading IS 'Reading that is proposed instead.';
COMMENT ON COLUMN read_model.disputed_readings.status_response IS 'Response, as told.';
COMMENT ON COLUMN read_model.disputed_readings.root_cause IS 'Root cause, as told.';
COMMENT ON COLUMN read_model.disputed_readings.started_at IS 'When it began; null where that was not told.';
COMMENT ON COLUMN read_model.disputed_readings.queried_at IS 'When it was last queried; null where it was not.';
COMMENT ON COLUMN read_model.disputed_readings.alternative_proposed_at IS 'When another reading was last proposed; null where none was.';
COMMENT ON COLUMN read_model.disputed_readings.accepted_at IS 'When it was last accepted; null where it was not.';
COMMENT ON COLUMN read_model.disputed_readings.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.disputed_readings.last_told_at IS 'Time of the latest event that tells of it.';
