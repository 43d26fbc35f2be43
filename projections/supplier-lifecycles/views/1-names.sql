-- A process has the organisation of its account: what our own importer made an account for is its owner's, whatever
-- others publish about it; else it is that of the only organisation that published about it.

CREATE VIEW read_model.lifecycle_names AS
SELECT
  p.kind, p.known_by, p.reference AS process, a.organisation, a.import_supplier, p.account_number,
  t.kind AS told_kind, t.known_by AS told_by, t.reference AS told_as
FROM processes p
LEFT JOIN accounts a ON a.account_number = p.account_number
CROSS JOIN LATERAL (
  SELECT p.kind, p.known_by, p.reference
  UNION ALL
  SELECT i.kind, i.known_by, i.reference FROM processes i
  WHERE p.known_by = 'number' AND i.known_by = 'id' AND i.process_number = p.reference AND i.kind = p.kind
    AND i.account_number = p.account_number
) t
-- What is told under an id shows in the row of the number, once an event has told both; a reported status in that of
-- the process. The account must be the same, so that nobody joins what is another's to a process of his.
WHERE NOT EXISTS (
  SELECT FROM processes n WHERE p.known_by = 'id' AND n.kind = p.kind AND n.known_by = 'number'
    AND n.reference = p.process_number AND n.account_number = p.account_number
) AND NOT EXISTS (
  SELECT FROM processes n WHERE p.kind = 'unknown' AND n.kind IN ('join', 'leave') AND n.known_by = 'number'
    AND n.reference = p.reference AND n.account_number = p.account_number
);
COMMENT ON VIEW read_model.lifecycle_names IS 'Under which names the facts of a process are kept. One row a process and name.';
COMMENT ON COLUMN read_model.lifecycle_names.kind IS 'join or leave; unknown where only a reported status names it.';
COMMENT ON COLUMN read_model.lifecycle_names.known_by IS 'number or id: what it is called by; by its id only while no event has told its number.';
COMMENT ON COLUMN read_model.lifecycle_names.process IS 'That number, or that id as text.';
COMMENT ON COLUMN read_model.lifecycle_names.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.lifecycle_names.import_supplier IS 'Import supplier of its account; null where unknown.';
COMMENT ON COLUMN read_model.lifecycle_names.account_number IS 'Account it is for; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.lifecycle_names.told_kind IS 'Kind of the rows that hold what is told.';
COMMENT ON COLUMN read_model.lifecycle_names.told_by IS 'By what those are called.';
COMMENT ON COLUMN read_model.lifecycle_names.told_as IS 'That number or id.';
