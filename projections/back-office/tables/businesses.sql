CREATE TABLE businesses (
  business_id bigint NOT NULL,
  operations_team_id bigint,
  operations_team_id_stamp text COLLATE "C",
  created_at timestamptz,
  updated_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (business_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE businesses IS 'Businesses.';
COMMENT ON COLUMN businesses.business_id IS 'Id of the business.';
COMMENT ON COLUMN businesses.operations_team_id IS 'Operations team that looks after it.';
COMMENT ON COLUMN businesses.operations_team_id_stamp IS 'Time and id of the event that told operations_team_id.';
COMMENT ON COLUMN businesses.created_at IS 'When it was made; null where that was not told.';
COMMENT ON COLUMN businesses.updated_at IS 'When it was last said to be updated.';
COMMENT ON COLUMN businesses.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN businesses.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN businesses.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN businesses.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN businesses.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE business_changes (
  business_id bigint NOT NULL,
  field text COLLATE "C" NOT NULL,
  change jsonb,
  change_stamp text COLLATE "C",
  PRIMARY KEY (business_id, field)
) WITH (fillfactor = 70);
COMMENT ON TABLE business_changes IS 'Newest change of each field of a business, as it was told.';
COMMENT ON COLUMN business_changes.business_id IS 'Id of the business.';
COMMENT ON COLUMN business_changes.field IS 'Field; empty where the change names none.';
COMMENT ON COLUMN business_changes.change IS 'The change, in a list of one item.';
COMMENT ON COLUMN business_changes.change_stamp IS 'Time and id of the event that told change.';

CREATE TABLE internal_companies (
  company_id text COLLATE "C" NOT NULL,
  displayable_number text,
  displayable_number_stamp text COLLATE "C",
  name text,
  name_stamp text COLLATE "C",
  primary_registration_number text,
  primary_registration_number_stamp text COLLATE "C",
  secondary_registration_number text,
  secondary_registration_number_stamp text COLLATE "C",
  primary_tax_identifier_number text,
  primary_tax_identifier_number_stamp text COLLATE "C",
  legal_address jsonb,
  legal_address_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (company_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE internal_companies IS 'Companies of the supplier''s own.';
COMMENT ON COLUMN internal_companies.company_id IS 'Id of the company.';
COMMENT ON COLUMN internal_companies.displayable_number IS 'Number that is shown.';
COMMENT ON COLUMN internal_companies.displayable_number_stamp IS 'Time and id of the event that told displayable_number.';
COMMENT ON COLUMN internal_companies.name IS 'Its name.';
COMMENT ON COLUMN internal_companies.name_stamp IS 'Time and id of the event that told name.';
COMMENT ON COLUMN internal_companies.primary_registration_number IS 'First number of its registration.';
COMMENT ON COLUMN internal_companies.primary_registration_number_stamp IS 'Time and id of the event that told primary_registration_number.';
COMMENT ON COLUMN internal_companies.secondary_registration_number IS 'Second number of its registration.';
COMMENT ON COLUMN internal_companies.secondary_registration_number_stamp IS 'Time and id of the event that told secondary_registration_number.';
COMMENT ON COLUMN internal_companies.primary_tax_identifier_number IS 'Its tax number.';
COMMENT ON COLUMN internal_companies.primary_tax_identifier_number_stamp IS 'Time and id of the event that told primary_tax_identifier_number.';
COMMENT ON COLUMN internal_companies.legal_address IS 'Its legal address, as told.';
COMMENT ON COLUMN internal_companies.legal_address_stamp IS 'Time and id of the event that told legal_address.';
COMMENT ON COLUMN internal_companies.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN internal_companies.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN internal_companies.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN internal_companies.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN internal_companies.last_told_at IS 'Time of the latest event that tells of it.';
