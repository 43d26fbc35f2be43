-- The keys of what is the organisation's that access.organisation() names, and what lists of it are narrowed by: a page is
-- found here, and then shown by the view of the list. They ask with their owner's rights: under row-level security
-- PostgreSQL takes neither a condition on coalesce() to an index, nor knows how many rows a policy leaves. What an
-- organisation may not see is in none of them. A thing whose organisation is told is found by that, one of which only
-- others told by its account; no index spans both, so there is a view for each.

CREATE VIEW read_model.own_accounts WITH (security_invoker = false) AS
SELECT a.account_number, a.import_supplier
FROM accounts a
WHERE coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) = access.organisation();
COMMENT ON VIEW read_model.own_accounts IS 'Accounts of the organisation for which is read.';
COMMENT ON COLUMN read_model.own_accounts.account_number IS 'Number of the account.';
COMMENT ON COLUMN read_model.own_accounts.import_supplier IS 'Import supplier it came under; null where unknown.';

CREATE VIEW read_model.own_agreements WITH (security_invoker = false) AS
SELECT g.agreement_id, g.account_number, g.product_code
FROM agreements g
WHERE coalesce(g.imported_by, CASE WHEN g.published_by_least = g.published_by_greatest THEN g.published_by_least END) = access.organisation();
COMMENT ON VIEW read_model.own_agreements IS 'Agreements that are told to be of the organisation for which is read.';
COMMENT ON COLUMN read_model.own_agreements.agreement_id IS 'Id of the agreement.';
COMMENT ON COLUMN read_model.own_agreements.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN read_model.own_agreements.product_code IS 'Product.';

CREATE VIEW read_model.own_agreements_by_account WITH (security_invoker = false) AS
SELECT g.agreement_id, g.account_number, g.product_code
FROM accounts a
JOIN agreements g ON g.account_number = a.account_number
WHERE coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) = access.organisation()
  AND g.imported_by IS NULL AND g.published_by_least IS NULL;
COMMENT ON VIEW read_model.own_agreements_by_account IS 'Agreements that go with an account of the organisation for which is read.';
COMMENT ON COLUMN read_model.own_agreements_by_account.agreement_id IS 'Id of the agreement.';
COMMENT ON COLUMN read_model.own_agreements_by_account.account_number IS 'Account it belongs to.';
COMMENT ON COLUMN read_model.own_agreements_by_account.product_code IS 'Product.';

CREATE VIEW read_model.own_conversations WITH (security_invoker = false) AS
SELECT c.conversation_relay_id, c.account_number, CASE WHEN c.state IS NULL THEN 'unknown' ELSE c.state END AS status
FROM conversations c
WHERE coalesce(c.imported_by, CASE WHEN c.published_by_least = c.published_by_greatest THEN c.published_by_least END) = access.organisation();
COMMENT ON VIEW read_model.own_conversations IS 'Conversations that are told to be of the organisation for which is read.';
COMMENT ON COLUMN read_model.own_conversations.conversation_relay_id IS 'Id of the conversation.';
COMMENT ON COLUMN read_model.own_conversations.account_number IS 'Account it is about; null while no event has named it.';
COMMENT ON COLUMN read_model.own_conversations.status IS 'open, closed, snoozed, awaiting_customer or unknown.';

CREATE VIEW read_model.own_conversations_by_account WITH (security_invoker = false) AS
SELECT c.conversation_relay_id, c.account_number, CASE WHEN c.state IS NULL THEN 'unknown' ELSE c.state END AS status
FROM accounts a
JOIN conversations c ON c.account_number = a.account_number
WHERE coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) = access.organisation()
  AND c.imported_by IS NULL AND c.published_by_least IS NULL;
COMMENT ON VIEW read_model.own_conversations_by_account IS 'Conversations that go with an account of the organisation for which is read.';
COMMENT ON COLUMN read_model.own_conversations_by_account.conversation_relay_id IS 'Id of the conversation.';
COMMENT ON COLUMN read_model.own_conversations_by_account.account_number IS 'Account it is about.';
COMMENT ON COLUMN read_model.own_conversations_by_account.status IS 'open, closed, snoozed, awaiting_customer or unknown.';
