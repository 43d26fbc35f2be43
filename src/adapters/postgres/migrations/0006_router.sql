-- Up Migration
CREATE SCHEMA router;
COMMENT ON SCHEMA router IS 'Who routes the log, how far each target is, what waits for webhooks, and the dead letters.';

-- The low fillfactor keeps updates HOT: leases are renewed all the time.
CREATE TABLE router.leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  epoch bigint NOT NULL,
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 10);
COMMENT ON TABLE router.leases IS 'The right to write: one of the router, and one for each topic that a replay has filled.';
COMMENT ON COLUMN router.leases.name IS 'router, or replay of <topic>.';
COMMENT ON COLUMN router.leases.holder IS 'Process that has it, or had it last.';
COMMENT ON COLUMN router.leases.epoch IS 'Grows each time it is taken: a holder of an older epoch has lost it.';
COMMENT ON COLUMN router.leases.expires_at IS 'When it ends unless renewed, by the database''s clock.';

CREATE TABLE router.positions (
  target text NOT NULL,
  partition smallint NOT NULL,
  sequence bigint NOT NULL CHECK (sequence >= 0),
  next_offset bigint NOT NULL CHECK (next_offset >= 0),
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (target, partition)
) WITH (fillfactor = 50);
COMMENT ON TABLE router.positions IS 'How far each target of the routes is. Records whose event is newer than the sequence of its partition stand at or behind next_offset.';
COMMENT ON COLUMN router.positions.target IS 'topic:<topic> or webhook:<route>.';
COMMENT ON COLUMN router.positions.partition IS 'Partition of the log, and for next_offset of the topic.';
COMMENT ON COLUMN router.positions.sequence IS 'Newest event of this partition of the log that is done with, written a little later than the truth.';
COMMENT ON COLUMN router.positions.next_offset IS 'Offset from which on this partition of the topic may hold newer events; 0 for webhooks.';
COMMENT ON COLUMN router.positions.noted_at IS 'When it was written, by the database''s clock.';

CREATE TABLE router.stopped (
  target text PRIMARY KEY,
  reason text NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE router.stopped IS 'Targets that the router writes nothing to, because their topic is not as it must be.';
COMMENT ON COLUMN router.stopped.target IS 'topic:<topic>.';
COMMENT ON COLUMN router.stopped.reason IS 'What was found.';
COMMENT ON COLUMN router.stopped.since IS 'When it was found first, by the database''s clock.';

CREATE TABLE router.deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  route text NOT NULL,
  partition smallint NOT NULL,
  sequence bigint NOT NULL,
  key text NOT NULL,
  envelope jsonb NOT NULL,
  payload bytea NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempts integer NOT NULL DEFAULT 0,
  attempted_at timestamptz,
  detail text,
  dead_at timestamptz,
  reason text CHECK ((reason IS NULL) = (dead_at IS NULL)),
  UNIQUE (route, partition, sequence)
);
CREATE INDEX deliveries_waiting ON router.deliveries (route, id) WHERE dead_at IS NULL;
CREATE INDEX deliveries_dead ON router.deliveries (route, id) WHERE dead_at IS NOT NULL;
COMMENT ON TABLE router.deliveries IS 'Events that wait to be sent to a webhook, and the dead letters of all routes. What has arrived is removed.';
COMMENT ON COLUMN router.deliveries.id IS 'Grows in the order of queueing.';
COMMENT ON COLUMN router.deliveries.route IS 'Name of the route.';
COMMENT ON COLUMN router.deliveries.partition IS 'Partition of the log.';
COMMENT ON COLUMN router.deliveries.sequence IS 'Place of the event in its partition.';
COMMENT ON COLUMN router.deliveries.key IS 'Deliveries of one route and key are sent in order.';
COMMENT ON COLUMN router.deliveries.envelope IS 'All that is known of the event besides its payload.';
COMMENT ON COLUMN router.deliveries.payload IS 'Bare Avro in the schema of type and version.';
COMMENT ON COLUMN router.deliveries.queued_at IS 'When it was queued, or queued again.';
COMMENT ON COLUMN router.deliveries.attempts IS 'Requests that failed.';
COMMENT ON COLUMN router.deliveries.attempted_at IS 'When a request failed last.';
COMMENT ON COLUMN router.deliveries.detail IS 'What the other side answered, or what is wrong with the event.';
COMMENT ON COLUMN router.deliveries.dead_at IS 'When it was given up; null while it waits.';
COMMENT ON COLUMN router.deliveries.reason IS 'Why it was given up: not_taken, or the fault of the event.';

-- Down Migration
DROP SCHEMA router CASCADE;
