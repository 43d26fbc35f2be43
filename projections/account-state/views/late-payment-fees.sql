CREATE VIEW read_model.late_payment_fee_runs AS
SELECT
  r.account_number, r.run_id, r.service,
  CASE WHEN r.imported_by IS NULL AND r.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(r.imported_by, CASE WHEN r.published_by_least = r.published_by_greatest THEN r.published_by_least END) END AS organisation,
  CASE WHEN r.completed_at IS NOT NULL THEN 'completed' ELSE 'started' END AS status,
  r.started_at, r.completed_at, r.fees_calculated_count, r.fees_applied_count, r.fees_unapplied_count,
  r.first_told_at, r.last_told_at
FROM late_payment_fee_runs r
LEFT JOIN accounts a ON a.account_number = r.account_number;
COMMENT ON VIEW read_model.late_payment_fee_runs IS 'Runs of services that work out and charge late payment fees. One row an account, run and service.';
COMMENT ON COLUMN read_model.late_payment_fee_runs.account_number IS 'The account.';
COMMENT ON COLUMN read_model.late_payment_fee_runs.run_id IS 'Id of the run.';
COMMENT ON COLUMN read_model.late_payment_fee_runs.service IS 'calculation, application or calculator.';
COMMENT ON COLUMN read_model.late_payment_fee_runs.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.late_payment_fee_runs.status IS 'completed or started.';
COMMENT ON COLUMN read_model.late_payment_fee_runs.started_at IS 'When it began; null where that was not told.';
COMMENT ON COLUMN read_model.late_payment_fee_runs.completed_at IS 'When it ended; null while it has not.';
COMMENT ON COLUMN read_model.late_payment_fee_runs.fees_calculated_count IS 'Fees that were worked out; null where not told.';
COMMENT ON COLUMN read_model.late_payment_fee_runs.fees_applied_count IS 'Fees that were charged; null where not told.';
COMMENT ON COLUMN read_model.late_payment_fee_runs.fees_unapplied_count IS 'Fees that were not charged; null where not told.';
COMMENT ON COLUMN read_model.late_payment_fee_runs.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.late_payment_fee_runs.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.late_payment_fees AS
SELECT
  f.account_number, f.charge_id,
  CASE WHEN f.imported_by IS NULL AND f.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(f.imported_by, CASE WHEN f.published_by_least = f.published_by_greatest THEN f.published_by_least END) END AS organisation,
  f.run_id, f.fee_amount, f.fee_date, f.fee_type, f.applied_at, f.first_told_at, f.last_told_at
FROM late_payment_fees f
LEFT JOIN accounts a ON a.account_number = f.account_number;
COMMENT ON VIEW read_model.late_payment_fees IS 'Late payment fees charged to accounts. One row a charge.';
COMMENT ON COLUMN read_model.late_payment_fees.account_number IS 'The account.';
COMMENT ON COLUMN read_model.late_payment_fees.charge_id IS 'Id of the charge.';
COMMENT ON COLUMN read_model.late_payment_fees.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.late_payment_fees.run_id IS 'Run that charged it.';
COMMENT ON COLUMN read_model.late_payment_fees.fee_amount IS 'Amount in pence; null where not told.';
COMMENT ON COLUMN read_model.late_payment_fees.fee_date IS 'Date of the fee, as told.';
COMMENT ON COLUMN read_model.late_payment_fees.fee_type IS 'Kind of fee.';
COMMENT ON COLUMN read_model.late_payment_fees.applied_at IS 'When it was charged.';
COMMENT ON COLUMN read_model.late_payment_fees.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.late_payment_fees.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.late_payment_fee_waivers AS
SELECT
  w.fee_id,
  coalesce(w.imported_by, CASE WHEN w.published_by_least = w.published_by_greatest THEN w.published_by_least END) AS organisation,
  w.waived_at_told, w.support_user_id, w.first_told_at, w.last_told_at
FROM late_payment_fee_waivers w;
COMMENT ON VIEW read_model.late_payment_fee_waivers IS 'Late payment fees that were waived. One row a fee.';
COMMENT ON COLUMN read_model.late_payment_fee_waivers.fee_id IS 'Id of the fee; no event tells which charge it belongs to.';
COMMENT ON COLUMN read_model.late_payment_fee_waivers.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.late_payment_fee_waivers.waived_at_told IS 'When it was waived, as told.';
COMMENT ON COLUMN read_model.late_payment_fee_waivers.support_user_id IS 'Support user who waived it.';
COMMENT ON COLUMN read_model.late_payment_fee_waivers.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.late_payment_fee_waivers.last_told_at IS 'Time of the latest event that tells of it.';
