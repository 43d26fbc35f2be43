-- Every table is shared: partitions merge what they know into the same rows. A column said by the latest event has
-- that event's time and id beside it, as <column>_stamp. Dates and times of payloads are kept as told, as text; those
-- of events are timestamps. A status is generated from the times of the steps, so it can be found by an index and
-- cannot contradict them. Texts that rows are found or sorted by use the "C" collation: the order is that of the bytes
-- on every machine. Rows get room, so that an update stays on its page.

CREATE TABLE accounts (
  account_number text COLLATE "C" NOT NULL,
  import_supplier text COLLATE "C",
  import_supplier_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  organisation text COLLATE "C" GENERATED ALWAYS AS (
    coalesce(imported_by, CASE WHEN published_by_least = published_by_greatest THEN published_by_least END)
  ) STORED,
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (account_number)
) WITH (fillfactor = 70);
CREATE INDEX accounts_organisation ON accounts (organisation, account_number) WHERE organisation IS NOT NULL;
CREATE INDEX accounts_import_supplier ON accounts (import_supplier, account_number) WHERE import_supplier IS NOT NULL;
COMMENT ON TABLE accounts IS 'Accounts that join or leave, and those that were imported: whose they are, their processes are.';
COMMENT ON COLUMN accounts.account_number IS 'Number of the account.';
COMMENT ON COLUMN accounts.import_supplier IS 'Import supplier it came under; null where unknown.';
COMMENT ON COLUMN accounts.import_supplier_stamp IS 'Time and id of the event that told import_supplier.';
COMMENT ON COLUMN accounts.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN accounts.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN accounts.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN accounts.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN accounts.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN accounts.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE processes (
  kind text COLLATE "C" NOT NULL,
  known_by text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  process_number text COLLATE "C",
  process_number_stamp text COLLATE "C",
  process_id bigint,
  process_id_stamp text COLLATE "C",
  imported_account_number text COLLATE "C",
  account_number_least text COLLATE "C",
  account_number_greatest text COLLATE "C",
  account_number text COLLATE "C" GENERATED ALWAYS AS (
    coalesce(
      imported_account_number,
      CASE WHEN account_number_least = account_number_greatest THEN account_number_least END
    )
  ) STORED,
  subtype text COLLATE "C",
  subtype_stamp text COLLATE "C",
  status text COLLATE "C" GENERATED ALWAYS AS (
    CASE
      WHEN reversed_at IS NOT NULL THEN 'reversed'
      WHEN cancelled_at IS NOT NULL THEN 'cancelled'
      WHEN completed_at IS NOT NULL THEN 'completed'
      WHEN reversal_requested_at IS NOT NULL THEN 'reversal_requested'
      WHEN cancellation_requested_at IS NOT NULL THEN 'cancellation_requested'
      WHEN awaiting_post_activation_at IS NOT NULL THEN 'awaiting_post_activation'
      WHEN agreement_created_at IS NOT NULL THEN 'agreement_created'
      WHEN supply_period_created_at IS NOT NULL THEN 'supply_period_created'
      WHEN activation_completed_at IS NOT NULL THEN 'activation_completed'
      WHEN activation_initiated_at IS NOT NULL THEN 'activation_initiated'
      WHEN awaiting_pre_activation_at IS NOT NULL THEN 'awaiting_pre_activation'
      WHEN awaiting_pre_discovery_at IS NOT NULL THEN 'awaiting_pre_discovery'
      WHEN awaiting_post_deactivation_at IS NOT NULL THEN 'awaiting_post_deactivation'
      WHEN awaiting_post_termination_at IS NOT NULL THEN 'awaiting_post_termination'
      WHEN termination_confirmed_at IS NOT NULL THEN 'termination_confirmed'
      WHEN termination_initiated_at IS NOT NULL THEN 'termination_initiated'
      WHEN awaiting_pre_agreement_termination_at IS NOT NULL THEN 'awaiting_pre_agreement_termination'
      WHEN awaiting_pre_termination_at IS NOT NULL THEN 'awaiting_pre_termination'
      WHEN requested_at IS NOT NULL OR updated_at IS NOT NULL THEN 'requested'
      ELSE 'unknown'
    END
  ) STORED,
  status_since timestamptz GENERATED ALWAYS AS (
    coalesce(
      reversed_at, cancelled_at, completed_at, reversal_requested_at, cancellation_requested_at,
      awaiting_post_activation_at, agreement_created_at, supply_period_created_at, activation_completed_at,
      activation_initiated_at, awaiting_pre_activation_at, awaiting_pre_discovery_at,
      awaiting_post_deactivation_at, awaiting_post_termination_at, termination_confirmed_at,
      termination_initiated_at, awaiting_pre_agreement_termination_at, awaiting_pre_termination_at,
      requested_at, updated_at, first_told_at
    )
  ) STORED,
  open_since timestamptz GENERATED ALWAYS AS (
    CASE WHEN coalesce(reversed_at, cancelled_at, completed_at) IS NULL THEN coalesce(
      reversal_requested_at, cancellation_requested_at, awaiting_post_activation_at, agreement_created_at,
      supply_period_created_at, activation_completed_at, activation_initiated_at, awaiting_pre_activation_at,
      awaiting_pre_discovery_at, awaiting_post_deactivation_at, awaiting_post_termination_at,
      termination_confirmed_at, termination_initiated_at, awaiting_pre_agreement_termination_at,
      awaiting_pre_termination_at, requested_at, updated_at, first_told_at
    ) END
  ) STORED,
  requested_at timestamptz,
  awaiting_pre_activation_at timestamptz,
  activation_initiated_at timestamptz,
  activation_completed_at timestamptz,
  supply_period_created_at timestamptz,
  agreement_created_at timestamptz,
  awaiting_post_activation_at timestamptz,
  awaiting_pre_termination_at timestamptz,
  awaiting_pre_agreement_termination_at timestamptz,
  termination_initiated_at timestamptz,
  termination_confirmed_at timestamptz,
  awaiting_post_termination_at timestamptz,
  cancellation_requested_at timestamptz,
  reversal_requested_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  reversed_at timestamptz,
  awaiting_pre_discovery_at timestamptz,
  awaiting_post_deactivation_at timestamptz,
  payment_instructions_initiated_at timestamptz,
  payment_instructions_completed_at timestamptz,
  security_deposits_created_at timestamptz,
  terms_accepted_at timestamptz,
  requested_at_told text,
  requested_at_told_stamp text COLLATE "C",
  points_listed boolean,
  points_listed_stamp text COLLATE "C",
  updated_at timestamptz,
  requested_supply_end_at text,
  requested_supply_end_at_stamp text COLLATE "C",
  requested_supply_end_date text,
  requested_supply_end_date_stamp text COLLATE "C",
  is_passive boolean,
  is_passive_stamp text COLLATE "C",
  passive_loss_instigated_supply_point_id bigint,
  passive_loss_instigated_supply_point_id_stamp text COLLATE "C",
  loyalty_qualified_at timestamptz,
  loyalty_reversed_at timestamptz,
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (kind, known_by, reference)
) WITH (fillfactor = 70);
CREATE INDEX processes_status ON processes (status, kind, known_by, reference);
CREATE INDEX processes_account ON processes (account_number, kind, known_by, reference);
CREATE INDEX processes_subtype ON processes (subtype, kind, known_by, reference) WHERE subtype IS NOT NULL;
CREATE INDEX processes_open ON processes (open_since) WHERE open_since IS NOT NULL;
CREATE INDEX processes_by_id ON processes (process_number, kind) WHERE known_by = 'id';
CREATE INDEX processes_reference ON processes (reference);
COMMENT ON TABLE processes IS 'Join and leave processes, one row for each name that a process is called by.';
COMMENT ON COLUMN processes.kind IS 'join or leave; unknown where only a reported status names it.';
COMMENT ON COLUMN processes.known_by IS 'number or id: what it is called by in the events that tell of it.';
COMMENT ON COLUMN processes.reference IS 'That number, or that id as text.';
COMMENT ON COLUMN processes.process_number IS 'Number of the process, where this row is what is told under its id; null while no event has told both.';
COMMENT ON COLUMN processes.process_number_stamp IS 'Time and id of the event that told process_number.';
COMMENT ON COLUMN processes.process_id IS 'Id of the process; null while no event has told it.';
COMMENT ON COLUMN processes.process_id_stamp IS 'Time and id of the event that told process_id.';
COMMENT ON COLUMN processes.imported_account_number IS 'Account that our own importer named; null where it named none.';
COMMENT ON COLUMN processes.account_number_least IS 'Least account among all that were named.';
COMMENT ON COLUMN processes.account_number_greatest IS 'Greatest account among all that were named: where it differs from the least, they are in dispute.';
COMMENT ON COLUMN processes.account_number IS 'Account it is for; null where unknown or in dispute.';
COMMENT ON COLUMN processes.subtype IS 'Subtype of the process.';
COMMENT ON COLUMN processes.subtype_stamp IS 'Time and id of the event that told subtype.';
COMMENT ON COLUMN processes.status IS 'The furthest that its events tell, by precedence: an end stands above a request for one, and that above the steps.';
COMMENT ON COLUMN processes.status_since IS 'Since when it has that status.';
COMMENT ON COLUMN processes.open_since IS 'Since when it has that status, if it has not ended; null where it has.';
COMMENT ON COLUMN processes.requested_at IS 'When it was asked for, first; null where that was not told.';
COMMENT ON COLUMN processes.awaiting_pre_activation_at IS 'When it began to wait for what precedes activation, first; null where that was not told.';
COMMENT ON COLUMN processes.activation_initiated_at IS 'When activating began, first; null where that was not told.';
COMMENT ON COLUMN processes.activation_completed_at IS 'When a supply point was activated, first; null where that was not told.';
COMMENT ON COLUMN processes.supply_period_created_at IS 'When a supply period was made, first; null where that was not told.';
COMMENT ON COLUMN processes.agreement_created_at IS 'When agreements were made, first; null where that was not told.';
COMMENT ON COLUMN processes.awaiting_post_activation_at IS 'When it began to wait for what follows activation, first; null where that was not told.';
COMMENT ON COLUMN processes.awaiting_pre_termination_at IS 'When it began to wait for what precedes termination, first; null where that was not told.';
COMMENT ON COLUMN processes.awaiting_pre_agreement_termination_at IS 'When it began to wait for what precedes the end of an agreement, first; null where that was not told.';
COMMENT ON COLUMN processes.termination_initiated_at IS 'When ending supply began, first; null where that was not told.';
COMMENT ON COLUMN processes.termination_confirmed_at IS 'When an end of supply was confirmed, first; null where that was not told.';
COMMENT ON COLUMN processes.awaiting_post_termination_at IS 'When it began to wait for what follows termination, first; null where that was not told.';
COMMENT ON COLUMN processes.cancellation_requested_at IS 'When cancelling was asked for, first; null where that was not told.';
COMMENT ON COLUMN processes.reversal_requested_at IS 'When reversing was asked for, first; null where that was not told.';
COMMENT ON COLUMN processes.completed_at IS 'When it was completed, first; null where that was not told.';
COMMENT ON COLUMN processes.cancelled_at IS 'When it was cancelled, first; null where that was not told.';
COMMENT ON COLUMN processes.reversed_at IS 'When it was reversed, first; null where that was not told.';
COMMENT ON COLUMN processes.awaiting_pre_discovery_at IS 'When it began to wait for what precedes discovery, first; null where that was not told.';
COMMENT ON COLUMN processes.awaiting_post_deactivation_at IS 'When it began to wait for what follows deactivation, first; null where that was not told.';
COMMENT ON COLUMN processes.payment_instructions_initiated_at IS 'When making sure of payment instructions began, first; null where that was not told.';
COMMENT ON COLUMN processes.payment_instructions_completed_at IS 'When making sure of payment instructions was completed, first; null where that was not told.';
COMMENT ON COLUMN processes.security_deposits_created_at IS 'When security deposits were made, first; null where that was not told.';
COMMENT ON COLUMN processes.terms_accepted_at IS 'When terms and conditions were accepted, first; null where that was not told.';
COMMENT ON COLUMN processes.requested_at_told IS 'When it was asked for, as told.';
COMMENT ON COLUMN processes.requested_at_told_stamp IS 'Time and id of the event that told requested_at_told.';
COMMENT ON COLUMN processes.points_listed IS 'True once its supply points were listed; its stamp is that of the newest list.';
COMMENT ON COLUMN processes.points_listed_stamp IS 'Time and id of the event that told points_listed.';
COMMENT ON COLUMN processes.updated_at IS 'When the request was last changed.';
COMMENT ON COLUMN processes.requested_supply_end_at IS 'End of supply asked for, as told.';
COMMENT ON COLUMN processes.requested_supply_end_at_stamp IS 'Time and id of the event that told requested_supply_end_at.';
COMMENT ON COLUMN processes.requested_supply_end_date IS 'Day of that end, as told.';
COMMENT ON COLUMN processes.requested_supply_end_date_stamp IS 'Time and id of the event that told requested_supply_end_date.';
COMMENT ON COLUMN processes.is_passive IS 'Whether another supplier began it; null where unknown.';
COMMENT ON COLUMN processes.is_passive_stamp IS 'Time and id of the event that told is_passive.';
COMMENT ON COLUMN processes.passive_loss_instigated_supply_point_id IS 'Supply point whose loss began it.';
COMMENT ON COLUMN processes.passive_loss_instigated_supply_point_id_stamp IS 'Time and id of the event that told passive_loss_instigated_supply_point_id.';
COMMENT ON COLUMN processes.loyalty_qualified_at IS 'When it last qualified the account for a loyalty point.';
COMMENT ON COLUMN processes.loyalty_reversed_at IS 'When that was last taken back.';
COMMENT ON COLUMN processes.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN processes.last_told_at IS 'Time of the latest event that tells of it.';
