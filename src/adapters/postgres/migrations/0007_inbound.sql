-- Up Migration
CREATE SCHEMA inbound;
COMMENT ON SCHEMA inbound IS 'What other systems publish: how far their topic is taken in, what was seen, what was set aside.';

-- One row a partition of the topic; it moves in the transaction that journals what it moves past.
CREATE TABLE inbound.positions (
  topic text NOT NULL,
  partition integer NOT NULL CHECK (partition >= 0),
  next_offset bigint NOT NULL DEFAULT 0 CHECK (next_offset >= 0),
  revision bigint NOT NULL DEFAULT 0,
  journaled bigint NOT NULL DEFAULT 0,
  duplicates bigint NOT NULL DEFAULT 0,
  parked bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (topic, partition)
) WITH (fillfactor = 10);
COMMENT ON TABLE inbound.positions IS 'How far each partition is taken in. Offsets committed to Kafka are a hint only.';
COMMENT ON COLUMN inbound.positions.topic IS 'The topic.';
COMMENT ON COLUMN inbound.positions.partition IS 'Its partition.';
COMMENT ON COLUMN inbound.positions.next_offset IS 'Offset of the next record to take.';
COMMENT ON COLUMN inbound.positions.revision IS 'Grows with each commit: a reader whose revision is old cannot write.';
COMMENT ON COLUMN inbound.positions.journaled IS 'Records that became events.';
COMMENT ON COLUMN inbound.positions.duplicates IS 'Records that said again what was seen before.';
COMMENT ON COLUMN inbound.positions.parked IS 'Records that were set aside. With the two above: every record taken.';
COMMENT ON COLUMN inbound.positions.updated_at IS 'When it last moved.';

-- An error, and not a count of rows, so that what was sent behind it is refused without waiting for its answer.
CREATE FUNCTION inbound.advance(
  topic text, partition integer, from_revision bigint, to_offset bigint, journaled integer, duplicates integer,
  parked integer
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inbound.positions p
  SET next_offset = to_offset, revision = from_revision + 1, journaled = p.journaled + advance.journaled,
    duplicates = p.duplicates + advance.duplicates, parked = p.parked + advance.parked, updated_at = now()
  WHERE p.topic = advance.topic AND p.partition = advance.partition AND p.revision = from_revision;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another reader has moved the position' USING ERRCODE = 'HRF01';
  END IF;
END $$;
COMMENT ON FUNCTION inbound.advance IS 'Moves a position by compare-and-set; fails with HRF01 where it has moved.';

-- Hashes, because foreign ids may be long. Rows of one transaction share their time, so the second index stays small.
CREATE TABLE inbound.seen_events (
  event uuid PRIMARY KEY,
  content bigint NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX seen_events_seen_at ON inbound.seen_events (seen_at);
COMMENT ON TABLE inbound.seen_events IS 'Events of other systems journaled lately: a repeat is known by it.';
COMMENT ON COLUMN inbound.seen_events.event IS 'The first 128 bits of SHA-256 of publisher, source and id.';
COMMENT ON COLUMN inbound.seen_events.content IS 'CRC-32 of what it says: tells a repeat from another event under the same id.';
COMMENT ON COLUMN inbound.seen_events.seen_at IS 'When it was journaled.';

CREATE TABLE inbound.parked_records (
  parked_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL,
  partition integer NOT NULL,
  "offset" bigint NOT NULL,
  written_at timestamptz,
  reason text NOT NULL,
  detail text NOT NULL,
  key bytea,
  headers json NOT NULL,
  value bytea,
  state text NOT NULL DEFAULT 'parked' CHECK (state IN ('parked', 'journaled', 'duplicate', 'discarded')),
  parked_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  CHECK ((state = 'parked') = (closed_at IS NULL))
);
CREATE INDEX parked_records_open ON inbound.parked_records (parked_id) WHERE state = 'parked';
COMMENT ON TABLE inbound.parked_records IS 'Records no event could be made of, as they came.';
COMMENT ON COLUMN inbound.parked_records.parked_id IS 'Names it to the commands.';
COMMENT ON COLUMN inbound.parked_records.topic IS 'Where it was.';
COMMENT ON COLUMN inbound.parked_records.partition IS 'Where it was.';
COMMENT ON COLUMN inbound.parked_records."offset" IS 'Where it was.';
COMMENT ON COLUMN inbound.parked_records.written_at IS 'The record''s timestamp; null where it has none that a calendar knows.';
COMMENT ON COLUMN inbound.parked_records.reason IS 'Why, as a code: docs/publishing.md lists them.';
COMMENT ON COLUMN inbound.parked_records.detail IS 'Why, for a person.';
COMMENT ON COLUMN inbound.parked_records.key IS 'The record''s key; null where it has none.';
COMMENT ON COLUMN inbound.parked_records.headers IS 'The record''s headers in order: [[name, value in base64 or null], …].';
COMMENT ON COLUMN inbound.parked_records.value IS 'The record''s value; null where it has none. Removed when discarded.';
COMMENT ON COLUMN inbound.parked_records.state IS 'parked; or what became of it: journaled or duplicate by redrive, discarded.';
COMMENT ON COLUMN inbound.parked_records.parked_at IS 'When it was parked.';
COMMENT ON COLUMN inbound.parked_records.closed_at IS 'When it was redriven or discarded; null while parked.';

-- Down Migration
DROP SCHEMA inbound CASCADE;
