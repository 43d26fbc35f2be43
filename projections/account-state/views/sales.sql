CREATE VIEW read_model.goods_quotes AS
SELECT
  q.quote_id, q.account_number,
  CASE WHEN q.imported_by IS NULL AND q.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(q.imported_by, CASE WHEN q.published_by_least = q.published_by_greatest THEN q.published_by_least END) END AS organisation,
  q.market_name, q.lead_id, q.first_told_at, q.last_told_at
FROM goods_quotes q
LEFT JOIN accounts a ON a.account_number = q.account_number;
COMMENT ON VIEW read_model.goods_quotes IS 'Quotes for goods. One row a quote.';
COMMENT ON COLUMN read_model.goods_quotes.quote_id IS 'Id of the quote.';
COMMENT ON COLUMN read_model.goods_quotes.account_number IS 'Account it was made for; null where none was named.';
COMMENT ON COLUMN read_model.goods_quotes.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.goods_quotes.market_name IS 'Market of the quote.';
COMMENT ON COLUMN read_model.goods_quotes.lead_id IS 'Lead it came of.';
COMMENT ON COLUMN read_model.goods_quotes.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.goods_quotes.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.goods_purchases AS
SELECT
  p.purchase_id,
  coalesce(p.imported_by, CASE WHEN p.published_by_least = p.published_by_greatest THEN p.published_by_least END) AS organisation,
  p.account_id, p.support_user_id, p.first_told_at, p.last_told_at
FROM goods_purchases p;
COMMENT ON VIEW read_model.goods_purchases IS 'Purchases of goods. One row a purchase.';
COMMENT ON COLUMN read_model.goods_purchases.purchase_id IS 'Id of the purchase.';
COMMENT ON COLUMN read_model.goods_purchases.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.goods_purchases.account_id IS 'Internal id of the account; no event tells which account number it belongs to.';
COMMENT ON COLUMN read_model.goods_purchases.support_user_id IS 'Support user who made it; null where none did.';
COMMENT ON COLUMN read_model.goods_purchases.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.goods_purchases.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.affiliate_contracts AS
SELECT
  f.affiliate_account_contract_id, f.account_number,
  CASE WHEN f.imported_by IS NULL AND f.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(f.imported_by, CASE WHEN f.published_by_least = f.published_by_greatest THEN f.published_by_least END) END AS organisation,
  f.affiliate_contract_id, f.fuel, f.first_told_at, f.last_told_at
FROM affiliate_contracts f
LEFT JOIN accounts a ON a.account_number = f.account_number;
COMMENT ON VIEW read_model.affiliate_contracts IS 'Contracts of accounts that affiliates brought. One row a contract.';
COMMENT ON COLUMN read_model.affiliate_contracts.affiliate_account_contract_id IS 'Id of the contract of account and affiliate.';
COMMENT ON COLUMN read_model.affiliate_contracts.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN read_model.affiliate_contracts.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.affiliate_contracts.affiliate_contract_id IS 'Contract of the affiliate.';
COMMENT ON COLUMN read_model.affiliate_contracts.fuel IS 'What is supplied.';
COMMENT ON COLUMN read_model.affiliate_contracts.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.affiliate_contracts.last_told_at IS 'Time of the latest event that tells of it.';
