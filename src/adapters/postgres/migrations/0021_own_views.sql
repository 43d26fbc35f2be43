-- Up Migration
-- A view that says security_invoker=false asks with its owner's rights, and so says itself whose rows it shows: that is
-- left as it is.
CREATE OR REPLACE FUNCTION access.protect_views(protected text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  shown record;
BEGIN
  FOR shown IN
    SELECT oid::regclass AS view, coalesce(reloptions, '{}') @> ARRAY['security_invoker=false'] AS asks_as_owner
    FROM pg_catalog.pg_class
    WHERE relnamespace = to_regnamespace(quote_ident(protected)) AND relkind = 'v'
      -- One that is protected is left alone: it would be locked for nothing, and PostgreSQL refuses one of two grants at once.
      AND NOT coalesce(reloptions, '{}') @> ARRAY['security_invoker=true']
      AND NOT (coalesce(reloptions, '{}') @> ARRAY['security_invoker=false']
        AND has_table_privilege('headrace_organisation', oid, 'SELECT'))
    ORDER BY relname
  LOOP
    IF NOT shown.asks_as_owner THEN
      EXECUTE format('ALTER VIEW %s SET (security_invoker = true)', shown.view);
    END IF;
    EXECUTE format('GRANT SELECT ON %s TO headrace_organisation, headrace_operator', shown.view);
  END LOOP;
  -- Once only: several projections make their views at the same time, and PostgreSQL refuses one of two grants at once.
  IF NOT has_schema_privilege('headrace_organisation', protected, 'USAGE') THEN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO headrace_organisation, headrace_operator', protected);
  END IF;
END $$;
COMMENT ON FUNCTION access.protect_views IS 'Makes every view of a schema show its reader no more than the tables would, unless it says security_invoker=false.';
COMMENT ON FUNCTION access.organisation IS 'The organisation for which is read, or which an operator asks about; null where it was not said.';

-- Down Migration
COMMENT ON FUNCTION access.organisation IS 'The organisation for which is read; null where it was not said.';
CREATE OR REPLACE FUNCTION access.protect_views(protected text) RETURNS void LANGUAGE plpgsql AS $$
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
