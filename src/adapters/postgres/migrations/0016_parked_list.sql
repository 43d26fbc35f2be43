-- Up Migration
CREATE VIEW projector.parked_list WITH (security_invoker = true) AS
SELECT p.projection, p.partition, p.sequence, p.key, p.event_id, p.event_type, p.event_version,
  p.envelope ->> 'source' AS source, p.envelope ->> 'organisation' AS organisation,
  p.envelope ->> 'importSupplier' AS import_supplier, (p.envelope ->> 'time')::timestamptz AS occurred_at,
  p.reason, p.detail, p.attempts, p.attempted_at, p.appended_at, p.parked_at
FROM projector.live_versions l JOIN projector.parked_events p USING (projection, version);
COMMENT ON VIEW projector.parked_list IS 'Events that the read models which are shown could not apply, and those of the same key behind them.';
COMMENT ON COLUMN projector.parked_list.projection IS 'Name of the read model.';
COMMENT ON COLUMN projector.parked_list.partition IS 'Partition of the log.';
COMMENT ON COLUMN projector.parked_list.sequence IS 'Place in the partition.';
COMMENT ON COLUMN projector.parked_list.key IS 'Partition key: later events of it are parked too.';
COMMENT ON COLUMN projector.parked_list.event_id IS 'Id that its source gave it.';
COMMENT ON COLUMN projector.parked_list.event_type IS 'Type, as the catalogue calls it.';
COMMENT ON COLUMN projector.parked_list.event_version IS 'Version of the type in which it was told.';
COMMENT ON COLUMN projector.parked_list.source IS 'Who told it.';
COMMENT ON COLUMN projector.parked_list.organisation IS 'Organisation; null where unknown.';
COMMENT ON COLUMN projector.parked_list.import_supplier IS 'Import supplier; null where unknown.';
COMMENT ON COLUMN projector.parked_list.occurred_at IS 'When it happened, as its source says.';
COMMENT ON COLUMN projector.parked_list.reason IS 'Why it is parked, as a code; behind_parked where an earlier event of its key is.';
COMMENT ON COLUMN projector.parked_list.detail IS 'Why, for a person.';
COMMENT ON COLUMN projector.parked_list.attempts IS 'How often it was tried again, and failed.';
COMMENT ON COLUMN projector.parked_list.attempted_at IS 'When it last was; null for never.';
COMMENT ON COLUMN projector.parked_list.appended_at IS 'When it was appended to the log.';
COMMENT ON COLUMN projector.parked_list.parked_at IS 'When it was parked.';
GRANT SELECT ON projector.parked_list TO headrace_organisation, headrace_operator;

-- Down Migration
DROP VIEW projector.parked_list;
