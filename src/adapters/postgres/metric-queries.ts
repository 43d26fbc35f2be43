/** A metric and the query that reads it: its column `value` is the value, the others are labels. */
export interface MetricQuery {
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge';
  /** A relation without which there is nothing to read yet. */
  readonly needs: string;
  readonly sql: string;
}

const counter = (name: string, help: string, needs: string, sql: string): MetricQuery => ({
  name,
  help,
  kind: 'counter',
  needs,
  sql,
});
const gauge = (name: string, help: string, needs: string, sql: string): MetricQuery => ({
  ...counter(name, help, needs, sql),
  kind: 'gauge',
});

/** Age of the oldest event of `p.partition` behind `p.sequence`; 0 where there is none. */
export const AGE_SECONDS = `coalesce((
  SELECT greatest(0, extract(epoch FROM clock_timestamp() - e.appended_at))::float8
  FROM journal.events e WHERE e.partition = p.partition AND e.sequence > p.sequence
  ORDER BY e.sequence LIMIT 1), 0)`;

/**
 * What is told of the whole installation. Each reads counts that are kept, or walks a small index; labels name parts of
 * the installation, never what customers named.
 */
export const metricQueries: readonly MetricQuery[] = [
  counter(
    'headrace_journal_events_total',
    'Events appended to the journal.',
    'journal.partitions',
    'SELECT partition, last_sequence AS value FROM journal.partitions',
  ),
  counter(
    'headrace_imports_accepted_total',
    'Processes accepted, each once, as import-progress counts them.',
    'read_model.import_counts',
    'SELECT resource_type, sum(accepted) AS value FROM read_model.import_counts GROUP BY resource_type',
  ),
  counter(
    'headrace_imports_refused_total',
    'Requests refused, as import-progress counts them.',
    'read_model.import_counts',
    'SELECT resource_type, sum(refused) AS value FROM read_model.import_counts GROUP BY resource_type',
  ),
  gauge(
    'headrace_imports',
    'Processes by the state of their latest attempt, as import-progress counts them.',
    'read_model.import_counts',
    `SELECT resource_type, state, sum(count) AS value FROM read_model.import_counts,
       LATERAL (VALUES ('waiting', waiting), ('complete', complete), ('error', error), ('cancelled', cancelled))
         AS s (state, count)
     GROUP BY resource_type, state`,
  ),
  gauge(
    'headrace_imports_waiting_age_seconds',
    'Age of the process that has waited longest for the importer; 0 where none waits.',
    'intake.import_processes',
    `SELECT coalesce((
       SELECT greatest(0, extract(epoch FROM clock_timestamp() - accepted_at)) FROM intake.import_processes
       WHERE state = 'waiting' ORDER BY accepted_order LIMIT 1), 0) AS value`,
  ),
  gauge(
    'headrace_post_import_tasks_pending',
    'Tasks that follow imports and have not ended.',
    'importer.post_import_tasks',
    `SELECT task, count(*) AS value FROM importer.post_import_tasks WHERE state = 'pending' GROUP BY task`,
  ),
  counter(
    'headrace_inbound_records_total',
    'Records of other systems read from the inbound topic, by what became of them.',
    'inbound.positions',
    `SELECT outcome, sum(count) AS value FROM inbound.positions,
       LATERAL (VALUES ('journaled', journaled), ('duplicate', duplicates), ('parked', parked))
         AS o (outcome, count)
     GROUP BY outcome`,
  ),
  gauge(
    'headrace_inbound_parked_records',
    'Records of other systems that are set aside and wait for a decision.',
    'inbound.parked_records',
    `SELECT count(*) AS value FROM inbound.parked_records WHERE state = 'parked'`,
  ),
  counter(
    'headrace_relay_acknowledged_events_total',
    'Events of the journal that Kafka has acknowledged.',
    'relay.marks',
    'SELECT partition, sequence AS value FROM relay.marks',
  ),
  gauge(
    'headrace_relay_lag_seconds',
    'Age of the oldest event that Kafka has not acknowledged.',
    'relay.marks',
    `SELECT p.partition, ${AGE_SECONDS} AS value FROM relay.marks p`,
  ),
  gauge(
    'headrace_router_behind_events',
    'Events that a target of routes has not been given yet.',
    'router.positions',
    `SELECT target, sum(greatest(0, j.last_sequence - p.sequence)) AS value
     FROM router.positions p JOIN journal.partitions j USING (partition) GROUP BY target`,
  ),
  gauge(
    'headrace_router_stopped',
    '1 for each target that nothing is routed to, because a fault keeps it.',
    'router.stopped',
    'SELECT target, 1 AS value FROM router.stopped',
  ),
  gauge(
    'headrace_router_deliveries',
    'Events kept for webhooks: waiting for their turn, or dead.',
    'router.deliveries',
    `SELECT route, CASE WHEN dead_at IS NULL THEN 'waiting' ELSE 'dead' END AS state, count(*) AS value
     FROM router.deliveries GROUP BY 1, 2`,
  ),
  counter(
    'headrace_projection_applied_events_total',
    'Events of the log that a projection has applied.',
    'projector.positions',
    'SELECT projection, version, partition, sequence AS value FROM projector.positions',
  ),
  gauge(
    'headrace_projection_behind_events',
    'Events of the log that a projection has not applied.',
    'projector.positions',
    `SELECT p.projection, p.version, p.partition, greatest(0, j.last_sequence - p.sequence) AS value
     FROM projector.positions p JOIN journal.partitions j USING (partition)`,
  ),
  gauge(
    'headrace_projection_lag_seconds',
    'Age of the oldest event that a projection has not applied.',
    'projector.positions',
    `SELECT p.projection, p.version, p.partition, ${AGE_SECONDS} AS value FROM projector.positions p`,
  ),
  gauge(
    'headrace_projection_parked_events',
    'Events that a projection has set aside because they could not be applied.',
    'projector.parked_events',
    `SELECT v.projection, v.version, (SELECT count(*) FROM projector.parked_events e
       WHERE e.projection = v.projection AND e.version = v.version) AS value
     FROM projector.projections v`,
  ),
];
