-- Up Migration
CREATE SCHEMA analytics;
COMMENT ON SCHEMA analytics IS 'For analysts: the read models and one view for each event type. Read it with the role headrace_analyst.';

-- How far back the tables are that analysts read. With its owner's rights, so that they need none on the log.
CREATE VIEW analytics.freshness AS
SELECT
  p.projection AS read_model,
  p.version,
  min(p.event_time) FILTER (WHERE p.sequence < j.last_sequence) AS behind_since,
  max(p.event_time) AS newest_event_at,
  max(p.updated_at) AS last_applied_at,
  sum(p.sequence)::bigint AS events_applied,
  sum(j.last_sequence - p.sequence)::bigint AS events_behind,
  max(coalesce(oldest.lag_seconds, 0)) AS lag_seconds,
  (SELECT count(*) FROM projector.parked_events e
   WHERE e.projection = p.projection AND e.version = p.version) AS events_parked
FROM projector.live_versions l
JOIN projector.positions p USING (projection, version)
JOIN journal.partitions j USING (partition)
LEFT JOIN LATERAL (
  SELECT greatest(0, extract(epoch FROM clock_timestamp() - e.appended_at))::double precision AS lag_seconds
  FROM journal.events e WHERE e.partition = p.partition AND e.sequence > p.sequence
  ORDER BY e.sequence LIMIT 1
) oldest ON true
GROUP BY p.projection, p.version;
COMMENT ON VIEW analytics.freshness IS 'How fresh each read model is. One row a read model.';
COMMENT ON COLUMN analytics.freshness.read_model IS 'Name of the read model.';
COMMENT ON COLUMN analytics.freshness.version IS 'Version of its tables that the views show.';
COMMENT ON COLUMN analytics.freshness.behind_since IS 'Time of the last event applied in the partition that is furthest behind; null where nothing is behind.';
COMMENT ON COLUMN analytics.freshness.newest_event_at IS 'Greatest time of the last events applied of each partition; null where there are none.';
COMMENT ON COLUMN analytics.freshness.last_applied_at IS 'When events were last applied.';
COMMENT ON COLUMN analytics.freshness.events_applied IS 'Events of the log that it has applied.';
COMMENT ON COLUMN analytics.freshness.events_behind IS 'Events of the log that it has not.';
COMMENT ON COLUMN analytics.freshness.lag_seconds IS 'Age, since it was written to the log, of the oldest event not applied; 0 where all are.';
COMMENT ON COLUMN analytics.freshness.events_parked IS 'Events set aside because they could not be applied: they are missing from its tables.';

-- Roles belong to the whole cluster, where several installations may share this one: it owns nothing, cannot log in, and
-- reads in each database only what was granted there. Where the user may not make it the service works as well without:
-- an administrator makes it, and calls this function again.
CREATE FUNCTION analytics.let_analysts_read() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF to_regrole('headrace_analyst') IS NULL THEN
    BEGIN
      CREATE ROLE headrace_analyst NOLOGIN;
    -- Another database of the cluster may be doing the same at this moment.
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      WHEN insufficient_privilege THEN
        RAISE NOTICE 'the role headrace_analyst is missing, and this user may not make it';
        RETURN false;
    END;
  END IF;
  GRANT USAGE ON SCHEMA analytics TO headrace_analyst;
  GRANT SELECT ON ALL TABLES IN SCHEMA analytics TO headrace_analyst;
  -- Views are made anew with each version of a read model.
  ALTER DEFAULT PRIVILEGES IN SCHEMA analytics GRANT SELECT ON TABLES TO headrace_analyst;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION analytics.let_analysts_read FROM PUBLIC;
COMMENT ON FUNCTION analytics.let_analysts_read IS 'Lets the role headrace_analyst read this schema, also what is made in it later; makes the role where it is missing and that is allowed. False where it is missing still.';
SELECT analytics.let_analysts_read();

-- Down Migration
DO $$
BEGIN
  IF to_regrole('headrace_analyst') IS NOT NULL THEN
    ALTER DEFAULT PRIVILEGES IN SCHEMA analytics REVOKE SELECT ON TABLES FROM headrace_analyst;
  END IF;
END $$;
DROP SCHEMA analytics CASCADE;
