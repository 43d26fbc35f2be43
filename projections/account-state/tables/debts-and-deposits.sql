CREATE TABLE delinquent_debts (
  ledger_number text COLLATE "C" NOT NULL,
  account_number text COLLATE "C" NOT NULL,
  changed_on text,
  changed_on_stamp text COLLATE "C",
  previous_value bigint,
  previous_value_stamp text COLLATE "C",
  value bigint,
  value_stamp text COLLATE "C",
  changed_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (ledger_number, account_number)
) WITH (fillfactor = 70);
CREATE INDEX delinquent_debts_account ON delinquent_debts (account_number, ledger_number);
COMMENT ON TABLE delinquent_debts IS 'What is overdue on ledgers.';
COMMENT ON COLUMN delinquent_debts.ledger_number IS 'Number of the ledger.';
COMMENT ON COLUMN delinquent_debts.account_number IS 'Account of the ledger; empty where the event did not name it.';
COMMENT ON COLUMN delinquent_debts.changed_on IS 'Day of the newest change, as told.';
COMMENT ON COLUMN delinquent_debts.changed_on_stamp IS 'Time and id of the event that told changed_on.';
COMMENT ON COLUMN delinquent_debts.previous_value IS 'What was overdue before, in pence.';
COMMENT ON COLUMN delinquent_debts.previous_value_stamp IS 'Time and id of the event that told previous_value.';
COMMENT ON COLUMN delinquent_debts.value IS 'What is overdue, in pence.';
COMMENT ON COLUMN delinquent_debts.value_stamp IS 'Time and id of the event that told value.';
COMMENT ON COLUMN delinquent_debts.changed_at IS 'When it last changed.';
COMMENT ON COLUMN delinquent_debts.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN delinquent_debts.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN delinquent_debts.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN delinquent_debts.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN delinquent_debts.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE debt_write_backs (
  account_number text COLLATE "C" NOT NULL,
  ledger_number text COLLATE "C" NOT NULL,
  outcome text,
  outcome_stamp text COLLATE "C",
  told_at timestamptz,
  completed_at timestamptz,
  amount bigint,
  amount_stamp text COLLATE "C",
  failed_at timestamptz,
  failure_reason text,
  failure_reason_stamp text COLLATE "C",
  exception text,
  exception_stamp text COLLATE "C",
  skipped_at timestamptz,
  skip_reason text,
  skip_reason_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (account_number, ledger_number)
) WITH (fillfactor = 70);
COMMENT ON TABLE debt_write_backs IS 'Debt that was written off and was to be written back.';
COMMENT ON COLUMN debt_write_backs.account_number IS 'Account of the ledger.';
COMMENT ON COLUMN debt_write_backs.ledger_number IS 'Number of the ledger.';
COMMENT ON COLUMN debt_write_backs.outcome IS 'completed, failed or skipped: that of the newest attempt.';
COMMENT ON COLUMN debt_write_backs.outcome_stamp IS 'Time and id of the event that told outcome.';
COMMENT ON COLUMN debt_write_backs.told_at IS 'When that was told.';
COMMENT ON COLUMN debt_write_backs.completed_at IS 'When one was last completed; null where none was.';
COMMENT ON COLUMN debt_write_backs.amount IS 'Amount of that in pence.';
COMMENT ON COLUMN debt_write_backs.amount_stamp IS 'Time and id of the event that told amount.';
COMMENT ON COLUMN debt_write_backs.failed_at IS 'When one last failed; null where none did.';
COMMENT ON COLUMN debt_write_backs.failure_reason IS 'Why that failed.';
COMMENT ON COLUMN debt_write_backs.failure_reason_stamp IS 'Time and id of the event that told failure_reason.';
COMMENT ON COLUMN debt_write_backs.exception IS 'Fault behind it.';
COMMENT ON COLUMN debt_write_backs.exception_stamp IS 'Time and id of the event that told exception.';
COMMENT ON COLUMN debt_write_backs.skipped_at IS 'When one was last skipped; null where none was.';
COMMENT ON COLUMN debt_write_backs.skip_reason IS 'Why that was skipped.';
COMMENT ON COLUMN debt_write_backs.skip_reason_stamp IS 'Time and id of the event that told skip_reason.';
COMMENT ON COLUMN debt_write_backs.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN debt_write_backs.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN debt_write_backs.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN debt_write_backs.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN debt_write_backs.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE deposits (
  deposit_key text COLLATE "C" NOT NULL,
  account_number text COLLATE "C",
  account_number_stamp text COLLATE "C",
  ledger_identifier text,
  ledger_identifier_stamp text COLLATE "C",
  reason text,
  reason_stamp text COLLATE "C",
  amount bigint,
  amount_stamp text COLLATE "C",
  accepted_at timestamptz,
  fulfilled_at timestamptz,
  returned_at timestamptz,
  withdrawn_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (deposit_key)
) WITH (fillfactor = 70);
CREATE INDEX deposits_account ON deposits (account_number, deposit_key);
COMMENT ON TABLE deposits IS 'Deposits that accounts agreed to.';
COMMENT ON COLUMN deposits.deposit_key IS 'Key of the deposit.';
COMMENT ON COLUMN deposits.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN deposits.account_number_stamp IS 'Time and id of the event that told account_number.';
COMMENT ON COLUMN deposits.ledger_identifier IS 'Ledger of the deposit.';
COMMENT ON COLUMN deposits.ledger_identifier_stamp IS 'Time and id of the event that told ledger_identifier.';
COMMENT ON COLUMN deposits.reason IS 'Why it was asked for.';
COMMENT ON COLUMN deposits.reason_stamp IS 'Time and id of the event that told reason.';
COMMENT ON COLUMN deposits.amount IS 'Amount in pence.';
COMMENT ON COLUMN deposits.amount_stamp IS 'Time and id of the event that told amount.';
COMMENT ON COLUMN deposits.accepted_at IS 'When it was accepted; null where that was not told.';
COMMENT ON COLUMN deposits.fulfilled_at IS 'When it was paid; null where it was not.';
COMMENT ON COLUMN deposits.returned_at IS 'When it was returned whole; null where it was not.';
COMMENT ON COLUMN deposits.withdrawn_at IS 'When it was withdrawn; null where it was not.';
COMMENT ON COLUMN deposits.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN deposits.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN deposits.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN deposits.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN deposits.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE deposit_instalments (
  source text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  deposit_key text COLLATE "C",
  returned_amount bigint,
  returned_at timestamptz,
  PRIMARY KEY (source, event_id)
) WITH (fillfactor = 70);
CREATE INDEX deposit_instalments_deposit ON deposit_instalments (deposit_key);
COMMENT ON TABLE deposit_instalments IS 'Instalments of deposits that were returned.';
COMMENT ON COLUMN deposit_instalments.source IS 'Who says so.';
COMMENT ON COLUMN deposit_instalments.event_id IS 'Id of the event that tells it.';
COMMENT ON COLUMN deposit_instalments.deposit_key IS 'Key of the deposit.';
COMMENT ON COLUMN deposit_instalments.returned_amount IS 'Amount in pence.';
COMMENT ON COLUMN deposit_instalments.returned_at IS 'When it was returned.';
