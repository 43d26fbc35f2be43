-- Who sees the rows whose own columns do not tell whose they are: they go with an account, a user or an agreement.
-- The functions ask with the owner's rights, so a plan need not carry the policies of one table inside another's; and
-- their tables are fixed when they are made, whatever the search path of who asks.

CREATE OR REPLACE FUNCTION is_own_account(number text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
RETURN EXISTS (
  SELECT FROM accounts
  WHERE account_number = number
    AND coalesce(imported_by, CASE WHEN published_by_least = published_by_greatest THEN published_by_least END)
      = access.organisation()
);
COMMENT ON FUNCTION is_own_account IS 'Whether the account is of the organisation for which is read.';

CREATE OR REPLACE FUNCTION is_own_user(id bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
RETURN EXISTS (
  SELECT FROM account_users u
  WHERE u.user_id = id AND (
    coalesce(u.imported_by, CASE WHEN u.published_by_least = u.published_by_greatest THEN u.published_by_least END)
      = access.organisation()
    OR u.imported_by IS NULL AND u.published_by_least IS NULL AND EXISTS (
      SELECT FROM account_user_links l WHERE l.user_id = u.user_id AND is_own_account(l.account_number)
    )
  )
);
COMMENT ON FUNCTION is_own_user IS 'Whether the user is of the organisation for which is read; one that only others told of goes with the accounts.';

CREATE OR REPLACE FUNCTION is_own_agreement(id bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
RETURN EXISTS (
  SELECT FROM agreements g
  WHERE g.agreement_id = id AND (
    coalesce(g.imported_by, CASE WHEN g.published_by_least = g.published_by_greatest THEN g.published_by_least END)
      = access.organisation()
    OR g.imported_by IS NULL AND g.published_by_least IS NULL AND is_own_account(g.account_number)
  )
);
COMMENT ON FUNCTION is_own_agreement IS 'Whether the agreement is of the organisation for which is read; one that only others told of goes with its account.';

CREATE OR REPLACE FUNCTION is_own_contract(identifier text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
RETURN (
  SELECT min(s.organisation) = access.organisation() AND max(s.organisation) = access.organisation()
  FROM agreements g
  LEFT JOIN accounts a ON a.account_number = g.account_number
  CROSS JOIN LATERAL (
    SELECT CASE WHEN g.imported_by IS NULL AND g.published_by_least IS NULL
      THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END)
      ELSE coalesce(g.imported_by, CASE WHEN g.published_by_least = g.published_by_greatest THEN g.published_by_least END)
    END AS organisation
  ) s
  WHERE g.account_contract_identifier = identifier
);
COMMENT ON FUNCTION is_own_contract IS 'Whether all agreements that name the contract, as far as it is known whose they are, are of the organisation for which is read.';

-- All accounts of one's own user; of one that only others told of, one's own accounts.
CREATE POLICY of_user_or_account ON account_user_links FOR SELECT TO headrace_organisation USING (
  is_own_account(account_number) OR EXISTS (
    SELECT FROM account_users u
    WHERE u.user_id = account_user_links.user_id AND NOT (u.imported_by IS NULL AND u.published_by_least IS NULL)
  )
);
CREATE POLICY of_account ON account_users FOR SELECT TO headrace_organisation USING (
  imported_by IS NULL AND published_by_least IS NULL AND is_own_user(user_id)
);
CREATE POLICY of_user ON account_user_metadata FOR SELECT TO headrace_organisation USING (
  imported_by IS NULL AND published_by_least IS NULL AND is_own_user(user_id)
);
CREATE POLICY of_user ON psr_records FOR SELECT TO headrace_organisation USING (
  imported_by IS NULL AND published_by_least IS NULL AND is_own_user(user_id)
);

CREATE POLICY of_entity ON reported_changes FOR SELECT TO headrace_organisation USING (
  CASE
    WHEN entity IN ('account', 'account_metadata', 'campaign_account') THEN is_own_account(entity_id)
    WHEN entity IN ('account_user', 'account_user_metadata') THEN is_own_user(entity_id::bigint)
    WHEN entity = 'agreement' THEN is_own_agreement(entity_id::bigint)
    WHEN entity = 'account_call' THEN EXISTS (SELECT FROM account_calls c WHERE c.call_id = entity_id::bigint)
    WHEN entity = 'api_exception' THEN EXISTS (SELECT FROM api_exceptions x WHERE x.external_identifier = entity_id)
    WHEN entity = 'account_property_effective_period' THEN EXISTS (
      SELECT FROM property_periods p WHERE p.account_property_effective_period_id = entity_id::bigint
    )
  END
);

CREATE POLICY of_user ON user_verifications FOR SELECT TO headrace_organisation USING (
  imported_by IS NULL AND published_by_least IS NULL
  AND EXISTS (SELECT FROM account_users u WHERE u.user_number = user_verifications.user_number)
);
CREATE POLICY of_user ON login_failures FOR SELECT TO headrace_organisation USING (is_own_user(user_id));

-- What the industry alone told of a meter point goes with the registrations of it.
CREATE POLICY of_registration ON meter_points FOR SELECT TO headrace_organisation USING (
  imported_by IS NULL AND published_by_least IS NULL AND EXISTS (
    SELECT FROM supply_registrations r WHERE r.fuel = meter_points.fuel AND r.meter_point = meter_points.meter_point
  )
);

CREATE POLICY of_registration ON gas_meters FOR SELECT TO headrace_organisation USING (
  imported_by IS NULL AND published_by_least IS NULL AND EXISTS (
    SELECT FROM supply_registrations r WHERE r.fuel = 'gas' AND r.meter_point = gas_meters.mprn
  )
);
CREATE POLICY of_registration ON disputed_readings FOR SELECT TO headrace_organisation USING (
  imported_by IS NULL AND published_by_least IS NULL AND EXISTS (
    SELECT FROM supply_registrations r WHERE r.fuel = 'gas' AND r.meter_point = disputed_readings.mprn
  )
);

-- What only others told of a contract goes with the agreements that name it. Asked with the owner's rights, since one
-- that may not be seen can put it in dispute.
CREATE POLICY of_agreements ON contracts FOR SELECT TO headrace_organisation USING (
  imported_by IS NULL AND published_by_least IS NULL AND is_own_contract(contract_identifier)
);

-- Parts go with the whole, as far as that may be seen.
CREATE POLICY of_contract ON contract_journeys FOR SELECT TO headrace_organisation USING (
  EXISTS (SELECT FROM contracts k WHERE k.contract_identifier = contract_journeys.contract_identifier)
);
CREATE POLICY of_contract ON contract_subjects FOR SELECT TO headrace_organisation USING (
  EXISTS (SELECT FROM contracts k WHERE k.contract_identifier = contract_subjects.contract_identifier)
);
CREATE POLICY of_document ON billing_document_statuses FOR SELECT TO headrace_organisation USING (
  EXISTS (
    SELECT FROM billing_documents b
    WHERE b.billing_document_identifier = billing_document_statuses.billing_document_identifier
  )
);
CREATE POLICY of_process ON collection_steps FOR SELECT TO headrace_organisation USING (
  EXISTS (
    SELECT FROM collection_processes c
    WHERE c.collection_process_number = collection_steps.collection_process_number
  )
);
CREATE POLICY of_deposit ON deposit_instalments FOR SELECT TO headrace_organisation USING (
  EXISTS (SELECT FROM deposits d WHERE d.deposit_key = deposit_instalments.deposit_key)
);
CREATE POLICY of_conversation ON messages FOR SELECT TO headrace_organisation USING (
  imported_by IS NULL AND published_by_least IS NULL AND EXISTS (
    SELECT FROM conversations c WHERE c.conversation_relay_id = messages.conversation_relay_id
  )
);
CREATE POLICY of_conversation ON message_tags FOR SELECT TO headrace_organisation USING (
  EXISTS (SELECT FROM conversations c WHERE c.conversation_relay_id = message_tags.conversation_relay_id)
);
CREATE POLICY of_conversation ON conversation_places FOR SELECT TO headrace_organisation USING (
  EXISTS (SELECT FROM conversations c WHERE c.conversation_relay_id = conversation_places.conversation_relay_id)
);
CREATE POLICY of_group ON contract_group_members FOR SELECT TO headrace_organisation USING (
  EXISTS (
    SELECT FROM contract_groups g
    WHERE g.contract_group_identifier = contract_group_members.contract_group_identifier
  )
);
CREATE POLICY of_group ON contract_group_versions FOR SELECT TO headrace_organisation USING (
  EXISTS (
    SELECT FROM contract_groups g
    WHERE g.contract_group_identifier = contract_group_versions.contract_group_identifier
  )
);
CREATE POLICY of_period ON property_period_metadata FOR SELECT TO headrace_organisation USING (
  EXISTS (
    SELECT FROM property_periods p
    WHERE p.account_property_effective_period_id = property_period_metadata.account_property_effective_period_id
  )
);
