-- Up Migration
-- Two roles read for others: headrace_organisation sees the rows of the organisation that the setting
-- headrace.organisation names, headrace_operator sees all. Roles belong to the cluster and not to the database, so the
-- program makes them (adapters/postgres/access-roles.ts) before it migrates.
CREATE SCHEMA access;
GRANT USAGE ON SCHEMA access TO headrace_organisation, headrace_operator;
COMMENT ON SCHEMA access IS 'Who may see which rows.';

-- Null, and so nobody's rows, where the setting is missing. Plain SQL, so that it is put into the plan and its indexes.
CREATE FUNCTION access.organisation() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('headrace.organisation', true), '');
COMMENT ON FUNCTION access.organisation IS 'The organisation for which is read; null where it was not said.';

CREATE FUNCTION access.rule_of(protected regclass) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  columns name[] := ARRAY(
    SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid = protected AND attnum > 0 AND NOT attisdropped);
  accounts regclass := (
    SELECT other.oid FROM pg_catalog.pg_class this JOIN pg_catalog.pg_class other USING (relnamespace)
    WHERE this.oid = protected AND other.relname = 'accounts' AND other.oid <> this.oid);
BEGIN
  IF 'organisation' = ANY (columns) THEN
    RETURN 'organisation = access.organisation()';
  ELSIF NOT columns @> ARRAY['imported_by', 'published_by_least', 'published_by_greatest']::name[] THEN
    RETURN NULL;
  END IF;
  RETURN 'coalesce(imported_by, CASE WHEN published_by_least = published_by_greatest THEN published_by_least END)'
    || ' = access.organisation()'
    -- What only others told of goes with its account, as far as that may be seen.
    || CASE WHEN accounts IS NOT NULL AND 'account_number' = ANY (columns) THEN format(
         ' OR imported_by IS NULL AND published_by_least IS NULL'
         ' AND EXISTS (SELECT FROM %s a WHERE a.account_number = %s.account_number)',
         accounts, (SELECT quote_ident(relname) FROM pg_catalog.pg_class WHERE oid = protected))
       ELSE '' END;
END $$;
COMMENT ON FUNCTION access.rule_of IS 'The condition under which a row of the table is an organisation''s, by the columns the table has; null where they do not tell.';

-- Reading is granted to both roles and ruled for both; a table whose columns do not tell shows an organisation nothing
-- until a policy of its own says more.
CREATE FUNCTION access.protect(protected regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  rule text := access.rule_of(protected);
  old name;
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', protected);
  FOR old IN SELECT polname FROM pg_catalog.pg_policy WHERE polrelid = protected LOOP
    EXECUTE format('DROP POLICY %I ON %s', old, protected);
  END LOOP;
  EXECUTE format('CREATE POLICY operator ON %s FOR SELECT TO headrace_operator USING (true)', protected);
  IF rule IS NOT NULL THEN
    EXECUTE format('CREATE POLICY organisation ON %s FOR SELECT TO headrace_organisation USING (%s)', protected, rule);
  END IF;
  EXECUTE format('GRANT SELECT ON %s TO headrace_organisation, headrace_operator', protected);
END $$;
COMMENT ON FUNCTION access.protect IS 'Lets organisations read their own rows of a table, and operators all.';

CREATE FUNCTION access.protect_schema(protected text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM access.protect(c.oid) FROM pg_catalog.pg_class c
  WHERE c.relnamespace = to_regnamespace(quote_ident(protected)) AND c.relkind IN ('r', 'p')
  ORDER BY c.relname;
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO headrace_organisation, headrace_operator', protected);
END $$;
COMMENT ON FUNCTION access.protect_schema IS 'Protects every table of a schema.';

CREATE FUNCTION access.protect_views(protected text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  shown regclass;
BEGIN
  FOR shown IN
    SELECT oid FROM pg_catalog.pg_class
    WHERE relnamespace = to_regnamespace(quote_ident(protected)) AND relkind = 'v'
      -- One that is protected is left alone: it would be locked for nothing.
      AND NOT coalesce(reloptions, '{}') @> ARRAY['security_invoker=true']
    ORDER BY relname
  LOOP
    EXECUTE format('ALTER VIEW %s SET (security_invoker = true)', shown);
    EXECUTE format('GRANT SELECT ON %s TO headrace_organisation, headrace_operator', shown);
  END LOOP;
  -- Once only: several projections make their views at the same time, and PostgreSQL refuses one of two grants at once.
  IF NOT has_schema_privilege('headrace_organisation', protected, 'USAGE') THEN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO headrace_organisation, headrace_operator', protected);
  END IF;
END $$;
COMMENT ON FUNCTION access.protect_views IS 'Makes every view of a schema show its reader no more than the tables would.';

-- What was taken in, and what became of it.
SELECT access.protect_schema('intake'), access.protect_schema('importer');
-- Secrets, if only as hashes: for nobody who reads for others.
REVOKE ALL ON intake.api_keys, intake.access_tokens FROM headrace_organisation, headrace_operator;
SELECT access.protect('journal.events');
GRANT USAGE ON SCHEMA journal, projector TO headrace_organisation, headrace_operator;
-- Positions tell how far something is, and nothing of what is in it.
GRANT SELECT ON journal.partitions, projector.projections, projector.positions TO headrace_organisation, headrace_operator;
SELECT access.protect('projector.parked_events');

-- Read models that were made before.
SELECT access.protect_schema(replace(projection, '-', '_') || '_v' || version) FROM projector.projections;
SELECT access.protect_views('read_model');
ALTER TABLE projector.projections ADD COLUMN access_sha256 bytea;
COMMENT ON COLUMN projector.projections.access_sha256 IS 'SHA-256 of the SQL that says who sees which rows of its tables; null where that has to be said anew.';

-- With the owner's rights: what is not applied yet is counted in, whoever it belongs to.
CREATE FUNCTION projector.freshness(of_projection text, of_version integer)
RETURNS TABLE (partition smallint, sequence bigint, lag_seconds double precision)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 6 SET search_path = pg_catalog AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT p.partition, p.sequence, coalesce((
    SELECT greatest(0, extract(epoch FROM clock_timestamp() - e.appended_at))::float8
    FROM journal.events e WHERE e.partition = p.partition AND e.sequence > p.sequence
    ORDER BY e.sequence LIMIT 1
  ), 0)
  FROM projector.positions p WHERE p.projection = of_projection AND p.version = of_version ORDER BY p.partition;
END $$;
COMMENT ON FUNCTION projector.freshness IS 'How far a projection is, and the age in seconds, by append time, of the oldest event it has not applied; 0 where there is none.';

ALTER TABLE intake.api_keys ADD COLUMN rotated_to uuid REFERENCES intake.api_keys;
COMMENT ON COLUMN intake.api_keys.rotated_to IS 'The key that took its place, when it was last rotated; null where it never was.';
-- A revoked key takes its tokens with it.
CREATE INDEX access_tokens_api_key_id ON intake.access_tokens (api_key_id);

-- Suppliers' configurations as they were: a process names the one it ran with.
CREATE TABLE intake.import_supplier_revisions (
  organisation text NOT NULL,
  import_supplier text NOT NULL,
  revision integer NOT NULL,
  configuration jsonb NOT NULL,
  changed_by uuid REFERENCES intake.api_keys,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation, import_supplier, revision),
  FOREIGN KEY (organisation, import_supplier) REFERENCES intake.import_suppliers
);
COMMENT ON TABLE intake.import_supplier_revisions IS 'Every configuration an import supplier has had.';
COMMENT ON COLUMN intake.import_supplier_revisions.organisation IS 'Whose it is.';
COMMENT ON COLUMN intake.import_supplier_revisions.import_supplier IS 'The import supplier.';
COMMENT ON COLUMN intake.import_supplier_revisions.revision IS '1 for the first configuration; one more with each change.';
COMMENT ON COLUMN intake.import_supplier_revisions.configuration IS 'All columns that could be changed, by name.';
COMMENT ON COLUMN intake.import_supplier_revisions.changed_by IS 'API key that made it so; null where no request did.';
COMMENT ON COLUMN intake.import_supplier_revisions.changed_at IS 'Since when it holds.';

-- In the table's own triggers, so that no change is without history, whoever makes it.
CREATE FUNCTION intake.new_supplier_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := OLD.revision + 1;
  NEW.updated_at := now();
  RETURN NEW;
END $$;
CREATE FUNCTION intake.keep_supplier_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO intake.import_supplier_revisions
    (organisation, import_supplier, revision, configuration, changed_by, changed_at)
  VALUES (NEW.organisation, NEW.import_supplier, NEW.revision,
    to_jsonb(NEW) - ARRAY['organisation', 'import_supplier', 'revision', 'created_at', 'updated_at'],
    nullif(current_setting('headrace.changed_by', true), '')::uuid, NEW.updated_at);
  RETURN NULL;
END $$;
CREATE TRIGGER new_revision BEFORE UPDATE ON intake.import_suppliers
  FOR EACH ROW EXECUTE FUNCTION intake.new_supplier_revision();
CREATE TRIGGER keep_revision AFTER INSERT OR UPDATE ON intake.import_suppliers
  FOR EACH ROW EXECUTE FUNCTION intake.keep_supplier_revision();
INSERT INTO intake.import_supplier_revisions (organisation, import_supplier, revision, configuration, changed_at)
SELECT organisation, import_supplier, revision,
  to_jsonb(s) - ARRAY['organisation', 'import_supplier', 'revision', 'created_at', 'updated_at'], updated_at
FROM intake.import_suppliers s;
SELECT access.protect('intake.import_supplier_revisions');

ALTER TABLE intake.import_processes ADD COLUMN supplier_revision integer;
COMMENT ON COLUMN intake.import_processes.supplier_revision IS 'Revision of the supplier''s configuration that it was accepted under, or, once finished, ran with; null where that was not kept yet.';
ALTER TABLE intake.past_attempts ADD COLUMN supplier_revision integer;
COMMENT ON COLUMN intake.past_attempts.supplier_revision IS 'Revision of the supplier''s configuration that it ran with; null where that was not kept yet.';

-- Down Migration
ALTER TABLE intake.past_attempts DROP COLUMN supplier_revision;
ALTER TABLE intake.import_processes DROP COLUMN supplier_revision;
DROP TRIGGER keep_revision ON intake.import_suppliers;
DROP TRIGGER new_revision ON intake.import_suppliers;
DROP FUNCTION intake.keep_supplier_revision, intake.new_supplier_revision;
DROP TABLE intake.import_supplier_revisions;
ALTER TABLE intake.api_keys DROP COLUMN rotated_to;
DROP INDEX intake.access_tokens_api_key_id;
-- Takes with it what was granted to them here and the policies that name them.
DROP OWNED BY headrace_organisation, headrace_operator;
DROP FUNCTION projector.freshness;
ALTER TABLE projector.projections DROP COLUMN access_sha256;
DROP SCHEMA access CASCADE;
