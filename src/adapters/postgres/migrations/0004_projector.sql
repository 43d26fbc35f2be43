-- Up Migration
CREATE SCHEMA projector;
COMMENT ON SCHEMA projector IS 'How far each projection is, and what it had to set aside.';

CREATE SCHEMA read_model;
COMMENT ON SCHEMA read_model IS 'The read models: views over the tables of each projection''s live version.';

CREATE TABLE projector.projections (
  projection text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  tables_sha256 bytea NOT NULL,
  views_sha256 bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (projection, version)
);
COMMENT ON TABLE projector.projections IS 'The versions of projections that have tables here.';
COMMENT ON COLUMN projector.projections.projection IS 'Name of the projection.';
COMMENT ON COLUMN projector.projections.version IS 'Its version; each owns the schema <name>_v<version>.';
COMMENT ON COLUMN projector.projections.tables_sha256 IS 'SHA-256 of the SQL its tables were made with.';
COMMENT ON COLUMN projector.projections.views_sha256 IS 'SHA-256 of the SQL its views were made with; null where it has none.';
COMMENT ON COLUMN projector.projections.created_at IS 'When its tables were made.';

CREATE TABLE projector.positions (
  projection text NOT NULL,
  version integer NOT NULL,
  partition smallint NOT NULL,
  sequence bigint NOT NULL DEFAULT 0,
  revision bigint NOT NULL DEFAULT 0,
  event_time timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (projection, version, partition),
  FOREIGN KEY (projection, version) REFERENCES projector.projections
) WITH (fillfactor = 10);
COMMENT ON TABLE projector.positions IS 'How far each projection has applied each partition.';
COMMENT ON COLUMN projector.positions.projection IS 'Name of the projection.';
COMMENT ON COLUMN projector.positions.version IS 'Its version.';
COMMENT ON COLUMN projector.positions.partition IS 'Partition of the log.';
COMMENT ON COLUMN projector.positions.sequence IS 'Sequence of the last event applied; 0 for none.';
COMMENT ON COLUMN projector.positions.revision IS 'Grows with each commit: a writer whose revision is old cannot write.';
COMMENT ON COLUMN projector.positions.event_time IS 'Time of the last event applied; null for none.';
COMMENT ON COLUMN projector.positions.updated_at IS 'When it last moved.';

-- An error, and not a count of rows, so that the writes sent behind it are refused without waiting for its answer.
CREATE FUNCTION projector.advance(
  projection text, version integer, partition smallint, from_sequence bigint, from_revision bigint,
  to_sequence bigint, event_time timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE projector.positions p
  SET sequence = to_sequence, revision = from_revision + 1, event_time = advance.event_time, updated_at = now()
  WHERE p.projection = advance.projection AND p.version = advance.version AND p.partition = advance.partition
    AND p.sequence = from_sequence AND p.revision = from_revision;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another writer has moved the position' USING ERRCODE = 'HRF01';
  END IF;
END $$;
COMMENT ON FUNCTION projector.advance IS 'Moves a position by compare-and-set; fails with HRF01 where it has moved.';

CREATE TABLE projector.parked_events (
  projection text NOT NULL,
  version integer NOT NULL,
  partition smallint NOT NULL,
  sequence bigint NOT NULL,
  key text NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  event_version text NOT NULL,
  reason text NOT NULL,
  detail text NOT NULL,
  payload bytea NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (projection, version, partition, sequence)
);
COMMENT ON TABLE projector.parked_events IS 'Events a projection could not apply, and those of the same key behind them.';
COMMENT ON COLUMN projector.parked_events.projection IS 'Name of the projection.';
COMMENT ON COLUMN projector.parked_events.version IS 'Its version.';
COMMENT ON COLUMN projector.parked_events.partition IS 'Partition of the event.';
COMMENT ON COLUMN projector.parked_events.sequence IS 'Sequence of the event in its partition.';
COMMENT ON COLUMN projector.parked_events.key IS 'Partition key: later events of it are parked too.';
COMMENT ON COLUMN projector.parked_events.event_id IS 'Id of the event.';
COMMENT ON COLUMN projector.parked_events.event_type IS 'Type of the event.';
COMMENT ON COLUMN projector.parked_events.event_version IS 'Version its payload is written in.';
COMMENT ON COLUMN projector.parked_events.reason IS 'Why, as a code.';
COMMENT ON COLUMN projector.parked_events.detail IS 'Why, for a person.';
COMMENT ON COLUMN projector.parked_events.payload IS 'The payload as it came.';
COMMENT ON COLUMN projector.parked_events.parked_at IS 'When it was parked.';

-- Down Migration
DROP SCHEMA projector CASCADE;
DROP SCHEMA read_model CASCADE;
