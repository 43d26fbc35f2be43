CREATE VIEW read_model.businesses AS
SELECT
  b.business_id,
  coalesce(b.imported_by, CASE WHEN b.published_by_least = b.published_by_greatest THEN b.published_by_least END) AS organisation,
  b.operations_team_id, b.created_at, b.updated_at,
  (
    SELECT jsonb_object_agg(c.field, c.change -> 0) FROM business_changes c WHERE c.business_id = b.business_id
  ) AS reported_changes,
  b.first_told_at, b.last_told_at
FROM businesses b;
COMMENT ON VIEW read_model.businesses IS 'Businesses. One row a business.';
COMMENT ON COLUMN read_model.businesses.business_id IS 'Id of the business.';
COMMENT ON COLUMN read_model.businesses.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.businesses.operations_team_id IS 'Operations team that looks after it.';
COMMENT ON COLUMN read_model.businesses.created_at IS 'When it was made; null where that was not told.';
COMMENT ON COLUMN read_model.businesses.updated_at IS 'When it was last said to be updated.';
COMMENT ON COLUMN read_model.businesses.reported_changes IS 'Newest change of each field, in the form it was told; null where none was.';
COMMENT ON COLUMN read_model.businesses.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.businesses.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.internal_companies AS
SELECT
  i.company_id,
  coalesce(i.imported_by, CASE WHEN i.published_by_least = i.published_by_greatest THEN i.published_by_least END) AS organisation,
  i.displayable_number, i.name, i.primary_registration_number, i.secondary_registration_number,
  i.primary_tax_identifier_number, i.legal_address, i.first_told_at, i.last_told_at
FROM internal_companies i;
COMMENT ON VIEW read_model.internal_companies IS 'Companies of the supplier''s own. One row a company.';
COMMENT ON COLUMN read_model.internal_companies.company_id IS 'Id of the company.';
COMMENT ON COLUMN read_model.internal_companies.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.internal_companies.displayable_number IS 'Number that is shown.';
COMMENT ON COLUMN read_model.internal_companies.name IS 'Its name.';
COMMENT ON COLUMN read_model.internal_companies.primary_registration_number IS 'First number of its registration.';
COMMENT ON COLUMN read_model.internal_companies.secondary_registration_number IS 'Second number of its registration.';
COMMENT ON COLUMN read_model.internal_companies.primary_tax_identifier_number IS 'Its tax number.';
COMMENT ON COLUMN read_model.internal_companies.legal_address IS 'Its legal address, as told.';
COMMENT ON COLUMN read_model.internal_companies.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.internal_companies.last_told_at IS 'Time of the latest event that tells of it.';
