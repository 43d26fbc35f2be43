-- Up Migration

-- Failed rows of a supplier are downloaded to be corrected and sent again; failures are the few.
CREATE INDEX import_processes_failed
  ON intake.import_processes (organisation, import_supplier, resource_type, external_identifier)
  WHERE state = 'error';

-- Down Migration
DROP INDEX intake.import_processes_failed;
