CREATE TABLE goods_quotes (
  quote_id bigint NOT NULL,
  account_number text COLLATE "C",
  account_number_stamp text COLLATE "C",
  market_name text,
  market_name_stamp text COLLATE "C",
  lead_id bigint,
  lead_id_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (quote_id)
) WITH (fillfactor = 70);
CREATE INDEX goods_quotes_account ON goods_quotes (account_number, quote_id);
COMMENT ON TABLE goods_quotes IS 'Quotes for goods, with an account or without.';
COMMENT ON COLUMN goods_quotes.quote_id IS 'Id of the quote.';
COMMENT ON COLUMN goods_quotes.account_number IS 'Account it was made for; null where none was named.';
COMMENT ON COLUMN goods_quotes.account_number_stamp IS 'Time and id of the event that told account_number.';
COMMENT ON COLUMN goods_quotes.market_name IS 'Market of the quote.';
COMMENT ON COLUMN goods_quotes.market_name_stamp IS 'Time and id of the event that told market_name.';
COMMENT ON COLUMN goods_quotes.lead_id IS 'Lead it came of.';
COMMENT ON COLUMN goods_quotes.lead_id_stamp IS 'Time and id of the event that told lead_id.';
COMMENT ON COLUMN goods_quotes.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN goods_quotes.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN goods_quotes.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN goods_quotes.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN goods_quotes.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE goods_purchases (
  purchase_id bigint NOT NULL,
  account_id bigint,
  account_id_stamp text COLLATE "C",
  support_user_id bigint,
  support_user_id_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (purchase_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE goods_purchases IS 'Purchases of goods.';
COMMENT ON COLUMN goods_purchases.purchase_id IS 'Id of the purchase.';
COMMENT ON COLUMN goods_purchases.account_id IS 'Internal id of the account; no event tells which account number it belongs to.';
COMMENT ON COLUMN goods_purchases.account_id_stamp IS 'Time and id of the event that told account_id.';
COMMENT ON COLUMN goods_purchases.support_user_id IS 'Support user who made it; null where none did.';
COMMENT ON COLUMN goods_purchases.support_user_id_stamp IS 'Time and id of the event that told support_user_id.';
COMMENT ON COLUMN goods_purchases.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN goods_purchases.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN goods_purchases.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN goods_purchases.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN goods_purchases.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE affiliate_contracts (
  affiliate_account_contract_id bigint NOT NULL,
  account_number text COLLATE "C",
  account_number_stamp text COLLATE "C",
  affiliate_contract_id bigint,
  affiliate_contract_id_stamp text COLLATE "C",
  fuel text,
  fuel_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (affiliate_account_contract_id)
) WITH (fillfactor = 70);
CREATE INDEX affiliate_contracts_account ON affiliate_contracts (account_number, affiliate_account_contract_id);
COMMENT ON TABLE affiliate_contracts IS 'Contracts of accounts that affiliates brought.';
COMMENT ON COLUMN affiliate_contracts.affiliate_account_contract_id IS 'Id of the contract of account and affiliate.';
COMMENT ON COLUMN affiliate_contracts.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN affiliate_contracts.account_number_stamp IS 'Time and id of the event that told account_number.';
COMMENT ON COLUMN affiliate_contracts.affiliate_contract_id IS 'Contract of the affiliate.';
COMMENT ON COLUMN affiliate_contracts.affiliate_contract_id_stamp IS 'Time and id of the event that told affiliate_contract_id.';
COMMENT ON COLUMN affiliate_contracts.fuel IS 'What is supplied.';
COMMENT ON COLUMN affiliate_contracts.fuel_stamp IS 'Time and id of the event that told fuel.';
COMMENT ON COLUMN affiliate_contracts.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN affiliate_contracts.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN affiliate_contracts.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN affiliate_contracts.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN affiliate_contracts.last_told_at IS 'Time of the latest event that tells of it.';
