-- Up Migration

-- What customers are called is kept as long as it is needed: until some time after the process has ended.
ALTER TABLE intake.import_processes
  ALTER COLUMN payload DROP NOT NULL,
  ADD CONSTRAINT import_processes_payload_check CHECK (state <> 'waiting' OR payload IS NOT NULL);
CREATE INDEX import_processes_payload_kept ON intake.import_processes (finished_at)
  WHERE state <> 'waiting' AND payload IS NOT NULL;
COMMENT ON COLUMN intake.import_processes.payload IS 'The payload of the latest attempt; null once it was deleted, some time after the process ended.';
COMMENT ON COLUMN intake.import_processes.payload_sha256 IS 'SHA-256 of the payload''s canonical JSON: tells the same request from another, also when the payload is deleted.';

CREATE INDEX post_import_tasks_input_kept ON importer.post_import_tasks (finished_at)
  WHERE state <> 'pending' AND input <> '{}';
COMMENT ON COLUMN importer.post_import_tasks.input IS 'What it needs of the payload; empty once it was deleted, some time after the task ended.';

-- What the projectors leave word of is told by GET /v1/query/projections, which reads as these roles.
GRANT SELECT ON projector.stops, projector.holds TO headrace_organisation, headrace_operator;

-- Down Migration
DROP INDEX importer.post_import_tasks_input_kept;
DROP INDEX intake.import_processes_payload_kept;
ALTER TABLE intake.import_processes DROP CONSTRAINT import_processes_payload_check;
UPDATE intake.import_processes SET payload = '{}' WHERE payload IS NULL;
ALTER TABLE intake.import_processes ALTER COLUMN payload SET NOT NULL;
