CREATE VIEW read_model.delinquent_debts AS
SELECT
  d.ledger_number, nullif(d.account_number, '') AS account_number,
  CASE WHEN d.imported_by IS NULL AND d.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(d.imported_by, CASE WHEN d.published_by_least = d.published_by_greatest THEN d.published_by_least END) END AS organisation,
  d.value, d.previous_value, d.changed_on, d.changed_at, d.first_told_at, d.last_told_at
FROM delinquent_debts d
LEFT JOIN accounts a ON a.account_number = d.account_number;
COMMENT ON VIEW read_model.delinquent_debts IS 'What is overdue on ledgers. One row a ledger and account, or a ledger alone while its account is not told.';
COMMENT ON COLUMN read_model.delinquent_debts.ledger_number IS 'Number of the ledger.';
COMMENT ON COLUMN read_model.delinquent_debts.account_number IS 'Account of the ledger; null where no event named it.';
COMMENT ON COLUMN read_model.delinquent_debts.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.delinquent_debts.value IS 'What is overdue, in pence.';
COMMENT ON COLUMN read_model.delinquent_debts.previous_value IS 'What was overdue before, in pence.';
COMMENT ON COLUMN read_model.delinquent_debts.changed_on IS 'Day of the newest change, as told.';
COMMENT ON COLUMN read_model.delinquent_debts.changed_at IS 'When it last changed.';
COMMENT ON COLUMN read_model.delinquent_debts.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.delinquent_debts.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.debt_write_backs AS
SELECT
  w.account_number, w.ledger_number,
  CASE WHEN w.imported_by IS NULL AND w.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(w.imported_by, CASE WHEN w.published_by_least = w.published_by_greatest THEN w.published_by_least END) END AS organisation,
  w.outcome, w.told_at, w.completed_at, w.amount, w.failed_at, w.failure_reason, w.exception, w.skipped_at,
  w.skip_reason,
  w.first_told_at, w.last_told_at
FROM debt_write_backs w
LEFT JOIN accounts a ON a.account_number = w.account_number;
COMMENT ON VIEW read_model.debt_write_backs IS 'Debt that was written off and was to be written back. One row an account and ledger.';
COMMENT ON COLUMN read_model.debt_write_backs.account_number IS 'Account of the ledger.';
COMMENT ON COLUMN read_model.debt_write_backs.ledger_number IS 'Number of the ledger.';
COMMENT ON COLUMN read_model.debt_write_backs.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.debt_write_backs.outcome IS 'completed, failed or skipped: that of the newest attempt.';
COMMENT ON COLUMN read_model.debt_write_backs.told_at IS 'When that was told.';
COMMENT ON COLUMN read_model.debt_write_backs.completed_at IS 'When one was last completed; null where none was.';
COMMENT ON COLUMN read_model.debt_write_backs.amount IS 'Amount of that in pence.';
COMMENT ON COLUMN read_model.debt_write_backs.failed_at IS 'When one last failed; null where none did.';
COMMENT ON COLUMN read_model.debt_write_backs.failure_reason IS 'Why that failed.';
COMMENT ON COLUMN read_model.debt_write_backs.exception IS 'Fault behind it.';
COMMENT ON COLUMN read_model.debt_write_backs.skipped_at IS 'When one was last skipped; null where none was.';
COMMENT ON COLUMN read_model.debt_write_backs.skip_reason IS 'Why that was skipped.';
COMMENT ON COLUMN read_model.debt_write_backs.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.debt_write_backs.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.deposits AS
SELECT
  d.deposit_key, d.account_number,
  CASE WHEN d.imported_by IS NULL AND d.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(d.imported_by, CASE WHEN d.published_by_least = d.published_by_greatest THEN d.published_by_least END) END AS organisation,
  CASE
    WHEN d.withdrawn_at IS NOT NULL THEN 'withdrawn'
    WHEN d.returned_at IS NOT NULL THEN 'returned'
    WHEN d.fulfilled_at IS NOT NULL THEN 'fulfilled'
    WHEN d.accepted_at IS NOT NULL THEN 'accepted'
    ELSE 'unknown'
  END AS status,
  d.ledger_identifier, d.reason, d.amount, d.accepted_at, d.fulfilled_at, d.returned_at, d.withdrawn_at,
  i.instalments AS instalments_returned,
  i.amount AS instalments_returned_amount,
  d.first_told_at, d.last_told_at
FROM deposits d
LEFT JOIN accounts a ON a.account_number = d.account_number
CROSS JOIN LATERAL (
  SELECT count(*) AS instalments, coalesce(sum(n.returned_amount), 0)::bigint AS amount FROM deposit_instalments n
  WHERE n.deposit_key = d.deposit_key
) i;
COMMENT ON VIEW read_model.deposits IS 'Deposits that accounts agreed to. One row a deposit.';
COMMENT ON COLUMN read_model.deposits.deposit_key IS 'Key of the deposit.';
COMMENT ON COLUMN read_model.deposits.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN read_model.deposits.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.deposits.status IS 'withdrawn, returned, fulfilled, accepted or unknown: the furthest that its events tell.';
COMMENT ON COLUMN read_model.deposits.ledger_identifier IS 'Ledger of the deposit.';
COMMENT ON COLUMN read_model.deposits.reason IS 'Why it was asked for.';
COMMENT ON COLUMN read_model.deposits.amount IS 'Amount in pence.';
COMMENT ON COLUMN read_model.deposits.accepted_at IS 'When it was accepted; null where that was not told.';
COMMENT ON COLUMN read_model.deposits.fulfilled_at IS 'When it was paid; null where it was not.';
COMMENT ON COLUMN read_model.deposits.returned_at IS 'When it was returned whole; null where it was not.';
COMMENT ON COLUMN read_model.deposits.withdrawn_at IS 'When it was withdrawn; null where it was not.';
COMMENT ON COLUMN read_model.deposits.instalments_returned IS 'Instalments that were returned.';
COMMENT ON COLUMN read_model.deposits.instalments_returned_amount IS 'Sum of these in pence.';
COMMENT ON COLUMN read_model.deposits.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.deposits.last_told_at IS 'Time of the latest event that tells of it.';
