CREATE VIEW read_model.lifecycle_agreements AS
SELECT
  n.kind, n.known_by, n.process, n.organisation, n.account_number, m.agreement_id, m.market_name, m.external_identifier,
  m.product_code, m.valid_from, m.valid_to,
  m.account_contract_identifier, m.business_contract_identifier, m.created_at
FROM agreements m
JOIN read_model.lifecycle_names n
  ON n.kind = 'join' AND n.known_by = 'number' AND n.told_by = 'number' AND n.process = m.process_number;
COMMENT ON VIEW read_model.lifecycle_agreements IS 'Agreements that join processes made. One row a process and agreement.';
COMMENT ON COLUMN read_model.lifecycle_agreements.kind IS 'join or leave; unknown where only a reported status names it.';
COMMENT ON COLUMN read_model.lifecycle_agreements.known_by IS 'number or id: what it is called by; by its id only while no event has told its number.';
COMMENT ON COLUMN read_model.lifecycle_agreements.process IS 'That number, or that id as text.';
COMMENT ON COLUMN read_model.lifecycle_agreements.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.lifecycle_agreements.account_number IS 'Account the process is for; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.lifecycle_agreements.agreement_id IS 'Id of the agreement.';
COMMENT ON COLUMN read_model.lifecycle_agreements.market_name IS 'Market of its supply point.';
COMMENT ON COLUMN read_model.lifecycle_agreements.external_identifier IS 'MPAN or MPRN of its supply point.';
COMMENT ON COLUMN read_model.lifecycle_agreements.product_code IS 'Product.';
COMMENT ON COLUMN read_model.lifecycle_agreements.valid_from IS 'From when it is valid, as told.';
COMMENT ON COLUMN read_model.lifecycle_agreements.valid_to IS 'Until when it is valid, as told.';
COMMENT ON COLUMN read_model.lifecycle_agreements.account_contract_identifier IS 'Contract of the account.';
COMMENT ON COLUMN read_model.lifecycle_agreements.business_contract_identifier IS 'Contract of the business.';
COMMENT ON COLUMN read_model.lifecycle_agreements.created_at IS 'When it was made.';

CREATE VIEW read_model.lifecycle_supply_periods AS
SELECT
  n.kind, n.known_by, n.process, n.organisation, n.account_number, m.supply_period_id, m.market_name, m.external_identifier,
  m.supply_start_at, m.supply_end_at,
  m.account_contract_identifier, m.business_contract_identifier, m.created_at
FROM supply_periods m
JOIN read_model.lifecycle_names n
  ON n.kind = 'join' AND n.known_by = 'number' AND n.told_by = 'number' AND n.process = m.process_number;
COMMENT ON VIEW read_model.lifecycle_supply_periods IS 'Supply periods that join processes made. One row a process and supply period.';
COMMENT ON COLUMN read_model.lifecycle_supply_periods.kind IS 'join or leave; unknown where only a reported status names it.';
COMMENT ON COLUMN read_model.lifecycle_supply_periods.known_by IS 'number or id: what it is called by; by its id only while no event has told its number.';
COMMENT ON COLUMN read_model.lifecycle_supply_periods.process IS 'That number, or that id as text.';
COMMENT ON COLUMN read_model.lifecycle_supply_periods.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.lifecycle_supply_periods.account_number IS 'Account the process is for; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.lifecycle_supply_periods.supply_period_id IS 'Id of the supply period.';
COMMENT ON COLUMN read_model.lifecycle_supply_periods.market_name IS 'Market of its supply point.';
COMMENT ON COLUMN read_model.lifecycle_supply_periods.external_identifier IS 'MPAN or MPRN of its supply point.';
COMMENT ON COLUMN read_model.lifecycle_supply_periods.supply_start_at IS 'Start of supply, as told.';
COMMENT ON COLUMN read_model.lifecycle_supply_periods.supply_end_at IS 'End of supply, as told.';
COMMENT ON COLUMN read_model.lifecycle_supply_periods.account_contract_identifier IS 'Contract of the account.';
COMMENT ON COLUMN read_model.lifecycle_supply_periods.business_contract_identifier IS 'Contract of the business.';
COMMENT ON COLUMN read_model.lifecycle_supply_periods.created_at IS 'When it was made.';

CREATE VIEW read_model.support_site_sales AS
SELECT source, event_id, organisation, support_user_id, supply_start_date, trigger_action, sold_at
FROM support_site_sales;
COMMENT ON VIEW read_model.support_site_sales IS 'Sales on the support site. One row a sale.';
COMMENT ON COLUMN read_model.support_site_sales.source IS 'Who says so.';
COMMENT ON COLUMN read_model.support_site_sales.event_id IS 'Id of the event that tells it.';
COMMENT ON COLUMN read_model.support_site_sales.organisation IS 'Who says so; null where unknown.';
COMMENT ON COLUMN read_model.support_site_sales.support_user_id IS 'User of the support site.';
COMMENT ON COLUMN read_model.support_site_sales.supply_start_date IS 'Supply start date, as told.';
COMMENT ON COLUMN read_model.support_site_sales.trigger_action IS 'What led to it.';
COMMENT ON COLUMN read_model.support_site_sales.sold_at IS 'When it was told.';
