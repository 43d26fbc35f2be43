CREATE TABLE gas_meters (
  mprn text COLLATE "C" NOT NULL,
  cohort text,
  cohort_stamp text COLLATE "C",
  supply jsonb,
  supply_stamp text COLLATE "C",
  supply_end_date text,
  supply_end_date_stamp text COLLATE "C",
  meter_serial_number text,
  meter_serial_number_stamp text COLLATE "C",
  meter jsonb,
  meter_stamp text COLLATE "C",
  reading jsonb,
  reading_stamp text COLLATE "C",
  mam jsonb,
  mam_stamp text COLLATE "C",
  backfilled_at timestamptz,
  cohort_change_requested_at timestamptz,
  mam_requested_at timestamptz,
  technical_details_received_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (mprn)
) WITH (fillfactor = 70);
COMMENT ON TABLE gas_meters IS 'Gas meter points and their meters, as the industry and we ourselves tell of them. Addresses are not kept.';
COMMENT ON COLUMN gas_meters.mprn IS 'MPRN of the meter point.';
COMMENT ON COLUMN gas_meters.cohort IS 'Cohort it is in, or is to move to.';
COMMENT ON COLUMN gas_meters.cohort_stamp IS 'Time and id of the event that told cohort.';
COMMENT ON COLUMN gas_meters.supply IS '{supplier, supply_start_date, nomination_shipper_ref}.';
COMMENT ON COLUMN gas_meters.supply_stamp IS 'Time and id of the event that told supply.';
COMMENT ON COLUMN gas_meters.supply_end_date IS 'Supply end date; null where not told.';
COMMENT ON COLUMN gas_meters.supply_end_date_stamp IS 'Time and id of the event that told supply_end_date.';
COMMENT ON COLUMN gas_meters.meter_serial_number IS 'Serial number of the meter.';
COMMENT ON COLUMN gas_meters.meter_serial_number_stamp IS 'Time and id of the event that told meter_serial_number.';
COMMENT ON COLUMN gas_meters.meter IS '{model, manufacturer, manufactured_year, location, status, type, mechanism}.';
COMMENT ON COLUMN gas_meters.meter_stamp IS 'Time and id of the event that told meter.';
COMMENT ON COLUMN gas_meters.reading IS '{last_reading, last_reading_on}.';
COMMENT ON COLUMN gas_meters.reading_stamp IS 'Time and id of the event that told reading.';
COMMENT ON COLUMN gas_meters.mam IS '{request, mam, effective_date}: the newest request about its meter asset manager.';
COMMENT ON COLUMN gas_meters.mam_stamp IS 'Time and id of the event that told mam.';
COMMENT ON COLUMN gas_meters.backfilled_at IS 'When what was known of it was last filled in; null where it was not.';
COMMENT ON COLUMN gas_meters.cohort_change_requested_at IS 'When a change of cohort was last requested; null where none was.';
COMMENT ON COLUMN gas_meters.mam_requested_at IS 'When something was last requested about its meter asset manager; null where nothing was.';
COMMENT ON COLUMN gas_meters.technical_details_received_at IS 'When its technical details last came, as it was gained; null where they did not.';
COMMENT ON COLUMN gas_meters.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN gas_meters.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN gas_meters.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN gas_meters.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN gas_meters.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE disputed_readings (
  mprn text COLLATE "C" NOT NULL,
  reading text COLLATE "C" NOT NULL,
  reference_number bigint NOT NULL,
  step jsonb,
  step_stamp text COLLATE "C",
  terms jsonb,
  terms_stamp text COLLATE "C",
  started_at timestamptz,
  queried_at timestamptz,
  alternative_proposed_at timestamptz,
  accepted_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (mprn, reading, reference_number)
) WITH (fillfactor = 70);
COMMENT ON TABLE disputed_readings IS 'Disputes with other suppliers over the readings at which gas supplies changed hands.';
COMMENT ON COLUMN disputed_readings.mprn IS 'MPRN of the meter point.';
COMMENT ON COLUMN disputed_readings.reading IS 'opening or closing.';
COMMENT ON COLUMN disputed_readings.reference_number IS 'Reference number of the dispute.';
COMMENT ON COLUMN disputed_readings.step IS '{stage, by}: the newest step, by us or other_supplier.';
COMMENT ON COLUMN disputed_readings.step_stamp IS 'Time and id of the event that told step.';
COMMENT ON COLUMN disputed_readings.terms IS '{supplier, transfer_date, meter_serial, disputed_reading, proposed_reading, status_response, root_cause}, as told last.';
COMMENT ON COLUMN disputed_readings.terms_stamp IS 'Time and id of the event that told terms.';
COMMENT ON COLUMN disputed_readings.started_at IS 'When it began; null where that was not told.';
COMMENT ON COLUMN disputed_readings.queried_at IS 'When it was last queried; null where it was not.';
COMMENT ON COLUMN disputed_readings.alternative_proposed_at IS 'When another reading was last proposed; null where none was.';
COMMENT ON COLUMN disputed_readings.accepted_at IS 'When it was last accepted; null where it was not.';
COMMENT ON COLUMN disputed_readings.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN disputed_readings.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN disputed_readings.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN disputed_readings.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN disputed_readings.last_told_at IS 'Time of the latest event that tells of it.';
