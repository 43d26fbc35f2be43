CREATE TABLE late_payment_fee_runs (
  account_number text COLLATE "C" NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  service text COLLATE "C" NOT NULL,
  started_at timestamptz,
  completed_at timestamptz,
  fees_calculated_count bigint,
  fees_calculated_count_stamp text COLLATE "C",
  fees_applied_count bigint,
  fees_applied_count_stamp text COLLATE "C",
  fees_unapplied_count bigint,
  fees_unapplied_count_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (account_number, run_id, service)
) WITH (fillfactor = 70);
COMMENT ON TABLE late_payment_fee_runs IS 'Runs of services that work out and charge late payment fees, by account.';
COMMENT ON COLUMN late_payment_fee_runs.account_number IS 'The account.';
COMMENT ON COLUMN late_payment_fee_runs.run_id IS 'Id of the run.';
COMMENT ON COLUMN late_payment_fee_runs.service IS 'calculation, application or calculator.';
COMMENT ON COLUMN late_payment_fee_runs.started_at IS 'When it began; null where that was not told.';
COMMENT ON COLUMN late_payment_fee_runs.completed_at IS 'When it ended; null while it has not.';
COMMENT ON COLUMN late_payment_fee_runs.fees_calculated_count IS 'Fees that were worked out; null where not told.';
COMMENT ON COLUMN late_payment_fee_runs.fees_calculated_count_stamp IS 'Time and id of the event that told fees_calculated_count.';
COMMENT ON COLUMN late_payment_fee_runs.fees_applied_count IS 'Fees that were charged; null where not told.';
COMMENT ON COLUMN late_payment_fee_runs.fees_applied_count_stamp IS 'Time and id of the event that told fees_applied_count.';
COMMENT ON COLUMN late_payment_fee_runs.fees_unapplied_count IS 'Fees that were not charged; null where not told.';
COMMENT ON COLUMN late_payment_fee_runs.fees_unapplied_count_stamp IS 'Time and id of the event that told fees_unapplied_count.';
COMMENT ON COLUMN late_payment_fee_runs.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN late_payment_fee_runs.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN late_payment_fee_runs.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN late_payment_fee_runs.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN late_payment_fee_runs.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE late_payment_fees (
  account_number text COLLATE "C" NOT NULL,
  charge_id text COLLATE "C" NOT NULL,
  run_id text,
  run_id_stamp text COLLATE "C",
  fee_amount bigint,
  fee_amount_stamp text COLLATE "C",
  fee_date text,
  fee_date_stamp text COLLATE "C",
  fee_type text,
  fee_type_stamp text COLLATE "C",
  applied_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (account_number, charge_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE late_payment_fees IS 'Late payment fees charged to accounts.';
COMMENT ON COLUMN late_payment_fees.account_number IS 'The account.';
COMMENT ON COLUMN late_payment_fees.charge_id IS 'Id of the charge.';
COMMENT ON COLUMN late_payment_fees.run_id IS 'Run that charged it.';
COMMENT ON COLUMN late_payment_fees.run_id_stamp IS 'Time and id of the event that told run_id.';
COMMENT ON COLUMN late_payment_fees.fee_amount IS 'Amount in pence; null where not told.';
COMMENT ON COLUMN late_payment_fees.fee_amount_stamp IS 'Time and id of the event that told fee_amount.';
COMMENT ON COLUMN late_payment_fees.fee_date IS 'Date of the fee, as told.';
COMMENT ON COLUMN late_payment_fees.fee_date_stamp IS 'Time and id of the event that told fee_date.';
COMMENT ON COLUMN late_payment_fees.fee_type IS 'Kind of fee.';
COMMENT ON COLUMN late_payment_fees.fee_type_stamp IS 'Time and id of the event that told fee_type.';
COMMENT ON COLUMN late_payment_fees.applied_at IS 'When it was charged.';
COMMENT ON COLUMN late_payment_fees.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN late_payment_fees.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN late_payment_fees.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN late_payment_fees.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN late_payment_fees.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE late_payment_fee_waivers (
  fee_id bigint NOT NULL,
  waived_at_told text,
  waived_at_told_stamp text COLLATE "C",
  support_user_id bigint,
  support_user_id_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (fee_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE late_payment_fee_waivers IS 'Fees that were waived. No event tells which charge an id belongs to.';
COMMENT ON COLUMN late_payment_fee_waivers.fee_id IS 'Id of the fee.';
COMMENT ON COLUMN late_payment_fee_waivers.waived_at_told IS 'When it was waived, as told.';
COMMENT ON COLUMN late_payment_fee_waivers.waived_at_told_stamp IS 'Time and id of the event that told waived_at_told.';
COMMENT ON COLUMN late_payment_fee_waivers.support_user_id IS 'Support user who waived it.';
COMMENT ON COLUMN late_payment_fee_waivers.support_user_id_stamp IS 'Time and id of the event that told support_user_id.';
COMMENT ON COLUMN late_payment_fee_waivers.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN late_payment_fee_waivers.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN late_payment_fee_waivers.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN late_payment_fee_waivers.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN late_payment_fee_waivers.last_told_at IS 'Time of the latest event that tells of it.';
