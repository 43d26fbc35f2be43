-- Up Migration
-- Columns in arrays: PostgreSQL takes half the time to read them that it takes for the same in JSON.
DROP FUNCTION journal.append;
CREATE FUNCTION journal.append(
  partitions smallint[], counts integer[], partition_of smallint[], ranks integer[], ids text[], sources text[],
  types text[], versions text[], times timestamptz[], subjects text[], keys text[], import_suppliers text[],
  organisations text[], causation_ids text[], correlation_ids text[], traceparents text[], starts integer[],
  lengths integer[], payloads bytea)
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
      e.import_supplier, e.organisation, e.causation_id, e.correlation_id, e.traceparent,
      substring(payloads FROM e.start FOR e.length)
    FROM unnest(partition_of, ranks, ids, sources, types, versions, times, subjects, keys, import_suppliers,
        organisations, causation_ids, correlation_ids, traceparents, starts, lengths)
      AS e (partition, rank, id, source, type, version, time, subject, key, import_supplier, organisation,
        causation_id, correlation_id, traceparent, start, length)
    JOIN journal.partitions p USING (partition)
  )
  UPDATE journal.partitions p SET last_sequence = p.last_sequence + c.count
  FROM unnest(partitions, counts) AS c (partition, count) WHERE p.partition = c.partition
  RETURNING p.partition, p.last_sequence;
  -- Wakes readers at commit; whoever misses it polls.
  PERFORM pg_notify('headrace_journal', '');
END $$;
COMMENT ON FUNCTION journal.append IS 'Appends events to the partitions named, as the last act of a transaction.';

-- Asked once for each row, it was a sixth of the time that storing one takes. Whatever stores a process joins its
-- supplier, locked; and a supplier cannot go or change its name, for its revisions refer to it.
ALTER TABLE intake.import_processes DROP CONSTRAINT import_processes_organisation_import_supplier_fkey;

-- Processes never seen before, of suppliers that take them: nearly all there are. Stored and told in one call, which is a
-- transaction by itself. What it is given is the same as of the statements for the other cases
-- (adapters/postgres/intake-acceptance.ts), and so is the order of locks.
CREATE FUNCTION intake.accept_first(
  supplier_organisations text[], suppliers text[], attempts jsonb,
  partitions smallint[], counts integer[], partition_of smallint[], ranks integer[], ids text[], sources text[],
  types text[], versions text[], times timestamptz[], subjects text[], keys text[], import_suppliers text[],
  organisations text[], causation_ids text[], correlation_ids text[], traceparents text[], starts integer[],
  lengths integer[], payloads bytea)
RETURNS TABLE (partition smallint, last_sequence bigint) LANGUAGE plpgsql AS $$
DECLARE
  ongoing integer;
  stored integer;
BEGIN
  SELECT count(*) INTO ongoing FROM (
    SELECT s.status FROM intake.import_suppliers s
    JOIN unnest(supplier_organisations, suppliers) AS wanted (organisation, import_supplier)
      USING (organisation, import_supplier)
    ORDER BY s.organisation, s.import_supplier
    FOR SHARE OF s
  ) AS held WHERE held.status = 'ongoing';
  IF ongoing < cardinality(suppliers) THEN
    RETURN;
  END IF;
  -- Seen here, the usual repetition of a request costs a look, and not a transaction to be undone.
  IF EXISTS (
    SELECT FROM jsonb_to_recordset(attempts) AS a (organisation text, resource_type text, external_identifier text)
    CROSS JOIN LATERAL (
      SELECT FROM intake.import_processes p
      WHERE (p.organisation, p.resource_type, p.external_identifier)
          = (a.organisation, a.resource_type, a.external_identifier)
      LIMIT 1
    ) AS known
  ) THEN
    RETURN;
  END IF;
  INSERT INTO intake.import_processes
    (organisation, resource_type, external_identifier, import_supplier, payload, payload_sha256, accepted_event_id,
     correlation_id, traceparent, expiry_window_end, supplier_revision)
  SELECT a.organisation, a.resource_type, a.external_identifier, a.import_supplier, a.payload,
    decode(a.payload_sha256, 'hex'), a.accepted_event_id, a.correlation_id, a.traceparent,
    now() + s.expiry_window_days * interval '24 hours', s.revision
  FROM jsonb_to_recordset(attempts) AS a (
    organisation text, resource_type text, external_identifier text, import_supplier text, payload jsonb,
    payload_sha256 text, accepted_event_id text, correlation_id text, traceparent text)
  JOIN intake.import_suppliers s USING (organisation, import_supplier)
  ORDER BY a.resource_type, a.organisation, a.external_identifier
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS stored = ROW_COUNT;
  IF stored < jsonb_array_length(attempts) THEN
    RAISE EXCEPTION 'another request has stored one of the processes' USING ERRCODE = 'HRF04';
  END IF;
  RETURN QUERY SELECT * FROM journal.append(
    partitions, counts, partition_of, ranks, ids, sources, types, versions, times, subjects, keys, import_suppliers,
    organisations, causation_ids, correlation_ids, traceparents, starts, lengths, payloads);
END $$;
COMMENT ON FUNCTION intake.accept_first IS 'Stores processes that nobody has asked for before, and appends the events given. No row and no change where one is known already or a supplier is not ongoing; HRF04 where another transaction stores one meanwhile.';

-- Down Migration
DROP FUNCTION intake.accept_first;
ALTER TABLE intake.import_processes
  ADD FOREIGN KEY (organisation, import_supplier) REFERENCES intake.import_suppliers;
DROP FUNCTION journal.append;
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
