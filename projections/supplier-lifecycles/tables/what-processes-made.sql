CREATE TABLE agreements (
  process_number text COLLATE "C" NOT NULL,
  agreement_id bigint NOT NULL,
  market_name text,
  market_name_stamp text COLLATE "C",
  external_identifier text COLLATE "C",
  external_identifier_stamp text COLLATE "C",
  product_code text,
  product_code_stamp text COLLATE "C",
  valid_from text,
  valid_from_stamp text COLLATE "C",
  valid_to text,
  valid_to_stamp text COLLATE "C",
  account_contract_identifier text,
  account_contract_identifier_stamp text COLLATE "C",
  business_contract_identifier text,
  business_contract_identifier_stamp text COLLATE "C",
  created_at timestamptz,
  PRIMARY KEY (process_number, agreement_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE agreements IS 'Agreements that join processes made.';
COMMENT ON COLUMN agreements.process_number IS 'Number of the join process.';
COMMENT ON COLUMN agreements.agreement_id IS 'Id of the agreement.';
COMMENT ON COLUMN agreements.market_name IS 'Market of its supply point.';
COMMENT ON COLUMN agreements.market_name_stamp IS 'Time and id of the event that told market_name.';
COMMENT ON COLUMN agreements.external_identifier IS 'MPAN or MPRN of its supply point.';
COMMENT ON COLUMN agreements.external_identifier_stamp IS 'Time and id of the event that told external_identifier.';
COMMENT ON COLUMN agreements.product_code IS 'Product.';
COMMENT ON COLUMN agreements.product_code_stamp IS 'Time and id of the event that told product_code.';
COMMENT ON COLUMN agreements.valid_from IS 'From when it is valid, as told.';
COMMENT ON COLUMN agreements.valid_from_stamp IS 'Time and id of the event that told valid_from.';
COMMENT ON COLUMN agreements.valid_to IS 'Until when it is valid, as told.';
COMMENT ON COLUMN agreements.valid_to_stamp IS 'Time and id of the event that told valid_to.';
COMMENT ON COLUMN agreements.account_contract_identifier IS 'Contract of the account.';
COMMENT ON COLUMN agreements.account_contract_identifier_stamp IS 'Time and id of the event that told account_contract_identifier.';
COMMENT ON COLUMN agreements.business_contract_identifier IS 'Contract of the business.';
COMMENT ON COLUMN agreements.business_contract_identifier_stamp IS 'Time and id of the event that told business_contract_identifier.';
COMMENT ON COLUMN agreements.created_at IS 'When it was made.';

CREATE TABLE supply_periods (
  process_number text COLLATE "C" NOT NULL,
  supply_period_id bigint NOT NULL,
  market_name text,
  market_name_stamp text COLLATE "C",
  external_identifier text COLLATE "C",
  external_identifier_stamp text COLLATE "C",
  supply_start_at text,
  supply_start_at_stamp text COLLATE "C",
  supply_end_at text,
  supply_end_at_stamp text COLLATE "C",
  account_contract_identifier text,
  account_contract_identifier_stamp text COLLATE "C",
  business_contract_identifier text,
  business_contract_identifier_stamp text COLLATE "C",
  created_at timestamptz,
  PRIMARY KEY (process_number, supply_period_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE supply_periods IS 'Supply periods that join processes made.';
COMMENT ON COLUMN supply_periods.process_number IS 'Number of the join process.';
COMMENT ON COLUMN supply_periods.supply_period_id IS 'Id of the supply period.';
COMMENT ON COLUMN supply_periods.market_name IS 'Market of its supply point.';
COMMENT ON COLUMN supply_periods.market_name_stamp IS 'Time and id of the event that told market_name.';
COMMENT ON COLUMN supply_periods.external_identifier IS 'MPAN or MPRN of its supply point.';
COMMENT ON COLUMN supply_periods.external_identifier_stamp IS 'Time and id of the event that told external_identifier.';
COMMENT ON COLUMN supply_periods.supply_start_at IS 'Start of supply, as told.';
COMMENT ON COLUMN supply_periods.supply_start_at_stamp IS 'Time and id of the event that told supply_start_at.';
COMMENT ON COLUMN supply_periods.supply_end_at IS 'End of supply, as told.';
COMMENT ON COLUMN supply_periods.supply_end_at_stamp IS 'Time and id of the event that told supply_end_at.';
COMMENT ON COLUMN supply_periods.account_contract_identifier IS 'Contract of the account.';
COMMENT ON COLUMN supply_periods.account_contract_identifier_stamp IS 'Time and id of the event that told account_contract_identifier.';
COMMENT ON COLUMN supply_periods.business_contract_identifier IS 'Contract of the business.';
COMMENT ON COLUMN supply_periods.business_contract_identifier_stamp IS 'Time and id of the event that told business_contract_identifier.';
COMMENT ON COLUMN supply_periods.created_at IS 'When it was made.';

CREATE TABLE status_changes (
  source text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  process_number text COLLATE "C",
  account_number text COLLATE "C",
  new_status text,
  previous_status text,
  changed_at timestamptz,
  PRIMARY KEY (source, event_id)
) WITH (fillfactor = 70);
CREATE INDEX status_changes_process ON status_changes (process_number, changed_at);
COMMENT ON TABLE status_changes IS 'Changes of status that were reported, in the words of the report.';
COMMENT ON COLUMN status_changes.source IS 'Who says so.';
COMMENT ON COLUMN status_changes.event_id IS 'Id of the event that tells it.';
COMMENT ON COLUMN status_changes.process_number IS 'Number of the join or leave process.';
COMMENT ON COLUMN status_changes.account_number IS 'Account it is for.';
COMMENT ON COLUMN status_changes.new_status IS 'The status from then on.';
COMMENT ON COLUMN status_changes.previous_status IS 'The status before.';
COMMENT ON COLUMN status_changes.changed_at IS 'When it was reported.';

CREATE TABLE support_site_sales (
  source text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  organisation text COLLATE "C",
  support_user_id text,
  supply_start_date text,
  trigger_action text,
  sold_at timestamptz,
  PRIMARY KEY (source, event_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE support_site_sales IS 'Sales on the support site. They name neither account nor process.';
COMMENT ON COLUMN support_site_sales.source IS 'Who says so.';
COMMENT ON COLUMN support_site_sales.event_id IS 'Id of the event that tells it.';
COMMENT ON COLUMN support_site_sales.organisation IS 'Who says so; null where unknown.';
COMMENT ON COLUMN support_site_sales.support_user_id IS 'User of the support site.';
COMMENT ON COLUMN support_site_sales.supply_start_date IS 'Supply start date, as told.';
COMMENT ON COLUMN support_site_sales.trigger_action IS 'What led to it.';
COMMENT ON COLUMN support_site_sales.sold_at IS 'When it was told.';
