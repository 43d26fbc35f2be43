CREATE TABLE supply_points (
  kind text COLLATE "C" NOT NULL,
  known_by text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  market_name text COLLATE "C" NOT NULL,
  external_identifier text COLLATE "C" NOT NULL,
  market_identifier text,
  market_identifier_stamp text COLLATE "C",
  listed boolean,
  listed_stamp text COLLATE "C",
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
      WHEN awaiting_post_termination_at IS NOT NULL THEN 'awaiting_post_termination'
      WHEN termination_confirmed_at IS NOT NULL THEN 'termination_confirmed'
      WHEN termination_initiated_at IS NOT NULL THEN 'termination_initiated'
      WHEN awaiting_pre_agreement_termination_at IS NOT NULL THEN 'awaiting_pre_agreement_termination'
      WHEN awaiting_pre_termination_at IS NOT NULL THEN 'awaiting_pre_termination'
      WHEN requested_at IS NOT NULL OR listed THEN 'requested'
      ELSE 'unknown'
    END
  ) STORED,
  activation_journey_type text,
  activation_journey_type_stamp text COLLATE "C",
  requested_supply_start_date text,
  requested_supply_start_date_stamp text COLLATE "C",
  confirmed_supply_start_date text,
  confirmed_supply_start_date_stamp text COLLATE "C",
  requested_supply_end_date text,
  requested_supply_end_date_stamp text COLLATE "C",
  confirmed_supply_end_date text,
  confirmed_supply_end_date_stamp text COLLATE "C",
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
  confirmed_ssd text,
  confirmed_ssd_stamp text COLLATE "C",
  was_cancelled boolean,
  was_cancelled_stamp text COLLATE "C",
  past_ssd_at timestamptz,
  no_longer_coming_at timestamptz,
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (kind, known_by, reference, market_name, external_identifier)
) WITH (fillfactor = 70);
COMMENT ON TABLE supply_points IS 'Supply points of processes, one row for each name that the process is called by.';
COMMENT ON COLUMN supply_points.kind IS 'join or leave; unknown where only a reported status names it.';
COMMENT ON COLUMN supply_points.known_by IS 'number or id: what it is called by in the events that tell of it.';
COMMENT ON COLUMN supply_points.reference IS 'That number, or that id as text.';
COMMENT ON COLUMN supply_points.market_name IS 'Market of the supply point.';
COMMENT ON COLUMN supply_points.external_identifier IS 'MPAN or MPRN.';
COMMENT ON COLUMN supply_points.market_identifier IS 'Identifier of the market.';
COMMENT ON COLUMN supply_points.market_identifier_stamp IS 'Time and id of the event that told market_identifier.';
COMMENT ON COLUMN supply_points.listed IS 'True once a list of the process named it; its stamp is that of the newest that does.';
COMMENT ON COLUMN supply_points.listed_stamp IS 'Time and id of the event that told listed.';
COMMENT ON COLUMN supply_points.status IS 'The furthest that events tell of it, by precedence as for processes.';
COMMENT ON COLUMN supply_points.activation_journey_type IS 'Kind of its activation.';
COMMENT ON COLUMN supply_points.activation_journey_type_stamp IS 'Time and id of the event that told activation_journey_type.';
COMMENT ON COLUMN supply_points.requested_supply_start_date IS 'Day asked for to start supply, as told.';
COMMENT ON COLUMN supply_points.requested_supply_start_date_stamp IS 'Time and id of the event that told requested_supply_start_date.';
COMMENT ON COLUMN supply_points.confirmed_supply_start_date IS 'Day confirmed to start supply, as told.';
COMMENT ON COLUMN supply_points.confirmed_supply_start_date_stamp IS 'Time and id of the event that told confirmed_supply_start_date.';
COMMENT ON COLUMN supply_points.requested_supply_end_date IS 'Day asked for to end supply, as told.';
COMMENT ON COLUMN supply_points.requested_supply_end_date_stamp IS 'Time and id of the event that told requested_supply_end_date.';
COMMENT ON COLUMN supply_points.confirmed_supply_end_date IS 'Day confirmed to end supply, as told.';
COMMENT ON COLUMN supply_points.confirmed_supply_end_date_stamp IS 'Time and id of the event that told confirmed_supply_end_date.';
COMMENT ON COLUMN supply_points.requested_at IS 'When it was asked for, first; null where that was not told.';
COMMENT ON COLUMN supply_points.awaiting_pre_activation_at IS 'When it began to wait for what precedes activation, first; null where that was not told.';
COMMENT ON COLUMN supply_points.activation_initiated_at IS 'When activating it began, first; null where that was not told.';
COMMENT ON COLUMN supply_points.activation_completed_at IS 'When it was activated, first; null where that was not told.';
COMMENT ON COLUMN supply_points.supply_period_created_at IS 'When its supply period was made, first; null where that was not told.';
COMMENT ON COLUMN supply_points.agreement_created_at IS 'When its agreements were made, first; null where that was not told.';
COMMENT ON COLUMN supply_points.awaiting_post_activation_at IS 'When it began to wait for what follows activation, first; null where that was not told.';
COMMENT ON COLUMN supply_points.awaiting_pre_termination_at IS 'When it began to wait for what precedes termination, first; null where that was not told.';
COMMENT ON COLUMN supply_points.awaiting_pre_agreement_termination_at IS 'When it began to wait for what precedes the end of its agreement, first; null where that was not told.';
COMMENT ON COLUMN supply_points.termination_initiated_at IS 'When ending its supply began, first; null where that was not told.';
COMMENT ON COLUMN supply_points.termination_confirmed_at IS 'When the end of its supply was confirmed, first; null where that was not told.';
COMMENT ON COLUMN supply_points.awaiting_post_termination_at IS 'When it began to wait for what follows termination, first; null where that was not told.';
COMMENT ON COLUMN supply_points.cancellation_requested_at IS 'When cancelling was asked for, first; null where that was not told.';
COMMENT ON COLUMN supply_points.reversal_requested_at IS 'When reversing was asked for, first; null where that was not told.';
COMMENT ON COLUMN supply_points.completed_at IS 'When it was completed, first; null where that was not told.';
COMMENT ON COLUMN supply_points.cancelled_at IS 'When it was cancelled, first; null where that was not told.';
COMMENT ON COLUMN supply_points.reversed_at IS 'When it was reversed, first; null where that was not told.';
COMMENT ON COLUMN supply_points.confirmed_ssd IS 'Confirmed supply start date, as enrollment tells it.';
COMMENT ON COLUMN supply_points.confirmed_ssd_stamp IS 'Time and id of the event that told confirmed_ssd.';
COMMENT ON COLUMN supply_points.was_cancelled IS 'Whether it was cancelled, as enrollment tells it; null where it tells nothing.';
COMMENT ON COLUMN supply_points.was_cancelled_stamp IS 'Time and id of the event that told was_cancelled.';
COMMENT ON COLUMN supply_points.past_ssd_at IS 'When it was last said to be past its supply start date.';
COMMENT ON COLUMN supply_points.no_longer_coming_at IS 'When it was last said to be no longer coming on supply.';
COMMENT ON COLUMN supply_points.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN supply_points.last_told_at IS 'Time of the latest event that tells of it.';
