-- The keys of what is the organisation's that access.organisation() names, and what lists of it are narrowed by: a page is
-- found here, and then shown by the view of the list. It asks with its owner's rights: under row-level security PostgreSQL
-- does not know how many rows a policy leaves. What an organisation may not see is not in it.

CREATE VIEW read_model.own_supplier_lifecycles WITH (security_invoker = false) AS
SELECT
  p.kind, p.known_by, p.reference AS process, a.import_supplier, p.account_number, p.subtype, p.status, p.open_since
FROM accounts a
JOIN processes p ON p.account_number = a.account_number
WHERE a.organisation = access.organisation()
-- As in the view of the list: what is told under an id shows in the row of the number, once an event has told both.
AND NOT EXISTS (
  SELECT FROM processes n WHERE p.known_by = 'id' AND n.kind = p.kind AND n.known_by = 'number'
    AND n.reference = p.process_number AND n.account_number = p.account_number
) AND NOT EXISTS (
  SELECT FROM processes n WHERE p.kind = 'unknown' AND n.kind IN ('join', 'leave') AND n.known_by = 'number'
    AND n.reference = p.reference AND n.account_number = p.account_number
);
COMMENT ON VIEW read_model.own_supplier_lifecycles IS 'Join and leave processes of the organisation for which is read.';
COMMENT ON COLUMN read_model.own_supplier_lifecycles.kind IS 'join, leave or unknown.';
COMMENT ON COLUMN read_model.own_supplier_lifecycles.known_by IS 'number or id: what process is.';
COMMENT ON COLUMN read_model.own_supplier_lifecycles.process IS 'Number of the process, or its id where only that is known.';
COMMENT ON COLUMN read_model.own_supplier_lifecycles.import_supplier IS 'Import supplier of its account; null where unknown.';
COMMENT ON COLUMN read_model.own_supplier_lifecycles.account_number IS 'Account it is about.';
COMMENT ON COLUMN read_model.own_supplier_lifecycles.subtype IS 'Subtype, as told.';
COMMENT ON COLUMN read_model.own_supplier_lifecycles.status IS 'The furthest status that its events tell.';
COMMENT ON COLUMN read_model.own_supplier_lifecycles.open_since IS 'Since when it has been in its status; null where it is over.';
