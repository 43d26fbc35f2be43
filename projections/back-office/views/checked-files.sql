CREATE VIEW read_model.checked_files AS
SELECT
  f.kind, f.reference, f.bucket,
  coalesce(f.imported_by, CASE WHEN f.published_by_least = f.published_by_greatest THEN f.published_by_least END) AS organisation,
  f.is_safe, f.filename, f.size_in_bytes, f.first_told_at, f.last_told_at
FROM checked_files f;
COMMENT ON VIEW read_model.checked_files IS 'Files of customers that were checked. One row a file.';
COMMENT ON COLUMN read_model.checked_files.kind IS 'uploaded_file or message_attachment.';
COMMENT ON COLUMN read_model.checked_files.reference IS 'Reference of an uploaded file; object store key of an attachment.';
COMMENT ON COLUMN read_model.checked_files.bucket IS 'Object store bucket of an attachment; empty for uploaded files.';
COMMENT ON COLUMN read_model.checked_files.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.checked_files.is_safe IS 'Whether it was found safe.';
COMMENT ON COLUMN read_model.checked_files.filename IS 'Its name; null for uploaded files.';
COMMENT ON COLUMN read_model.checked_files.size_in_bytes IS 'Its size in bytes; null for uploaded files.';
COMMENT ON COLUMN read_model.checked_files.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.checked_files.last_told_at IS 'Time of the latest event that tells of it.';
