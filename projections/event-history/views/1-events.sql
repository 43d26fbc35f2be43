CREATE VIEW read_model.events AS
SELECT
  e.event_id,
  e.event_type,
  e.event_version,
  e.is_internal,
  e.occurred_at,
  e.account_number,
  e.organisation,
  e.import_supplier,
  e.entity,
  e.source,
  e.subject,
  e.key,
  e.causation_id,
  e.correlation_id,
  e.traceparent,
  e.partition,
  e.sequence,
  e.data
FROM events e;
COMMENT ON VIEW read_model.events IS 'Every event, with its payload. One row an event.';
COMMENT ON COLUMN read_model.events.event_id IS 'Id that its source gave it.';
COMMENT ON COLUMN read_model.events.event_type IS 'Type, as the catalogue calls it.';
COMMENT ON COLUMN read_model.events.event_version IS 'Version of the type in which it was told.';
COMMENT ON COLUMN read_model.events.is_internal IS 'Whether it is one of our own that never leaves the installation.';
COMMENT ON COLUMN read_model.events.occurred_at IS 'When it happened, as its source says.';
COMMENT ON COLUMN read_model.events.account_number IS 'Account that it names; null where it names none.';
COMMENT ON COLUMN read_model.events.organisation IS 'Organisation; null where unknown.';
COMMENT ON COLUMN read_model.events.import_supplier IS 'Import supplier; null where unknown.';
COMMENT ON COLUMN read_model.events.entity IS 'What else it is about, such as agreement/17; null where nothing else.';
COMMENT ON COLUMN read_model.events.source IS 'Who told it.';
COMMENT ON COLUMN read_model.events.subject IS 'What it is about, as its source says; null where it does not.';
COMMENT ON COLUMN read_model.events.key IS 'Partition key: events of one key keep their order.';
COMMENT ON COLUMN read_model.events.causation_id IS 'Id of the event that led to it; null where unknown.';
COMMENT ON COLUMN read_model.events.correlation_id IS 'Shared by all events that one request led to; null where unknown.';
COMMENT ON COLUMN read_model.events.traceparent IS 'W3C trace context of that request; null where unknown.';
COMMENT ON COLUMN read_model.events.partition IS 'Partition of the log.';
COMMENT ON COLUMN read_model.events.sequence IS 'Place in the partition.';
COMMENT ON COLUMN read_model.events.data IS 'Payload in the current form of the type.';

CREATE VIEW read_model.event_headers AS
SELECT
  e.event_id,
  e.event_type,
  e.event_version,
  e.is_internal,
  e.occurred_at,
  e.account_number,
  e.organisation,
  e.import_supplier,
  e.entity,
  e.source,
  e.subject,
  e.key,
  e.causation_id,
  e.correlation_id,
  e.traceparent,
  e.partition,
  e.sequence
FROM events e;
COMMENT ON VIEW read_model.event_headers IS 'Every event, without its payload. One row an event.';
COMMENT ON COLUMN read_model.event_headers.event_id IS 'Id that its source gave it.';
COMMENT ON COLUMN read_model.event_headers.event_type IS 'Type, as the catalogue calls it.';
COMMENT ON COLUMN read_model.event_headers.event_version IS 'Version of the type in which it was told.';
COMMENT ON COLUMN read_model.event_headers.is_internal IS 'Whether it is one of our own that never leaves the installation.';
COMMENT ON COLUMN read_model.event_headers.occurred_at IS 'When it happened, as its source says.';
COMMENT ON COLUMN read_model.event_headers.account_number IS 'Account that it names; null where it names none.';
COMMENT ON COLUMN read_model.event_headers.organisation IS 'Organisation; null where unknown.';
COMMENT ON COLUMN read_model.event_headers.import_supplier IS 'Import supplier; null where unknown.';
COMMENT ON COLUMN read_model.event_headers.entity IS 'What else it is about, such as agreement/17; null where nothing else.';
COMMENT ON COLUMN read_model.event_headers.source IS 'Who told it.';
COMMENT ON COLUMN read_model.event_headers.subject IS 'What it is about, as its source says; null where it does not.';
COMMENT ON COLUMN read_model.event_headers.key IS 'Partition key: events of one key keep their order.';
COMMENT ON COLUMN read_model.event_headers.causation_id IS 'Id of the event that led to it; null where unknown.';
COMMENT ON COLUMN read_model.event_headers.correlation_id IS 'Shared by all events that one request led to; null where unknown.';
COMMENT ON COLUMN read_model.event_headers.traceparent IS 'W3C trace context of that request; null where unknown.';
COMMENT ON COLUMN read_model.event_headers.partition IS 'Partition of the log.';
COMMENT ON COLUMN read_model.event_headers.sequence IS 'Place in the partition.';

-- An event without an organisation goes with its account. Where a link leads to the account, only one that is vouched for
-- does that: else who publishes such a link would get to see what is another's.
CREATE VIEW read_model.account_timeline AS
SELECT
  e.for_account AS account_number,
  e.linked_by,
  coalesce(e.organisation, CASE WHEN e.is_vouched THEN (
    SELECT CASE WHEN min(o.organisation) = max(o.organisation) THEN min(o.organisation) END
    FROM account_owners o WHERE o.account_number = e.for_account
  ) END) AS organisation,
  e.event_id,
  e.event_type,
  e.event_version,
  e.is_internal,
  e.occurred_at,
  e.import_supplier,
  e.entity,
  e.source,
  e.subject,
  e.key,
  e.causation_id,
  e.correlation_id,
  e.traceparent,
  e.partition,
  e.sequence
FROM (
  SELECT n.account_number AS for_account, NULL::text AS linked_by, true AS is_vouched, n.* FROM events n
  WHERE n.account_number IS NOT NULL
  UNION ALL
  SELECT l.account_number, n.entity, l.is_vouched, n.*
  FROM (SELECT entity, account_number, bool_or(is_vouched) AS is_vouched FROM links GROUP BY entity, account_number) l
  JOIN events n ON n.entity = l.entity AND n.account_number IS NULL
) e;
COMMENT ON VIEW read_model.account_timeline IS 'What happened to each account: events that name it, and those of things that were ever linked to it. One row an account and event.';
COMMENT ON COLUMN read_model.account_timeline.account_number IS 'Account in whose timeline it is.';
COMMENT ON COLUMN read_model.account_timeline.linked_by IS 'The thing that leads from the event to the account, such as agreement/17; null where the event names the account.';
COMMENT ON COLUMN read_model.account_timeline.organisation IS 'Organisation of the event; where it has none, that of the account; null where unknown.';
COMMENT ON COLUMN read_model.account_timeline.event_id IS 'Id that its source gave it.';
COMMENT ON COLUMN read_model.account_timeline.event_type IS 'Type, as the catalogue calls it.';
COMMENT ON COLUMN read_model.account_timeline.event_version IS 'Version of the type in which it was told.';
COMMENT ON COLUMN read_model.account_timeline.is_internal IS 'Whether it is one of our own that never leaves the installation.';
COMMENT ON COLUMN read_model.account_timeline.occurred_at IS 'When it happened, as its source says.';
COMMENT ON COLUMN read_model.account_timeline.import_supplier IS 'Import supplier; null where unknown.';
COMMENT ON COLUMN read_model.account_timeline.entity IS 'What else it is about, such as agreement/17; null where nothing else.';
COMMENT ON COLUMN read_model.account_timeline.source IS 'Who told it.';
COMMENT ON COLUMN read_model.account_timeline.subject IS 'What it is about, as its source says; null where it does not.';
COMMENT ON COLUMN read_model.account_timeline.key IS 'Partition key: events of one key keep their order.';
COMMENT ON COLUMN read_model.account_timeline.causation_id IS 'Id of the event that led to it; null where unknown.';
COMMENT ON COLUMN read_model.account_timeline.correlation_id IS 'Shared by all events that one request led to; null where unknown.';
COMMENT ON COLUMN read_model.account_timeline.traceparent IS 'W3C trace context of that request; null where unknown.';
COMMENT ON COLUMN read_model.account_timeline.partition IS 'Partition of the log.';
COMMENT ON COLUMN read_model.account_timeline.sequence IS 'Place in the partition.';
