CREATE VIEW read_model.supplier_lifecycles AS
SELECT
  p.kind, p.known_by, p.reference AS process,
  CASE WHEN p.known_by = 'number' THEN p.reference ELSE p.process_number END AS process_number,
  coalesce(p.process_id, i.process_id) AS process_id,
  a.organisation, a.import_supplier, p.account_number, p.subtype, p.status, p.status_since, p.open_since,
  extract(epoch FROM coalesce(p.reversed_at, p.cancelled_at, p.completed_at) - least(p.requested_at, i.requested_at))::float8
    AS duration_seconds,
  u.new_status AS reported_status, u.changed_at AS status_reported_at,
  s.supply_points, s.supply_points_activated, s.supply_points_terminated,
  least(p.requested_at, i.requested_at) AS requested_at,
  coalesce(p.requested_at_told, i.requested_at_told) AS requested_at_told,
  greatest(p.updated_at, i.updated_at) AS updated_at,
  CASE WHEN i.requested_supply_end_date_stamp > coalesce(p.requested_supply_end_date_stamp, '') THEN i.requested_supply_end_at ELSE p.requested_supply_end_at END AS requested_supply_end_at,
  CASE WHEN i.requested_supply_end_date_stamp > coalesce(p.requested_supply_end_date_stamp, '') THEN i.requested_supply_end_date ELSE p.requested_supply_end_date END AS requested_supply_end_date,
  CASE WHEN i.requested_supply_end_date_stamp > coalesce(p.requested_supply_end_date_stamp, '') THEN i.is_passive ELSE p.is_passive END AS is_passive,
  CASE WHEN i.requested_supply_end_date_stamp > coalesce(p.requested_supply_end_date_stamp, '') THEN i.passive_loss_instigated_supply_point_id ELSE p.passive_loss_instigated_supply_point_id END AS passive_loss_instigated_supply_point_id,
  p.awaiting_pre_activation_at, p.activation_initiated_at, p.activation_completed_at, p.supply_period_created_at,
  p.agreement_created_at, p.awaiting_post_activation_at, p.awaiting_pre_termination_at,
  p.awaiting_pre_agreement_termination_at, p.termination_initiated_at, p.termination_confirmed_at,
  p.awaiting_post_termination_at, p.cancellation_requested_at, p.reversal_requested_at, p.completed_at,
  p.cancelled_at, p.reversed_at, p.awaiting_pre_discovery_at, p.awaiting_post_deactivation_at,
  p.payment_instructions_initiated_at, p.payment_instructions_completed_at, p.security_deposits_created_at,
  p.terms_accepted_at,
  p.loyalty_qualified_at, p.loyalty_reversed_at,
  coalesce(p.loyalty_qualified_at > coalesce(p.loyalty_reversed_at, '-infinity'), false) AS qualifies_for_loyalty_point,
  least(p.first_told_at, i.first_told_at) AS first_told_at, greatest(p.last_told_at, i.last_told_at) AS last_told_at
FROM processes p
LEFT JOIN accounts a ON a.account_number = p.account_number
-- What was told under its id, before an event told its number. Of join processes nothing is: theirs always name it.
LEFT JOIN LATERAL (
  SELECT r.* FROM processes r
  WHERE p.known_by = 'number' AND p.kind = 'leave' AND r.kind = 'leave' AND r.known_by = 'id'
    AND r.process_number = p.reference AND r.account_number = p.account_number
  ORDER BY r.requested_supply_end_date_stamp DESC NULLS LAST, r.reference
  LIMIT 1
) i ON true
LEFT JOIN LATERAL (
  SELECT c.new_status, c.changed_at FROM status_changes c
  WHERE p.known_by = 'number' AND c.process_number = p.reference AND c.account_number = p.account_number
  ORDER BY c.changed_at DESC, c.event_id DESC, c.source DESC
  LIMIT 1
) u ON true
-- Lateral, so that a page of processes counts the supply points of that page alone.
CROSS JOIN LATERAL (
  SELECT
    count(*) FILTER (WHERE o.is_listed IS NOT false) AS supply_points,
    count(o.activation_completed_at) FILTER (WHERE o.is_listed IS NOT false) AS supply_points_activated,
    count(o.termination_confirmed_at) FILTER (WHERE o.is_listed IS NOT false) AS supply_points_terminated
  FROM read_model.lifecycle_supply_points o
  WHERE o.kind = p.kind AND o.known_by = p.known_by AND o.process = p.reference
) s
-- What is told under an id shows in the row of the number, once an event has told both; a reported status in that of
-- the process. The account must be the same, so that nobody joins what is another's to a process of his.
WHERE NOT EXISTS (
  SELECT FROM processes n WHERE p.known_by = 'id' AND n.kind = p.kind AND n.known_by = 'number'
    AND n.reference = p.process_number AND n.account_number = p.account_number
) AND NOT EXISTS (
  SELECT FROM processes n WHERE p.kind = 'unknown' AND n.kind IN ('join', 'leave') AND n.known_by = 'number'
    AND n.reference = p.reference AND n.account_number = p.account_number
);
COMMENT ON VIEW read_model.supplier_lifecycles IS 'Join and leave processes. One row a process.';
COMMENT ON COLUMN read_model.supplier_lifecycles.kind IS 'join or leave; unknown where only a reported status names it.';
COMMENT ON COLUMN read_model.supplier_lifecycles.known_by IS 'number or id: what it is called by; by its id only while no event has told its number.';
COMMENT ON COLUMN read_model.supplier_lifecycles.process IS 'That number, or that id as text.';
COMMENT ON COLUMN read_model.supplier_lifecycles.process_number IS 'Number of the process; null while no event has told it.';
COMMENT ON COLUMN read_model.supplier_lifecycles.process_id IS 'Id of the process; null while no event has told it.';
COMMENT ON COLUMN read_model.supplier_lifecycles.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.supplier_lifecycles.import_supplier IS 'Import supplier of its account; null where unknown.';
COMMENT ON COLUMN read_model.supplier_lifecycles.account_number IS 'Account it is for; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.supplier_lifecycles.subtype IS 'Subtype of the process.';
COMMENT ON COLUMN read_model.supplier_lifecycles.status IS 'The furthest that its events tell, by precedence: reversed, cancelled, completed, reversal_requested, cancellation_requested, then the furthest step; unknown where none tells a step.';
COMMENT ON COLUMN read_model.supplier_lifecycles.status_since IS 'Since when it has that status.';
COMMENT ON COLUMN read_model.supplier_lifecycles.open_since IS 'Since when it has that status, if it has not ended; null where it has.';
COMMENT ON COLUMN read_model.supplier_lifecycles.duration_seconds IS 'From the request to the end; null where either is not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.reported_status IS 'Newest status that was reported, in the words of the report.';
COMMENT ON COLUMN read_model.supplier_lifecycles.status_reported_at IS 'When that was reported.';
COMMENT ON COLUMN read_model.supplier_lifecycles.supply_points IS 'Supply points of it: those of the newest list, and those that only other events name.';
COMMENT ON COLUMN read_model.supplier_lifecycles.supply_points_activated IS 'Of these, activated.';
COMMENT ON COLUMN read_model.supplier_lifecycles.supply_points_terminated IS 'Of these, with a confirmed end of supply.';
COMMENT ON COLUMN read_model.supplier_lifecycles.requested_at IS 'When it was asked for, first; null where that was not seen.';
COMMENT ON COLUMN read_model.supplier_lifecycles.requested_at_told IS 'The same in the words of the request.';
COMMENT ON COLUMN read_model.supplier_lifecycles.updated_at IS 'When the request was last changed.';
COMMENT ON COLUMN read_model.supplier_lifecycles.requested_supply_end_at IS 'End of supply asked for, as told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.requested_supply_end_date IS 'Day of that end, as told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.is_passive IS 'Whether another supplier began it; null where unknown.';
COMMENT ON COLUMN read_model.supplier_lifecycles.passive_loss_instigated_supply_point_id IS 'Supply point whose loss began it.';
COMMENT ON COLUMN read_model.supplier_lifecycles.awaiting_pre_activation_at IS 'When it began to wait for what precedes activation, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.activation_initiated_at IS 'When activating began, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.activation_completed_at IS 'When a supply point was activated, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.supply_period_created_at IS 'When a supply period was made, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.agreement_created_at IS 'When agreements were made, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.awaiting_post_activation_at IS 'When it began to wait for what follows activation, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.awaiting_pre_termination_at IS 'When it began to wait for what precedes termination, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.awaiting_pre_agreement_termination_at IS 'When it began to wait for what precedes the end of an agreement, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.termination_initiated_at IS 'When ending supply began, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.termination_confirmed_at IS 'When an end of supply was confirmed, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.awaiting_post_termination_at IS 'When it began to wait for what follows termination, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.cancellation_requested_at IS 'When cancelling was asked for, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.reversal_requested_at IS 'When reversing was asked for, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.completed_at IS 'When it was completed, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.cancelled_at IS 'When it was cancelled, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.reversed_at IS 'When it was reversed, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.awaiting_pre_discovery_at IS 'When it began to wait for what precedes discovery, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.awaiting_post_deactivation_at IS 'When it began to wait for what follows deactivation, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.payment_instructions_initiated_at IS 'When making sure of payment instructions began, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.payment_instructions_completed_at IS 'When making sure of payment instructions was completed, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.security_deposits_created_at IS 'When security deposits were made, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.terms_accepted_at IS 'When terms and conditions were accepted, first; null where that was not told.';
COMMENT ON COLUMN read_model.supplier_lifecycles.loyalty_qualified_at IS 'When it last qualified the account for a loyalty point.';
COMMENT ON COLUMN read_model.supplier_lifecycles.loyalty_reversed_at IS 'When that was last taken back.';
COMMENT ON COLUMN read_model.supplier_lifecycles.qualifies_for_loyalty_point IS 'Whether it does now.';
COMMENT ON COLUMN read_model.supplier_lifecycles.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.supplier_lifecycles.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.lifecycle_funnel AS
SELECT
  jsonb_build_array(organisation, import_supplier, kind, status)::text COLLATE "C" AS place,
  organisation, import_supplier, kind, status,
  count(*) AS processes,
  min(open_since) AS open_since_least,
  percentile_disc(0.5) WITHIN GROUP (ORDER BY open_since) AS open_since_median,
  (array_agg(reference ORDER BY open_since, known_by DESC, reference) FILTER (WHERE open_since IS NOT NULL))[1:10] AS stuck_first
FROM (
  SELECT a.organisation, a.import_supplier, p.kind, p.known_by, p.reference, p.status, p.open_since
  FROM processes p
  LEFT JOIN accounts a ON a.account_number = p.account_number
  -- What is told under an id shows in the row of the number, once an event has told both; a reported status in that of
  -- the process. The account must be the same, so that nobody joins what is another's to a process of his.
  WHERE NOT EXISTS (
    SELECT FROM processes n WHERE p.known_by = 'id' AND n.kind = p.kind AND n.known_by = 'number'
      AND n.reference = p.process_number AND n.account_number = p.account_number
  ) AND NOT EXISTS (
    SELECT FROM processes n WHERE p.kind = 'unknown' AND n.kind IN ('join', 'leave') AND n.known_by = 'number'
      AND n.reference = p.reference AND n.account_number = p.account_number
  )
) shown
GROUP BY organisation, import_supplier, kind, status;
COMMENT ON VIEW read_model.lifecycle_funnel IS 'Where join and leave processes stand, and which are stuck. One row an organisation, import supplier, kind and status.';
COMMENT ON COLUMN read_model.lifecycle_funnel.place IS 'The four fields that follow, as the text of a JSON array.';
COMMENT ON COLUMN read_model.lifecycle_funnel.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.lifecycle_funnel.import_supplier IS 'Import supplier of the accounts; null where unknown.';
COMMENT ON COLUMN read_model.lifecycle_funnel.kind IS 'join, leave or unknown.';
COMMENT ON COLUMN read_model.lifecycle_funnel.status IS 'Where they stand.';
COMMENT ON COLUMN read_model.lifecycle_funnel.processes IS 'How many.';
COMMENT ON COLUMN read_model.lifecycle_funnel.open_since_least IS 'Since when the one longest in it is; null where it is an end.';
COMMENT ON COLUMN read_model.lifecycle_funnel.open_since_median IS 'Since when half of them are, or longer; null where it is an end.';
COMMENT ON COLUMN read_model.lifecycle_funnel.stuck_first IS 'Numbers or ids of the ten longest in it, the longest first; null where it is an end.';
