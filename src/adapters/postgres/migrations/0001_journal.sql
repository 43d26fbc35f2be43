-- Up Migration
CREATE SCHEMA journal;
COMMENT ON SCHEMA journal IS 'The ordered log of all events. It is the outbox: events are appended in the transaction that caused them.';

-- One row a partition. Whoever appends locks the rows it needs, in ascending order, as the last act of its
-- transaction: so numbers have no gaps and commit order is number order. The low fillfactor keeps updates HOT.
CREATE TABLE journal.partitions (
  partition smallint PRIMARY KEY CHECK (partition >= 0),
  last_sequence bigint NOT NULL DEFAULT 0 CHECK (last_sequence >= 0)
) WITH (fillfactor = 10);
COMMENT ON TABLE journal.partitions IS 'The partitions of this installation; their count never changes.';
COMMENT ON COLUMN journal.partitions.partition IS 'Number of the partition, from 0.';
COMMENT ON COLUMN journal.partitions.last_sequence IS 'Sequence of the newest event in the partition; 0 where it has none.';

CREATE TABLE journal.events (
  partition smallint NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  id text NOT NULL,
  source text NOT NULL,
  type text NOT NULL,
  version text NOT NULL,
  time timestamptz NOT NULL,
  subject text,
  key text NOT NULL,
  import_supplier text,
  organisation text,
  causation_id text,
  correlation_id text,
  traceparent text,
  payload bytea NOT NULL,
  appended_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (partition, sequence)
);
COMMENT ON TABLE journal.events IS 'Every event of this installation, in order within its partition.';
COMMENT ON COLUMN journal.events.partition IS 'murmur2 of the key, modulo the count of partitions.';
COMMENT ON COLUMN journal.events.sequence IS 'Number within the partition: 1, 2, 3 and so on without gaps.';
COMMENT ON COLUMN journal.events.id IS 'CloudEvents id; unique together with source.';
COMMENT ON COLUMN journal.events.source IS 'CloudEvents source: who says so.';
COMMENT ON COLUMN journal.events.type IS 'Event type of the catalogue, e.g. account.created.';
COMMENT ON COLUMN journal.events.version IS 'Version of the type the payload is written in.';
COMMENT ON COLUMN journal.events.time IS 'When it happened, as the emitter says.';
COMMENT ON COLUMN journal.events.subject IS 'The entity it is about, e.g. account/A-1234; null where the emitter did not say.';
COMMENT ON COLUMN journal.events.key IS 'Partition key: events of one key keep their order.';
COMMENT ON COLUMN journal.events.import_supplier IS 'Import supplier it belongs to; null where unknown.';
COMMENT ON COLUMN journal.events.organisation IS 'Organisation it belongs to; null where unknown.';
COMMENT ON COLUMN journal.events.causation_id IS 'Id of the event that led to this one.';
COMMENT ON COLUMN journal.events.correlation_id IS 'Shared by all events that one request led to.';
COMMENT ON COLUMN journal.events.traceparent IS 'W3C trace context of the request.';
COMMENT ON COLUMN journal.events.payload IS 'Bare Avro in the schema of type and version, without registry framing.';
COMMENT ON COLUMN journal.events.appended_at IS 'When it was appended, by the database''s clock. Lag is measured against it.';

-- The one way to append. It is one call, so that the locks it takes are held for its own length and the commit's,
-- not for round trips. Each statement of it sees what was committed before the locks were had.
CREATE FUNCTION journal.append(partitions smallint[], counts integer[], events json, payloads bytea)
RETURNS TABLE (partition smallint, last_sequence bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM journal.partitions p WHERE p.partition = ANY (partitions) ORDER BY p.partition FOR UPDATE;
  RETURN QUERY
  WITH appended AS (
    INSERT INTO journal.events
      (partition, sequence, id, source, type, version, time, subject, key, import_supplier, organisation,
       causation_id, correlation_id, traceparent, payload)
    SELECT e.partition, p.last_sequence + e.rank, e.id, e.source, e.type, e.version, e.time, e.subject, e.key,
      e."importSupplier", e.organisation, e."causationId", e."correlationId", e.traceparent,
      substring(payloads FROM e.start FOR e.length)
    FROM json_to_recordset(events) AS e (
      partition smallint, rank integer, start integer, length integer, id text, source text, type text,
      version text, time timestamptz, subject text, key text, "importSupplier" text, organisation text,
      "causationId" text, "correlationId" text, traceparent text)
    JOIN journal.partitions p USING (partition)
  )
  UPDATE journal.partitions p SET last_sequence = p.last_sequence + c.count
  FROM unnest(partitions, counts) AS c (partition, count) WHERE p.partition = c.partition
  RETURNING p.partition, p.last_sequence;
  -- Wakes readers at commit; whoever misses it polls.
  PERFORM pg_notify('headrace_journal', '');
END $$;
COMMENT ON FUNCTION journal.append IS 'Appends events to the partitions named, as the last act of a transaction.';

-- Down Migration
DROP SCHEMA journal CASCADE;
