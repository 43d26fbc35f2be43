-- Who sees the rows whose own columns do not tell whose they are. Each condition reads other tables with the rights of
-- who asks, so what may be seen of them decides.

-- What the industry alone told of a meter point goes with the registrations of it.
CREATE POLICY of_registration ON meter_points FOR SELECT TO headrace_organisation USING (
  imported_by IS NULL AND published_by_least IS NULL AND EXISTS (
    SELECT FROM supply_registrations r WHERE r.fuel = meter_points.fuel AND r.meter_point = meter_points.meter_point
  )
);

-- Whose a user is by the user's own columns. With the owner's rights: links and users are seen by way of each other,
-- and one of the two has to end the circle.
CREATE OR REPLACE FUNCTION told_owner_of_user(user_id bigint) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
RETURN (
  SELECT coalesce(u.imported_by, CASE WHEN u.published_by_least = u.published_by_greatest THEN u.published_by_least END)
  FROM account_users u WHERE u.user_id = told_owner_of_user.user_id
);
COMMENT ON FUNCTION told_owner_of_user IS 'The organisation a user is told to be of; null where that is not told.';

CREATE POLICY of_account ON account_user_links FOR SELECT TO headrace_organisation USING (
  EXISTS (SELECT FROM accounts a WHERE a.account_number = account_user_links.account_number)
);
CREATE POLICY of_user ON account_user_links FOR SELECT TO headrace_organisation USING (
  told_owner_of_user(user_id) = access.organisation()
);

CREATE POLICY of_account ON account_users FOR SELECT TO headrace_organisation USING (
  imported_by IS NULL AND published_by_least IS NULL AND EXISTS (
    SELECT FROM account_user_links l JOIN accounts a ON a.account_number = l.account_number
    WHERE l.user_id = account_users.user_id
  )
);
CREATE POLICY of_user ON account_user_metadata FOR SELECT TO headrace_organisation USING (
  imported_by IS NULL AND published_by_least IS NULL
  AND EXISTS (SELECT FROM account_users u WHERE u.user_id = account_user_metadata.user_id)
);
CREATE POLICY of_user ON psr_records FOR SELECT TO headrace_organisation USING (
  imported_by IS NULL AND published_by_least IS NULL
  AND EXISTS (SELECT FROM account_users u WHERE u.user_id = psr_records.user_id)
);

CREATE POLICY of_entity ON reported_changes FOR SELECT TO headrace_organisation USING (
  CASE entity
    WHEN 'agreement' THEN EXISTS (SELECT FROM agreements g WHERE g.agreement_id = reported_changes.entity_id::bigint)
    WHEN 'account' THEN EXISTS (SELECT FROM accounts a WHERE a.account_number = reported_changes.entity_id)
    WHEN 'account_metadata' THEN EXISTS (SELECT FROM accounts a WHERE a.account_number = reported_changes.entity_id)
    WHEN 'campaign_account' THEN EXISTS (SELECT FROM accounts a WHERE a.account_number = reported_changes.entity_id)
    WHEN 'account_user' THEN EXISTS (SELECT FROM account_users u WHERE u.user_id = reported_changes.entity_id::bigint)
    WHEN 'account_user_metadata' THEN EXISTS (SELECT FROM account_users u WHERE u.user_id = reported_changes.entity_id::bigint)
  END
);
