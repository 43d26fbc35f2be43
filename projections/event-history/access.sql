-- What no organisation told of goes with its account, if our own importer made that. The functions ask with the owner's
-- rights, so a plan need not carry the policies of one table inside another's; and their tables are fixed when they are
-- made, whatever the search path of who asks.

CREATE OR REPLACE FUNCTION is_own_account(number text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
RETURN EXISTS (
  SELECT FROM account_owners WHERE account_number = number AND organisation = access.organisation()
);
COMMENT ON FUNCTION is_own_account IS 'Whether our importer made the account for the organisation for which is read.';

CREATE OR REPLACE FUNCTION is_of_own_account(thing text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
RETURN EXISTS (
  SELECT FROM links l JOIN account_owners o USING (account_number)
  WHERE l.entity = thing AND l.is_vouched AND o.organisation = access.organisation()
);
COMMENT ON FUNCTION is_of_own_account IS 'Whether a link that is vouched for leads to such an account.';

CREATE POLICY of_account ON links FOR SELECT TO headrace_organisation USING (is_own_account(account_number));

CREATE POLICY of_account ON events FOR SELECT TO headrace_organisation USING (
  organisation IS NULL
  AND CASE WHEN account_number IS NULL THEN is_of_own_account(entity) ELSE is_own_account(account_number) END
);
