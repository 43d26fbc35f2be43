CREATE VIEW read_model.lifecycle_steps AS
SELECT
  kind, known_by, process, organisation, step, position, began_at, ended_at,
  extract(epoch FROM ended_at - began_at)::float8 AS seconds
FROM (
  SELECT
    kind, known_by, process, organisation, step, position, began_at,
    CASE WHEN step NOT IN ('completed', 'cancelled', 'reversed') THEN lead(began_at) OVER in_time END AS ended_at
  FROM (
    SELECT n.kind, n.known_by, n.process, n.organisation, m.step, m.position, min(m.reached_at) AS began_at
    FROM read_model.lifecycle_names n
    JOIN processes p ON p.kind = n.told_kind AND p.known_by = n.told_by AND p.reference = n.told_as
    CROSS JOIN LATERAL (VALUES
      (1, 'requested', p.requested_at),
      (2, 'awaiting_pre_discovery', p.awaiting_pre_discovery_at),
      (3, 'awaiting_pre_activation', p.awaiting_pre_activation_at),
      (4, 'activation_initiated', p.activation_initiated_at),
      (5, 'activation_completed', p.activation_completed_at),
      (6, 'supply_period_created', p.supply_period_created_at),
      (7, 'agreement_created', p.agreement_created_at),
      (8, 'awaiting_post_activation', p.awaiting_post_activation_at),
      (9, 'awaiting_pre_termination', p.awaiting_pre_termination_at),
      (10, 'awaiting_pre_agreement_termination', p.awaiting_pre_agreement_termination_at),
      (11, 'termination_initiated', p.termination_initiated_at),
      (12, 'termination_confirmed', p.termination_confirmed_at),
      (13, 'awaiting_post_termination', p.awaiting_post_termination_at),
      (14, 'awaiting_post_deactivation', p.awaiting_post_deactivation_at),
      (15, 'cancellation_requested', p.cancellation_requested_at),
      (16, 'reversal_requested', p.reversal_requested_at),
      (17, 'completed', p.completed_at),
      (18, 'cancelled', p.cancelled_at),
      (19, 'reversed', p.reversed_at)
    ) m (position, step, reached_at)
    WHERE m.reached_at IS NOT NULL
    GROUP BY n.kind, n.known_by, n.process, n.organisation, m.step, m.position
  ) reached
  WINDOW in_time AS (PARTITION BY kind, known_by, process, organisation ORDER BY began_at, position)
) timed;
COMMENT ON VIEW read_model.lifecycle_steps IS 'Steps of join and leave processes in the order of time, and how long each took. One row a process and step that was reached.';
COMMENT ON COLUMN read_model.lifecycle_steps.kind IS 'join or leave; unknown where only a reported status names it.';
COMMENT ON COLUMN read_model.lifecycle_steps.known_by IS 'number or id: what it is called by; by its id only while no event has told its number.';
COMMENT ON COLUMN read_model.lifecycle_steps.process IS 'That number, or that id as text.';
COMMENT ON COLUMN read_model.lifecycle_steps.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.lifecycle_steps.step IS 'What was reached, in the words of the status.';
COMMENT ON COLUMN read_model.lifecycle_steps.position IS 'Its place in the usual order.';
COMMENT ON COLUMN read_model.lifecycle_steps.began_at IS 'When it was first reached.';
COMMENT ON COLUMN read_model.lifecycle_steps.ended_at IS 'When the next was reached; null for an end, and for the step that it is in.';
COMMENT ON COLUMN read_model.lifecycle_steps.seconds IS 'From the one to the other.';

CREATE VIEW read_model.lifecycle_timeline AS
SELECT
  kind, known_by, process, organisation, happened_at, what,
  jsonb_agg(DISTINCT supply_point) FILTER (WHERE supply_point IS NOT NULL) AS supply_points,
  jsonb_agg(DISTINCT detail) FILTER (WHERE detail IS NOT NULL) AS details
FROM (
  SELECT
    n.kind, n.known_by, n.process, n.organisation, m.happened_at, m.what,
    NULL::jsonb AS supply_point, NULL::jsonb AS detail
  FROM read_model.lifecycle_names n
  JOIN processes p ON p.kind = n.told_kind AND p.known_by = n.told_by AND p.reference = n.told_as
  CROSS JOIN LATERAL (VALUES
    ('requested', p.requested_at),
    ('awaiting_pre_discovery', p.awaiting_pre_discovery_at),
    ('awaiting_pre_activation', p.awaiting_pre_activation_at),
    ('activation_initiated', p.activation_initiated_at),
    ('activation_completed', p.activation_completed_at),
    ('supply_period_created', p.supply_period_created_at),
    ('agreement_created', p.agreement_created_at),
    ('awaiting_post_activation', p.awaiting_post_activation_at),
    ('awaiting_pre_termination', p.awaiting_pre_termination_at),
    ('awaiting_pre_agreement_termination', p.awaiting_pre_agreement_termination_at),
    ('termination_initiated', p.termination_initiated_at),
    ('termination_confirmed', p.termination_confirmed_at),
    ('awaiting_post_termination', p.awaiting_post_termination_at),
    ('awaiting_post_deactivation', p.awaiting_post_deactivation_at),
    ('cancellation_requested', p.cancellation_requested_at),
    ('reversal_requested', p.reversal_requested_at),
    ('completed', p.completed_at),
    ('cancelled', p.cancelled_at),
    ('reversed', p.reversed_at),
    ('payment_instructions_initiated', p.payment_instructions_initiated_at),
    ('payment_instructions_completed', p.payment_instructions_completed_at),
    ('security_deposits_created', p.security_deposits_created_at),
    ('terms_accepted', p.terms_accepted_at),
    ('updated', p.updated_at),
    ('loyalty_qualified', p.loyalty_qualified_at),
    ('loyalty_reversed', p.loyalty_reversed_at)
  ) m (what, happened_at)
  WHERE m.happened_at IS NOT NULL
  UNION ALL
  SELECT
    n.kind, n.known_by, n.process, n.organisation, m.happened_at, m.what,
    jsonb_build_object('market_name', s.market_name, 'external_identifier', s.external_identifier), NULL
  FROM read_model.lifecycle_names n
  JOIN supply_points s ON s.kind = n.told_kind AND s.known_by = n.told_by AND s.reference = n.told_as
  CROSS JOIN LATERAL (VALUES
    ('requested', s.requested_at),
    ('awaiting_pre_activation', s.awaiting_pre_activation_at),
    ('activation_initiated', s.activation_initiated_at),
    ('activation_completed', s.activation_completed_at),
    ('supply_period_created', s.supply_period_created_at),
    ('agreement_created', s.agreement_created_at),
    ('awaiting_post_activation', s.awaiting_post_activation_at),
    ('awaiting_pre_termination', s.awaiting_pre_termination_at),
    ('awaiting_pre_agreement_termination', s.awaiting_pre_agreement_termination_at),
    ('termination_initiated', s.termination_initiated_at),
    ('termination_confirmed', s.termination_confirmed_at),
    ('awaiting_post_termination', s.awaiting_post_termination_at),
    ('cancellation_requested', s.cancellation_requested_at),
    ('reversal_requested', s.reversal_requested_at),
    ('completed', s.completed_at),
    ('cancelled', s.cancelled_at),
    ('reversed', s.reversed_at),
    ('loyalty_qualified', s.past_ssd_at),
    ('loyalty_reversed', s.no_longer_coming_at)
  ) m (what, happened_at)
  WHERE m.happened_at IS NOT NULL
  UNION ALL
  SELECT
    n.kind, n.known_by, n.process, n.organisation, c.changed_at, 'status_changed', NULL,
    jsonb_build_object('previous_status', c.previous_status, 'new_status', c.new_status)
  FROM read_model.lifecycle_names n
  JOIN status_changes c ON c.process_number = n.process AND c.account_number = n.account_number
  WHERE n.known_by = 'number' AND n.told_by = 'number'
) told
GROUP BY kind, known_by, process, organisation, happened_at, what;
COMMENT ON VIEW read_model.lifecycle_timeline IS 'What happened to join and leave processes, in the order of time. One row a process, time and thing that happened.';
COMMENT ON COLUMN read_model.lifecycle_timeline.kind IS 'join or leave; unknown where only a reported status names it.';
COMMENT ON COLUMN read_model.lifecycle_timeline.known_by IS 'number or id: what it is called by; by its id only while no event has told its number.';
COMMENT ON COLUMN read_model.lifecycle_timeline.process IS 'That number, or that id as text.';
COMMENT ON COLUMN read_model.lifecycle_timeline.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.lifecycle_timeline.happened_at IS 'When.';
COMMENT ON COLUMN read_model.lifecycle_timeline.what IS 'A step in the words of the status, or updated, status_changed, payment_instructions_initiated, payment_instructions_completed, security_deposits_created, terms_accepted, loyalty_qualified, loyalty_reversed. Of a step only the first time is kept, of an update and of loyalty the last.';
COMMENT ON COLUMN read_model.lifecycle_timeline.supply_points IS 'Supply points it is said of: [{market_name, external_identifier}]; null where of none.';
COMMENT ON COLUMN read_model.lifecycle_timeline.details IS 'For changes of status: [{previous_status, new_status}]; null for all else.';

CREATE VIEW read_model.lifecycle_status_changes AS
SELECT
  n.kind, n.known_by, n.process, n.organisation, c.source, c.event_id, c.account_number, c.previous_status, c.new_status,
  c.changed_at
FROM status_changes c
JOIN read_model.lifecycle_names n
  ON n.known_by = 'number' AND n.told_by = 'number' AND n.process = c.process_number AND n.account_number = c.account_number;
COMMENT ON VIEW read_model.lifecycle_status_changes IS 'Changes of status of join and leave processes that were reported. One row a report.';
COMMENT ON COLUMN read_model.lifecycle_status_changes.kind IS 'join or leave; unknown where only a reported status names it.';
COMMENT ON COLUMN read_model.lifecycle_status_changes.known_by IS 'number or id: what it is called by; by its id only while no event has told its number.';
COMMENT ON COLUMN read_model.lifecycle_status_changes.process IS 'That number, or that id as text.';
COMMENT ON COLUMN read_model.lifecycle_status_changes.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.lifecycle_status_changes.source IS 'Who says so.';
COMMENT ON COLUMN read_model.lifecycle_status_changes.event_id IS 'Id of the event that tells it.';
COMMENT ON COLUMN read_model.lifecycle_status_changes.account_number IS 'Account it is for.';
COMMENT ON COLUMN read_model.lifecycle_status_changes.previous_status IS 'The status before, as told.';
COMMENT ON COLUMN read_model.lifecycle_status_changes.new_status IS 'The status from then on, as told.';
COMMENT ON COLUMN read_model.lifecycle_status_changes.changed_at IS 'When it was reported.';
