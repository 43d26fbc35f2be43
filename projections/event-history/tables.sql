-- One row an event, in one table for each partition of the log. Times of events cannot tell where a row goes: they are
-- whatever their emitters say. The partition of the log can: its one owner appends to a table and to indexes that
-- nobody else writes, in the order of the log; they are vacuumed, and can be copied, one by one.
CREATE TABLE events (
  partition smallint NOT NULL,
  sequence bigint NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  event_version text NOT NULL,
  is_internal boolean NOT NULL,
  occurred_at timestamptz NOT NULL,
  subject text,
  key text COLLATE "C" NOT NULL,
  import_supplier text COLLATE "C",
  organisation text COLLATE "C",
  causation_id text,
  correlation_id text,
  traceparent text,
  account_number text COLLATE "C",
  entity text COLLATE "C",
  data jsonb NOT NULL,
  -- Of an event that was told twice there is one row. The id leads, because events are asked for by it.
  PRIMARY KEY (event_id, source, partition)
) PARTITION BY LIST (partition);
CREATE INDEX events_time ON events (occurred_at, partition, sequence);
CREATE INDEX events_type ON events (event_type, occurred_at, partition, sequence);
CREATE INDEX events_organisation ON events (organisation, occurred_at, partition, sequence);
CREATE INDEX events_supplier ON events (import_supplier, occurred_at, partition, sequence) WHERE import_supplier IS NOT NULL;
CREATE INDEX events_account ON events (account_number, occurred_at, partition, sequence) WHERE account_number IS NOT NULL;
CREATE INDEX events_key ON events (key);
-- Those that a timeline finds only through a link.
CREATE INDEX events_entity ON events (entity) WHERE entity IS NOT NULL AND account_number IS NULL;
COMMENT ON TABLE events IS 'Every event that was ever told, in the current form of its type.';
COMMENT ON COLUMN events.partition IS 'Partition of the log.';
COMMENT ON COLUMN events.sequence IS 'Place in the partition.';
COMMENT ON COLUMN events.event_id IS 'Id that its source gave it.';
COMMENT ON COLUMN events.source IS 'Who told it.';
COMMENT ON COLUMN events.event_type IS 'Type, as the catalogue calls it.';
COMMENT ON COLUMN events.event_version IS 'Version of the type in which it was told.';
COMMENT ON COLUMN events.is_internal IS 'Whether it is one of our own that never leaves the installation.';
COMMENT ON COLUMN events.occurred_at IS 'When it happened, as its source says.';
COMMENT ON COLUMN events.subject IS 'What it is about, as its source says; null where it does not.';
COMMENT ON COLUMN events.key IS 'Partition key: events of one key keep their order.';
COMMENT ON COLUMN events.import_supplier IS 'Import supplier; null where unknown.';
COMMENT ON COLUMN events.organisation IS 'Organisation; null where unknown.';
COMMENT ON COLUMN events.causation_id IS 'Id of the event that led to it; null where unknown.';
COMMENT ON COLUMN events.correlation_id IS 'Shared by all events that one request led to; null where unknown.';
COMMENT ON COLUMN events.traceparent IS 'W3C trace context of that request; null where unknown.';
COMMENT ON COLUMN events.account_number IS 'Account that it names; null where it names none.';
COMMENT ON COLUMN events.entity IS 'What else it is about, such as agreement/17; null where nothing else.';
COMMENT ON COLUMN events.data IS 'Payload in the current form of the type.';

DO $$
DECLARE
  part smallint;
BEGIN
  FOR part IN SELECT p.partition FROM journal.partitions p ORDER BY 1 LOOP
    EXECUTE format('CREATE TABLE events_%s (LIKE events INCLUDING COMMENTS)', part);
    EXECUTE format('ALTER TABLE events ATTACH PARTITION events_%1$s FOR VALUES IN (%1$s)', part);
    EXECUTE format('COMMENT ON TABLE events_%1$s IS %2$L', part, 'Events of partition ' || part || ' of the log.');
    -- An import supplier is an organisation's: taken for independent, they let few rows be expected where there are thousands.
    EXECUTE format('CREATE STATISTICS events_%1$s_owners (dependencies) ON organisation, import_supplier FROM events_%1$s', part);
  END LOOP;
END $$;

CREATE TABLE links (
  entity text COLLATE "C" NOT NULL,
  account_number text COLLATE "C" NOT NULL,
  is_vouched boolean NOT NULL,
  PRIMARY KEY (entity, account_number, is_vouched)
);
CREATE INDEX links_account ON links (account_number, entity);
COMMENT ON TABLE links IS 'Things and accounts that an event ever named together.';
COMMENT ON COLUMN links.entity IS 'The thing, such as agreement/17.';
COMMENT ON COLUMN links.account_number IS 'The account.';
COMMENT ON COLUMN links.is_vouched IS 'Whether our own importer, or a system that belongs to no organisation, said so.';

CREATE TABLE account_owners (
  account_number text COLLATE "C" NOT NULL,
  organisation text COLLATE "C" NOT NULL,
  PRIMARY KEY (account_number, organisation)
);
COMMENT ON TABLE account_owners IS 'Organisations that our own importer made accounts for.';
COMMENT ON COLUMN account_owners.account_number IS 'The account.';
COMMENT ON COLUMN account_owners.organisation IS 'Whose it is.';
