CREATE TABLE checked_files (
  kind text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  bucket text COLLATE "C" NOT NULL,
  is_safe boolean,
  is_safe_stamp text COLLATE "C",
  filename text,
  filename_stamp text COLLATE "C",
  size_in_bytes bigint,
  size_in_bytes_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (kind, reference, bucket)
) WITH (fillfactor = 70);
COMMENT ON TABLE checked_files IS 'Files of customers that were checked. No event tells which message or account they came with.';
COMMENT ON COLUMN checked_files.kind IS 'uploaded_file or message_attachment.';
COMMENT ON COLUMN checked_files.reference IS 'Reference of an uploaded file; object store key of an attachment.';
COMMENT ON COLUMN checked_files.bucket IS 'Object store bucket of an attachment; empty for uploaded files.';
COMMENT ON COLUMN checked_files.is_safe IS 'Whether it was found safe.';
COMMENT ON COLUMN checked_files.is_safe_stamp IS 'Time and id of the event that told is_safe.';
COMMENT ON COLUMN checked_files.filename IS 'Its name; null for uploaded files.';
COMMENT ON COLUMN checked_files.filename_stamp IS 'Time and id of the event that told filename.';
COMMENT ON COLUMN checked_files.size_in_bytes IS 'Its size in bytes; null for uploaded files.';
COMMENT ON COLUMN checked_files.size_in_bytes_stamp IS 'Time and id of the event that told size_in_bytes.';
COMMENT ON COLUMN checked_files.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN checked_files.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN checked_files.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN checked_files.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN checked_files.last_told_at IS 'Time of the latest event that tells of it.';
