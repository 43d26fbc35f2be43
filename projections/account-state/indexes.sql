-- Made where they are missing, also beside tables that have rows: a new one needs no new version. One that is to be another
-- needs another name.

-- Of what is told to be an organisation's.
CREATE INDEX agreements_organisation ON agreements ((coalesce(imported_by, CASE WHEN published_by_least = published_by_greatest THEN published_by_least END)), agreement_id);
CREATE INDEX conversations_organisation ON conversations ((coalesce(imported_by, CASE WHEN published_by_least = published_by_greatest THEN published_by_least END)), conversation_relay_id);

-- Of what goes with an account: from the account, where an organisation has few, or in the list's order, where it has many.
CREATE INDEX agreements_by_account ON agreements (account_number, agreement_id) INCLUDE (product_code) WHERE imported_by IS NULL AND published_by_least IS NULL;
CREATE INDEX agreements_unclaimed ON agreements (agreement_id) INCLUDE (account_number, product_code) WHERE imported_by IS NULL AND published_by_least IS NULL;
CREATE INDEX conversations_by_account ON conversations (account_number, conversation_relay_id) WHERE imported_by IS NULL AND published_by_least IS NULL;
CREATE INDEX conversations_unclaimed ON conversations (conversation_relay_id) INCLUDE (account_number) WHERE imported_by IS NULL AND published_by_least IS NULL;

-- CASE, and not coalesce(), which no index serves under row-level security.
CREATE INDEX conversations_status ON conversations ((CASE WHEN state IS NULL THEN 'unknown' ELSE state END), conversation_relay_id);
