CREATE VIEW read_model.lifecycle_supply_points AS
SELECT
  n.kind, n.known_by, n.process, n.organisation, n.account_number, s.market_name, s.external_identifier,
  -- What is told under the number of a process is never less than what its id tells: only requests are.
  (array_agg(s.status ORDER BY s.known_by DESC))[1] AS status,
  -- The newest list names all supply points, so one that only an older list names has left the process.
  max(s.listed_stamp) >= max(p.points_listed_stamp) AS is_listed,
  (array_agg(s.market_identifier ORDER BY s.market_identifier_stamp DESC NULLS LAST))[1] AS market_identifier,
  (array_agg(s.activation_journey_type ORDER BY s.activation_journey_type_stamp DESC NULLS LAST))[1] AS activation_journey_type,
  (array_agg(s.requested_supply_start_date ORDER BY s.requested_supply_start_date_stamp DESC NULLS LAST))[1] AS requested_supply_start_date,
  (array_agg(s.confirmed_supply_start_date ORDER BY s.confirmed_supply_start_date_stamp DESC NULLS LAST))[1] AS confirmed_supply_start_date,
  (array_agg(s.requested_supply_end_date ORDER BY s.requested_supply_end_date_stamp DESC NULLS LAST))[1] AS requested_supply_end_date,
  (array_agg(s.confirmed_supply_end_date ORDER BY s.confirmed_supply_end_date_stamp DESC NULLS LAST))[1] AS confirmed_supply_end_date,
  (array_agg(s.confirmed_ssd ORDER BY s.confirmed_ssd_stamp DESC NULLS LAST))[1] AS confirmed_ssd,
  (array_agg(s.was_cancelled ORDER BY s.was_cancelled_stamp DESC NULLS LAST))[1] AS was_cancelled,
  min(s.requested_at) AS requested_at, min(s.awaiting_pre_activation_at) AS awaiting_pre_activation_at,
  min(s.activation_initiated_at) AS activation_initiated_at,
  min(s.activation_completed_at) AS activation_completed_at,
  min(s.supply_period_created_at) AS supply_period_created_at, min(s.agreement_created_at) AS agreement_created_at,
  min(s.awaiting_post_activation_at) AS awaiting_post_activation_at,
  min(s.awaiting_pre_termination_at) AS awaiting_pre_termination_at,
  min(s.awaiting_pre_agreement_termination_at) AS awaiting_pre_agreement_termination_at,
  min(s.termination_initiated_at) AS termination_initiated_at,
  min(s.termination_confirmed_at) AS termination_confirmed_at,
  min(s.awaiting_post_termination_at) AS awaiting_post_termination_at,
  min(s.cancellation_requested_at) AS cancellation_requested_at,
  min(s.reversal_requested_at) AS reversal_requested_at, min(s.completed_at) AS completed_at,
  min(s.cancelled_at) AS cancelled_at, min(s.reversed_at) AS reversed_at,
  max(s.past_ssd_at) AS past_ssd_at, max(s.no_longer_coming_at) AS no_longer_coming_at,
  min(s.first_told_at) AS first_told_at, max(s.last_told_at) AS last_told_at
FROM read_model.lifecycle_names n
JOIN supply_points s ON s.kind = n.told_kind AND s.known_by = n.told_by AND s.reference = n.told_as
CROSS JOIN LATERAL (
  SELECT max(l.points_listed_stamp) AS points_listed_stamp
  FROM read_model.lifecycle_names m
  JOIN processes l ON l.kind = m.told_kind AND l.known_by = m.told_by AND l.reference = m.told_as
  WHERE m.kind = n.kind AND m.known_by = n.known_by AND m.process = n.process
) p
GROUP BY n.kind, n.known_by, n.process, n.organisation, n.account_number, s.market_name, s.external_identifier;
COMMENT ON VIEW read_model.lifecycle_supply_points IS 'Supply points of join and leave processes with their journeys. One row a process and supply point.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.kind IS 'join or leave; unknown where only a reported status names it.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.known_by IS 'number or id: what it is called by; by its id only while no event has told its number.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.process IS 'That number, or that id as text.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.account_number IS 'Account the process is for; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.market_name IS 'Market of the supply point.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.external_identifier IS 'MPAN or MPRN.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.status IS 'The furthest that events tell of it, by precedence as for processes.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.is_listed IS 'Whether the newest list of the process names it; null where nothing was listed or no list named it.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.market_identifier IS 'Identifier of the market.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.activation_journey_type IS 'Kind of its activation.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.requested_supply_start_date IS 'Day asked for to start supply, as told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.confirmed_supply_start_date IS 'Day confirmed to start supply, as told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.requested_supply_end_date IS 'Day asked for to end supply, as told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.confirmed_supply_end_date IS 'Day confirmed to end supply, as told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.confirmed_ssd IS 'Confirmed supply start date, as enrollment tells it.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.was_cancelled IS 'Whether it was cancelled, as enrollment tells it; null where it tells nothing.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.requested_at IS 'When it was asked for, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.awaiting_pre_activation_at IS 'When it began to wait for what precedes activation, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.activation_initiated_at IS 'When activating it began, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.activation_completed_at IS 'When it was activated, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.supply_period_created_at IS 'When its supply period was made, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.agreement_created_at IS 'When its agreements were made, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.awaiting_post_activation_at IS 'When it began to wait for what follows activation, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.awaiting_pre_termination_at IS 'When it began to wait for what precedes termination, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.awaiting_pre_agreement_termination_at IS 'When it began to wait for what precedes the end of its agreement, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.termination_initiated_at IS 'When ending its supply began, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.termination_confirmed_at IS 'When the end of its supply was confirmed, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.awaiting_post_termination_at IS 'When it began to wait for what follows termination, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.cancellation_requested_at IS 'When cancelling was asked for, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.reversal_requested_at IS 'When reversing was asked for, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.completed_at IS 'When it was completed, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.cancelled_at IS 'When it was cancelled, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.reversed_at IS 'When it was reversed, first; null where that was not told.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.past_ssd_at IS 'When it was last said to be past its supply start date.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.no_longer_coming_at IS 'When it was last said to be no longer coming on supply.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.lifecycle_supply_points.last_told_at IS 'Time of the latest event that tells of it.';
