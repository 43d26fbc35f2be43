-- Up Migration
ALTER TABLE projector.projections
  ADD COLUMN definition jsonb,
  ADD COLUMN views_sql text,
  ADD COLUMN fed_at timestamptz,
  ADD COLUMN fed_by text,
  ADD COLUMN retired_at timestamptz;
COMMENT ON COLUMN projector.projections.definition IS 'Kind, key and counts of each table by name, so that versions can be compared without their code; null until its code has started.';
COMMENT ON COLUMN projector.projections.views_sql IS 'The SQL of its views, so that they can be made again without its code; null until its code has started.';
COMMENT ON COLUMN projector.projections.fed_at IS 'When a process last said that it applies the log to it; null for never.';
COMMENT ON COLUMN projector.projections.fed_by IS 'The process that said so, as host/pid.';
COMMENT ON COLUMN projector.projections.retired_at IS 'When its tables were dropped; null while it has them.';

CREATE TABLE projector.live_versions (
  projection text PRIMARY KEY,
  version integer NOT NULL,
  previous_version integer,
  promoted_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (projection, version) REFERENCES projector.projections
);
COMMENT ON TABLE projector.live_versions IS 'Which version of each projection the public views show.';
COMMENT ON COLUMN projector.live_versions.projection IS 'Name of the projection.';
COMMENT ON COLUMN projector.live_versions.version IS 'The version shown.';
COMMENT ON COLUMN projector.live_versions.previous_version IS 'The version shown before, which a rollback shows again; null where there is none.';
COMMENT ON COLUMN projector.live_versions.promoted_at IS 'When it was promoted or rolled back to; the first version is promoted when it is made.';
INSERT INTO projector.live_versions (projection, version)
  SELECT projection, max(version) FROM projector.projections GROUP BY projection;
-- Which version is shown is no secret.
GRANT SELECT ON projector.live_versions TO headrace_organisation, headrace_operator;

-- A row makes its version wait at a place in the partition. It ends by itself, so that nobody waits for a command
-- that was killed.
CREATE TABLE projector.holds (
  projection text NOT NULL,
  version integer NOT NULL,
  partition smallint NOT NULL,
  at_sequence bigint NOT NULL,
  held_by uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (projection, version, partition),
  FOREIGN KEY (projection, version, partition) REFERENCES projector.positions
);
COMMENT ON TABLE projector.holds IS 'Places at which versions wait for each other, to be compared or exchanged.';
COMMENT ON COLUMN projector.holds.projection IS 'Name of the projection.';
COMMENT ON COLUMN projector.holds.version IS 'The version that waits.';
COMMENT ON COLUMN projector.holds.partition IS 'Partition of the log.';
COMMENT ON COLUMN projector.holds.at_sequence IS 'Sequence behind which nothing is applied.';
COMMENT ON COLUMN projector.holds.held_by IS 'The command that asked for it.';
COMMENT ON COLUMN projector.holds.expires_at IS 'When it ends unless renewed, by the database''s clock.';

CREATE OR REPLACE FUNCTION projector.advance(
  projection text, version integer, partition smallint, from_sequence bigint, from_revision bigint,
  to_sequence bigint, event_time timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  held_at bigint;
BEGIN
  UPDATE projector.positions p
  SET sequence = to_sequence, revision = from_revision + 1, updated_at = now(),
    event_time = coalesce(advance.event_time, p.event_time)
  WHERE p.projection = advance.projection AND p.version = advance.version AND p.partition = advance.partition
    AND p.sequence = from_sequence AND p.revision = from_revision;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another writer has moved the position' USING ERRCODE = 'HRF01';
  END IF;
  -- Whoever holds a position locks its row first, so a hold is either seen here or placed behind this commit.
  SELECT h.at_sequence INTO held_at FROM projector.holds h
  WHERE h.projection = advance.projection AND h.version = advance.version AND h.partition = advance.partition
    AND h.at_sequence < to_sequence AND to_sequence > from_sequence AND h.expires_at > clock_timestamp();
  IF FOUND THEN
    RAISE EXCEPTION 'the version waits' USING ERRCODE = 'HRF02', DETAIL = held_at;
  END IF;
END $$;
COMMENT ON FUNCTION projector.advance IS 'Moves a position by compare-and-set; fails with HRF01 where it has moved, with HRF02 where a hold lies before the place to move to.';

ALTER TABLE projector.parked_events
  ADD COLUMN envelope jsonb,
  ADD COLUMN appended_at timestamptz,
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN attempted_at timestamptz;
UPDATE projector.parked_events p SET appended_at = e.appended_at, envelope = jsonb_build_object(
    'id', e.id, 'source', e.source, 'type', e.type, 'version', e.version,
    'time', to_char(e.time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'subject', e.subject, 'key', e.key,
    'importSupplier', e.import_supplier, 'organisation', e.organisation, 'causationId', e.causation_id,
    'correlationId', e.correlation_id, 'traceparent', e.traceparent)
  FROM journal.events e WHERE e.partition = p.partition AND e.sequence = p.sequence;
ALTER TABLE projector.parked_events ALTER COLUMN envelope SET NOT NULL, ALTER COLUMN appended_at SET NOT NULL;
CREATE INDEX parked_events_key ON projector.parked_events (projection, version, partition, key, sequence);
CREATE INDEX parked_events_faults ON projector.parked_events (projection, version) WHERE reason <> 'behind_parked';
COMMENT ON COLUMN projector.parked_events.envelope IS 'Everything known about it besides its payload, so that it can be applied as it came.';
COMMENT ON COLUMN projector.parked_events.appended_at IS 'When it was appended to the log.';
COMMENT ON COLUMN projector.parked_events.attempts IS 'How often it was tried again, and failed.';
COMMENT ON COLUMN projector.parked_events.attempted_at IS 'When it last was; null for never.';

CREATE FUNCTION projector.check_parked(projection text, version integer, most integer)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  faults bigint;
BEGIN
  -- Of two partitions that park at once, the later must count what the earlier has parked.
  PERFORM pg_advisory_xact_lock(hashtext('headrace parked'), hashtext(check_parked.projection));
  SELECT count(*) INTO faults FROM (
    SELECT FROM projector.parked_events p
    WHERE p.projection = check_parked.projection AND p.version = check_parked.version AND p.reason <> 'behind_parked'
    LIMIT most + 1
  ) counted;
  IF faults > most THEN
    RAISE EXCEPTION 'more than % faulty events would be parked', most USING ERRCODE = 'HRF03';
  END IF;
END $$;
COMMENT ON FUNCTION projector.check_parked IS 'Fails with HRF03 where a version has parked more faulty events than it may; those behind them do not count.';

CREATE TABLE projector.stops (
  projection text NOT NULL,
  version integer NOT NULL,
  partition smallint NOT NULL,
  reason text NOT NULL,
  detail text NOT NULL,
  stopped_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (projection, version, partition)
);
COMMENT ON TABLE projector.stops IS 'Why a version last stopped in a partition. It stands still while its position has not moved since.';
COMMENT ON COLUMN projector.stops.projection IS 'Name of the projection.';
COMMENT ON COLUMN projector.stops.version IS 'Its version.';
COMMENT ON COLUMN projector.stops.partition IS 'Partition of the log.';
COMMENT ON COLUMN projector.stops.reason IS 'Why, as a code.';
COMMENT ON COLUMN projector.stops.detail IS 'Why, for a person.';
COMMENT ON COLUMN projector.stops.stopped_at IS 'When it was last found standing.';

CREATE TABLE projector.redrives (
  redrive bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  projection text NOT NULL,
  version integer NOT NULL,
  action text NOT NULL CHECK (action IN ('redrive', 'discard')),
  dry_run boolean NOT NULL,
  requested_by text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE projector.redrives IS 'Requests to apply parked events again, or to give them up. The owner of each partition carries them out.';
COMMENT ON COLUMN projector.redrives.redrive IS 'Number of the request.';
COMMENT ON COLUMN projector.redrives.projection IS 'Name of the projection.';
COMMENT ON COLUMN projector.redrives.version IS 'Its version.';
COMMENT ON COLUMN projector.redrives.action IS 'redrive: apply again; discard: give up.';
COMMENT ON COLUMN projector.redrives.dry_run IS 'Whether it is only tried, and undone.';
COMMENT ON COLUMN projector.redrives.requested_by IS 'Who asked for it.';
COMMENT ON COLUMN projector.redrives.requested_at IS 'When it was asked for.';

CREATE TABLE projector.redrive_items (
  redrive bigint NOT NULL REFERENCES projector.redrives ON DELETE CASCADE,
  item integer NOT NULL,
  partition smallint NOT NULL,
  key text NOT NULL,
  sequence bigint,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'failed', 'cancelled')),
  events integer NOT NULL DEFAULT 0,
  failed_sequence bigint,
  reason text,
  detail text,
  finished_at timestamptz,
  PRIMARY KEY (redrive, item)
);
CREATE INDEX redrive_items_pending ON projector.redrive_items (partition, redrive, item) WHERE state = 'pending';
COMMENT ON TABLE projector.redrive_items IS 'The keys of a request, one a row, in the order they are taken.';
COMMENT ON COLUMN projector.redrive_items.redrive IS 'The request.';
COMMENT ON COLUMN projector.redrive_items.item IS 'Number within the request.';
COMMENT ON COLUMN projector.redrive_items.partition IS 'Partition of the key.';
COMMENT ON COLUMN projector.redrive_items.key IS 'The key whose parked events are meant; empty for an event without a readable key.';
COMMENT ON COLUMN projector.redrive_items.sequence IS 'The one event that is meant; null for all of the key.';
COMMENT ON COLUMN projector.redrive_items.state IS 'pending, done, failed (stays parked) or cancelled.';
COMMENT ON COLUMN projector.redrive_items.events IS 'Events applied or discarded; in a dry run, those that would be.';
COMMENT ON COLUMN projector.redrive_items.failed_sequence IS 'The event that failed again.';
COMMENT ON COLUMN projector.redrive_items.reason IS 'Why it failed, as a code.';
COMMENT ON COLUMN projector.redrive_items.detail IS 'Why it failed, for a person.';
COMMENT ON COLUMN projector.redrive_items.finished_at IS 'When it was done, had failed or was cancelled.';

-- Down Migration
DROP TABLE projector.redrive_items, projector.redrives, projector.stops, projector.holds, projector.live_versions;
DROP FUNCTION projector.check_parked;
ALTER TABLE projector.parked_events DROP COLUMN envelope, DROP COLUMN appended_at, DROP COLUMN attempts, DROP COLUMN attempted_at;
DROP INDEX projector.parked_events_key, projector.parked_events_faults;
ALTER TABLE projector.projections DROP COLUMN definition, DROP COLUMN views_sql, DROP COLUMN fed_at, DROP COLUMN fed_by, DROP COLUMN retired_at;
CREATE OR REPLACE FUNCTION projector.advance(
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
