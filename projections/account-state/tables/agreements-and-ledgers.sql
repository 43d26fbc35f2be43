CREATE TABLE agreements (
  agreement_id bigint NOT NULL,
  account_number text COLLATE "C",
  account_number_stamp text COLLATE "C",
  product_code text COLLATE "C",
  product_code_stamp text COLLATE "C",
  market_name text,
  market_name_stamp text COLLATE "C",
  valid_from text,
  valid_from_stamp text COLLATE "C",
  valid_to text,
  valid_to_stamp text COLLATE "C",
  account_contract_identifier text,
  account_contract_identifier_stamp text COLLATE "C",
  business_contract_identifier text,
  business_contract_identifier_stamp text COLLATE "C",
  supply_point_identifier text COLLATE "C",
  supply_point_identifier_stamp text COLLATE "C",
  join_supplier_process_number text COLLATE "C",
  join_supplier_process_number_stamp text COLLATE "C",
  ledger_number text COLLATE "C",
  ledger_number_stamp text COLLATE "C",
  created_at timestamptz,
  updated_at timestamptz,
  rolled_on_to_agreement_id bigint,
  rolled_on_to_agreement_id_stamp text COLLATE "C",
  rolled_over_at timestamptz,
  terminated_at timestamptz,
  revoked_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (agreement_id)
) WITH (fillfactor = 70);
CREATE INDEX agreements_account ON agreements (account_number, agreement_id);
CREATE INDEX agreements_contract ON agreements (account_contract_identifier) WHERE account_contract_identifier IS NOT NULL;
CREATE INDEX agreements_product ON agreements (product_code, agreement_id);
COMMENT ON TABLE agreements IS 'Agreements. Some of their events do not name the account: they stand here until one does.';
COMMENT ON COLUMN agreements.agreement_id IS 'Id of the agreement.';
COMMENT ON COLUMN agreements.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN agreements.account_number_stamp IS 'Time and id of the event that told account_number.';
COMMENT ON COLUMN agreements.product_code IS 'Product.';
COMMENT ON COLUMN agreements.product_code_stamp IS 'Time and id of the event that told product_code.';
COMMENT ON COLUMN agreements.market_name IS 'Market of the product.';
COMMENT ON COLUMN agreements.market_name_stamp IS 'Time and id of the event that told market_name.';
COMMENT ON COLUMN agreements.valid_from IS 'From when it is valid, as told.';
COMMENT ON COLUMN agreements.valid_from_stamp IS 'Time and id of the event that told valid_from.';
COMMENT ON COLUMN agreements.valid_to IS 'Until when it is valid, as told.';
COMMENT ON COLUMN agreements.valid_to_stamp IS 'Time and id of the event that told valid_to.';
COMMENT ON COLUMN agreements.account_contract_identifier IS 'Contract of the account.';
COMMENT ON COLUMN agreements.account_contract_identifier_stamp IS 'Time and id of the event that told account_contract_identifier.';
COMMENT ON COLUMN agreements.business_contract_identifier IS 'Contract of the business.';
COMMENT ON COLUMN agreements.business_contract_identifier_stamp IS 'Time and id of the event that told business_contract_identifier.';
COMMENT ON COLUMN agreements.supply_point_identifier IS 'MPAN or MPRN it is for.';
COMMENT ON COLUMN agreements.supply_point_identifier_stamp IS 'Time and id of the event that told supply_point_identifier.';
COMMENT ON COLUMN agreements.join_supplier_process_number IS 'Join process that made it.';
COMMENT ON COLUMN agreements.join_supplier_process_number_stamp IS 'Time and id of the event that told join_supplier_process_number.';
COMMENT ON COLUMN agreements.ledger_number IS 'Ledger it is charged to.';
COMMENT ON COLUMN agreements.ledger_number_stamp IS 'Time and id of the event that told ledger_number.';
COMMENT ON COLUMN agreements.created_at IS 'When created; null where that was not told.';
COMMENT ON COLUMN agreements.updated_at IS 'When last said to be updated.';
COMMENT ON COLUMN agreements.rolled_on_to_agreement_id IS 'Agreement that followed it.';
COMMENT ON COLUMN agreements.rolled_on_to_agreement_id_stamp IS 'Time and id of the event that told rolled_on_to_agreement_id.';
COMMENT ON COLUMN agreements.rolled_over_at IS 'When it was followed; null where it was not.';
COMMENT ON COLUMN agreements.terminated_at IS 'When terminated; null where it was not.';
COMMENT ON COLUMN agreements.revoked_at IS 'When revoked; null where it was not.';
COMMENT ON COLUMN agreements.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN agreements.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN agreements.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN agreements.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN agreements.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE ledgers (
  account_number text COLLATE "C" NOT NULL,
  ledger_number text COLLATE "C" NOT NULL,
  ledger_id text,
  ledger_id_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (account_number, ledger_number)
) WITH (fillfactor = 70);
COMMENT ON TABLE ledgers IS 'Ledgers of accounts.';
COMMENT ON COLUMN ledgers.account_number IS 'Account it belongs to.';
COMMENT ON COLUMN ledgers.ledger_number IS 'Number of the ledger, unique within the account.';
COMMENT ON COLUMN ledgers.ledger_id IS 'Id of the ledger; null where unknown.';
COMMENT ON COLUMN ledgers.ledger_id_stamp IS 'Time and id of the event that told ledger_id.';
COMMENT ON COLUMN ledgers.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN ledgers.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN ledgers.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN ledgers.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN ledgers.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE ledger_entries (
  account_number text COLLATE "C" NOT NULL,
  ledger_number text COLLATE "C" NOT NULL,
  entry_key text COLLATE "C" NOT NULL,
  entry_id bigint,
  entry_id_stamp text COLLATE "C",
  posted_at timestamptz,
  removed_at timestamptz,
  amount bigint,
  amount_stamp text COLLATE "C",
  is_charge boolean,
  is_charge_stamp text COLLATE "C",
  is_credit boolean,
  is_credit_stamp text COLLATE "C",
  is_payment boolean,
  is_payment_stamp text COLLATE "C",
  is_repayment boolean,
  is_repayment_stamp text COLLATE "C",
  is_reversal boolean,
  is_reversal_stamp text COLLATE "C",
  is_reversed boolean,
  is_reversed_stamp text COLLATE "C",
  source_type text,
  source_type_stamp text COLLATE "C",
  source_id bigint,
  source_id_stamp text COLLATE "C",
  removal_reason text,
  removal_reason_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (account_number, ledger_number, entry_key)
) WITH (fillfactor = 70);
COMMENT ON TABLE ledger_entries IS 'Entries ever posted to or removed from a ledger.';
COMMENT ON COLUMN ledger_entries.account_number IS 'Account of the ledger.';
COMMENT ON COLUMN ledger_entries.ledger_number IS 'Number of the ledger.';
COMMENT ON COLUMN ledger_entries.entry_key IS 'Id of the entry as text; for an event that names none, its source and id.';
COMMENT ON COLUMN ledger_entries.entry_id IS 'Id of the entry; null where the event names none.';
COMMENT ON COLUMN ledger_entries.entry_id_stamp IS 'Time and id of the event that told entry_id.';
COMMENT ON COLUMN ledger_entries.posted_at IS 'When posted; null where that was not told.';
COMMENT ON COLUMN ledger_entries.removed_at IS 'When removed; null where it was not.';
COMMENT ON COLUMN ledger_entries.amount IS 'Amount in pence, told only when removed.';
COMMENT ON COLUMN ledger_entries.amount_stamp IS 'Time and id of the event that told amount.';
COMMENT ON COLUMN ledger_entries.is_charge IS 'Whether it charges the customer; null where unknown.';
COMMENT ON COLUMN ledger_entries.is_charge_stamp IS 'Time and id of the event that told is_charge.';
COMMENT ON COLUMN ledger_entries.is_credit IS 'Whether it credits the customer; null where unknown.';
COMMENT ON COLUMN ledger_entries.is_credit_stamp IS 'Time and id of the event that told is_credit.';
COMMENT ON COLUMN ledger_entries.is_payment IS 'Whether it is a payment; null where unknown.';
COMMENT ON COLUMN ledger_entries.is_payment_stamp IS 'Time and id of the event that told is_payment.';
COMMENT ON COLUMN ledger_entries.is_repayment IS 'Whether it is a repayment; null where unknown.';
COMMENT ON COLUMN ledger_entries.is_repayment_stamp IS 'Time and id of the event that told is_repayment.';
COMMENT ON COLUMN ledger_entries.is_reversal IS 'Whether it reverses another; null where unknown.';
COMMENT ON COLUMN ledger_entries.is_reversal_stamp IS 'Time and id of the event that told is_reversal.';
COMMENT ON COLUMN ledger_entries.is_reversed IS 'Whether it was reversed; null where unknown.';
COMMENT ON COLUMN ledger_entries.is_reversed_stamp IS 'Time and id of the event that told is_reversed.';
COMMENT ON COLUMN ledger_entries.source_type IS 'Kind of thing that led to it.';
COMMENT ON COLUMN ledger_entries.source_type_stamp IS 'Time and id of the event that told source_type.';
COMMENT ON COLUMN ledger_entries.source_id IS 'Id of that thing.';
COMMENT ON COLUMN ledger_entries.source_id_stamp IS 'Time and id of the event that told source_id.';
COMMENT ON COLUMN ledger_entries.removal_reason IS 'Why it was removed.';
COMMENT ON COLUMN ledger_entries.removal_reason_stamp IS 'Time and id of the event that told removal_reason.';
COMMENT ON COLUMN ledger_entries.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN ledger_entries.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN ledger_entries.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN ledger_entries.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN ledger_entries.last_told_at IS 'Time of the latest event that tells of it.';
