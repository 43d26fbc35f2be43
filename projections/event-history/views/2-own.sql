-- What is told to be the organisation's that access.organisation() names, as the own views of account-state: under row-level
-- security a condition on the organisation counts twice, and PostgreSQL expects next to no rows of it.
CREATE VIEW read_model.own_events WITH (security_invoker = false) AS
SELECT e.occurred_at, e.partition, e.sequence, e.event_id, e.event_type, e.account_number, e.key, e.import_supplier
FROM events e
WHERE e.organisation = access.organisation();
COMMENT ON VIEW read_model.own_events IS 'Events that are told to be of the organisation for which is read.';
COMMENT ON COLUMN read_model.own_events.occurred_at IS 'When it happened, as its source says.';
COMMENT ON COLUMN read_model.own_events.partition IS 'Partition of the log.';
COMMENT ON COLUMN read_model.own_events.sequence IS 'Place in the partition.';
COMMENT ON COLUMN read_model.own_events.event_id IS 'Id that its source gave it.';
COMMENT ON COLUMN read_model.own_events.event_type IS 'Type, as the catalogue calls it.';
COMMENT ON COLUMN read_model.own_events.account_number IS 'Account that it names; null where it names none.';
COMMENT ON COLUMN read_model.own_events.key IS 'Partition key: events of one key keep their order.';
COMMENT ON COLUMN read_model.own_events.import_supplier IS 'Import supplier; null where unknown.';
