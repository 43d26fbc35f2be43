-- Up Migration
CREATE SCHEMA relay;
COMMENT ON SCHEMA relay IS 'Who relays the journal to Kafka, and how far Kafka has acknowledged it.';

-- One row. The low fillfactor keeps updates HOT: the lease is renewed all the time.
CREATE TABLE relay.lease (
  one_row boolean PRIMARY KEY DEFAULT true CHECK (one_row),
  holder text,
  epoch bigint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 10);
INSERT INTO relay.lease DEFAULT VALUES;
COMMENT ON TABLE relay.lease IS 'The right to send: one row.';
COMMENT ON COLUMN relay.lease.one_row IS 'Always true: there is one row.';
COMMENT ON COLUMN relay.lease.holder IS 'Process that has it, or had it last; null where nobody ever had it.';
COMMENT ON COLUMN relay.lease.epoch IS 'Grows each time it is taken: a holder of an older epoch has lost it.';
COMMENT ON COLUMN relay.lease.expires_at IS 'When it ends unless renewed, by the database''s clock.';

CREATE TABLE relay.marks (
  partition smallint PRIMARY KEY,
  sequence bigint NOT NULL CHECK (sequence > 0),
  acknowledged_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 10);
COMMENT ON TABLE relay.marks IS 'How far the topic has acknowledged each partition: a floor, written a little later than the truth.';
COMMENT ON COLUMN relay.marks.partition IS 'Partition of the journal and of the topic.';
COMMENT ON COLUMN relay.marks.sequence IS 'Newest sequence known to be acknowledged by all replicas.';
COMMENT ON COLUMN relay.marks.acknowledged_at IS 'When it was written, by the database''s clock.';

-- Down Migration
DROP SCHEMA relay CASCADE;
