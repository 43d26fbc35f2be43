CREATE TABLE supply_registrations (
  fuel text COLLATE "C" NOT NULL,
  meter_point text COLLATE "C" NOT NULL,
  account_number text COLLATE "C" NOT NULL,
  gain_requested_at timestamptz,
  supply_start_date text,
  supply_start_date_stamp text COLLATE "C",
  supplier_mpid text,
  supplier_mpid_stamp text COLLATE "C",
  is_migrated boolean,
  is_migrated_stamp text COLLATE "C",
  is_export boolean,
  is_export_stamp text COLLATE "C",
  is_internal_transfer boolean,
  is_internal_transfer_stamp text COLLATE "C",
  loss_completed_at timestamptz,
  supply_end_date text,
  supply_end_date_stamp text COLLATE "C",
  new_supplier_id text,
  new_supplier_id_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (fuel, meter_point, account_number)
) WITH (fillfactor = 70);
CREATE INDEX supply_registrations_account ON supply_registrations (account_number, fuel, meter_point);
COMMENT ON TABLE supply_registrations IS 'Meter points and the accounts that take or took supply there.';
COMMENT ON COLUMN supply_registrations.fuel IS 'electricity or gas.';
COMMENT ON COLUMN supply_registrations.meter_point IS 'MPAN or MPRN.';
COMMENT ON COLUMN supply_registrations.account_number IS 'The account.';
COMMENT ON COLUMN supply_registrations.gain_requested_at IS 'When its registration was last asked for.';
COMMENT ON COLUMN supply_registrations.supply_start_date IS 'Supply start date asked for.';
COMMENT ON COLUMN supply_registrations.supply_start_date_stamp IS 'Time and id of the event that told supply_start_date.';
COMMENT ON COLUMN supply_registrations.supplier_mpid IS 'Market participant id of the supplier.';
COMMENT ON COLUMN supply_registrations.supplier_mpid_stamp IS 'Time and id of the event that told supplier_mpid.';
COMMENT ON COLUMN supply_registrations.is_migrated IS 'Whether the account was migrated; null where unknown.';
COMMENT ON COLUMN supply_registrations.is_migrated_stamp IS 'Time and id of the event that told is_migrated.';
COMMENT ON COLUMN supply_registrations.is_export IS 'Whether it exports; null where unknown.';
COMMENT ON COLUMN supply_registrations.is_export_stamp IS 'Time and id of the event that told is_export.';
COMMENT ON COLUMN supply_registrations.is_internal_transfer IS 'Whether it moves within the supplier; null where unknown.';
COMMENT ON COLUMN supply_registrations.is_internal_transfer_stamp IS 'Time and id of the event that told is_internal_transfer.';
COMMENT ON COLUMN supply_registrations.loss_completed_at IS 'When its loss to another supplier was last complete.';
COMMENT ON COLUMN supply_registrations.supply_end_date IS 'Supply end date of that loss.';
COMMENT ON COLUMN supply_registrations.supply_end_date_stamp IS 'Time and id of the event that told supply_end_date.';
COMMENT ON COLUMN supply_registrations.new_supplier_id IS 'The supplier it went to.';
COMMENT ON COLUMN supply_registrations.new_supplier_id_stamp IS 'Time and id of the event that told new_supplier_id.';
COMMENT ON COLUMN supply_registrations.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN supply_registrations.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN supply_registrations.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN supply_registrations.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN supply_registrations.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE meter_points (
  fuel text COLLATE "C" NOT NULL,
  meter_point text COLLATE "C" NOT NULL,
  gain_initiated_at timestamptz,
  gain_confirmed_at timestamptz,
  loss_confirmed_at timestamptz,
  energisation_status text,
  energisation_status_stamp text COLLATE "C",
  energisation_status_from text,
  energisation_status_from_stamp text COLLATE "C",
  meter_deactivated_at timestamptz,
  intervals_received_at timestamptz,
  rebill_from text,
  rebill_from_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (fuel, meter_point)
) WITH (fillfactor = 70);
COMMENT ON TABLE meter_points IS 'What the industry tells of a meter point without naming an account.';
COMMENT ON COLUMN meter_points.fuel IS 'electricity or gas.';
COMMENT ON COLUMN meter_points.meter_point IS 'MPAN or MPRN.';
COMMENT ON COLUMN meter_points.gain_initiated_at IS 'When a change of supply to us last began.';
COMMENT ON COLUMN meter_points.gain_confirmed_at IS 'When a registration was last confirmed.';
COMMENT ON COLUMN meter_points.loss_confirmed_at IS 'When a loss was last confirmed.';
COMMENT ON COLUMN meter_points.energisation_status IS 'Energisation status.';
COMMENT ON COLUMN meter_points.energisation_status_stamp IS 'Time and id of the event that told energisation_status.';
COMMENT ON COLUMN meter_points.energisation_status_from IS 'From when that holds, as told.';
COMMENT ON COLUMN meter_points.energisation_status_from_stamp IS 'Time and id of the event that told energisation_status_from.';
COMMENT ON COLUMN meter_points.meter_deactivated_at IS 'When a meter was last deactivated.';
COMMENT ON COLUMN meter_points.intervals_received_at IS 'When actual intervals of its consumption last came; null where they did not.';
COMMENT ON COLUMN meter_points.rebill_from IS 'From when they change what was billed, as told.';
COMMENT ON COLUMN meter_points.rebill_from_stamp IS 'Time and id of the event that told rebill_from.';
COMMENT ON COLUMN meter_points.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN meter_points.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN meter_points.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN meter_points.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN meter_points.last_told_at IS 'Time of the latest event that tells of it.';
