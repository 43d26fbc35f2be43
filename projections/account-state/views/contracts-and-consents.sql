CREATE VIEW read_model.contracts AS
SELECT
  k.contract_identifier,
  CASE WHEN k.imported_by IS NULL AND k.published_by_least IS NULL THEN (
    -- Told only by systems without an organisation: it goes with its accounts, if these are of one organisation.
    SELECT CASE WHEN min(coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END)) = max(coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END)) THEN min(coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END)) END
    FROM agreements g JOIN accounts a ON a.account_number = g.account_number
    WHERE g.account_contract_identifier = k.contract_identifier
  ) ELSE coalesce(k.imported_by, CASE WHEN k.published_by_least = k.published_by_greatest THEN k.published_by_least END) END AS organisation,
  CASE
    WHEN k.revoked_at IS NOT NULL THEN 'revoked'
    WHEN k.rescinded_at IS NOT NULL THEN 'rescinded'
    WHEN k.novated_at IS NOT NULL THEN 'novated'
    WHEN k.terminated_at IS NOT NULL THEN 'terminated'
    WHEN k.expired_at IS NOT NULL THEN 'expired'
    WHEN k.actualized_at IS NOT NULL THEN 'actual'
    WHEN k.created_at IS NOT NULL THEN 'created'
    ELSE 'unknown'
  END AS status,
  (
    SELECT jsonb_agg(DISTINCT g.account_number) FROM agreements g
    WHERE g.account_contract_identifier = k.contract_identifier AND g.account_number IS NOT NULL
  ) AS account_numbers,
  (
    SELECT jsonb_agg(jsonb_build_object('journey_number', j.journey_number, 'purpose', j.purpose, 'type', j.type,
      'requested_at', j.requested_at_told, 'subjects', j.subjects) ORDER BY j.started_at, j.journey_number)
    FROM contract_journeys j WHERE j.contract_identifier = k.contract_identifier
  ) AS journeys,
  (
    SELECT jsonb_agg(jsonb_build_object('type', s.subject_type, 'identifier', s.subject_identifier,
      'effective_from', s.effective_from, 'effective_to', s.effective_to) ORDER BY s.subject_type, s.subject_identifier)
    FROM contract_subjects s WHERE s.contract_identifier = k.contract_identifier AND s.is_present
  ) AS amended_subjects,
  k.sales_record_identifier, k.version_reference, k.actualized_for_subjects, k.valid_to, k.days_before_expiry,
  k.new_contract_identifier, k.collateral_agreement_id, k.created_at, k.actualized_at, k.terms_varied_at,
  k.subject_amended_at, k.creation_started_at, k.variation_started_at, k.termination_started_at,
  k.expiry_announced_at, k.collateral_fulfilled_at, k.expired_at, k.novated_at, k.terminated_at, k.rescinded_at,
  k.revoked_at,
  k.first_told_at, k.last_told_at
FROM contracts k;
COMMENT ON VIEW read_model.contracts IS 'Contracts, with the accounts whose agreements name them. One row a contract.';
COMMENT ON COLUMN read_model.contracts.contract_identifier IS 'Identifier of the contract.';
COMMENT ON COLUMN read_model.contracts.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.contracts.status IS 'revoked, rescinded, novated, terminated, expired, actual, created or unknown: the furthest that its events tell.';
COMMENT ON COLUMN read_model.contracts.account_numbers IS 'Accounts whose agreements name it: a list; null where none does.';
COMMENT ON COLUMN read_model.contracts.journeys IS 'Journeys of it that were started; null where none was.';
COMMENT ON COLUMN read_model.contracts.amended_subjects IS 'Subjects that were added or updated and not removed since; null where none.';
COMMENT ON COLUMN read_model.contracts.sales_record_identifier IS 'Sales record it came of.';
COMMENT ON COLUMN read_model.contracts.version_reference IS 'Version that was made actual last.';
COMMENT ON COLUMN read_model.contracts.actualized_for_subjects IS 'Subjects for which that was: a list.';
COMMENT ON COLUMN read_model.contracts.valid_to IS 'Until when it was valid, as told when it expired.';
COMMENT ON COLUMN read_model.contracts.days_before_expiry IS 'Days before the expiry, when that was last announced.';
COMMENT ON COLUMN read_model.contracts.new_contract_identifier IS 'Contract that took its place.';
COMMENT ON COLUMN read_model.contracts.collateral_agreement_id IS 'Collateral agreement of it that was fulfilled.';
COMMENT ON COLUMN read_model.contracts.created_at IS 'When it was made; null where that was not told.';
COMMENT ON COLUMN read_model.contracts.actualized_at IS 'When a version was last made actual.';
COMMENT ON COLUMN read_model.contracts.terms_varied_at IS 'When its terms were last varied.';
COMMENT ON COLUMN read_model.contracts.subject_amended_at IS 'When its subjects were last amended.';
COMMENT ON COLUMN read_model.contracts.creation_started_at IS 'When its creation began; null where that was not told.';
COMMENT ON COLUMN read_model.contracts.variation_started_at IS 'When a variation last began.';
COMMENT ON COLUMN read_model.contracts.termination_started_at IS 'When a termination last began.';
COMMENT ON COLUMN read_model.contracts.expiry_announced_at IS 'When its expiry was last announced.';
COMMENT ON COLUMN read_model.contracts.collateral_fulfilled_at IS 'When a collateral agreement of it was last fulfilled.';
COMMENT ON COLUMN read_model.contracts.expired_at IS 'When it expired; null where it did not.';
COMMENT ON COLUMN read_model.contracts.novated_at IS 'When another took its place; null where none did.';
COMMENT ON COLUMN read_model.contracts.terminated_at IS 'When it was terminated; null where it was not.';
COMMENT ON COLUMN read_model.contracts.rescinded_at IS 'When it was rescinded; null where it was not.';
COMMENT ON COLUMN read_model.contracts.revoked_at IS 'When it was revoked; null where it was not.';
COMMENT ON COLUMN read_model.contracts.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.contracts.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.consents AS
SELECT
  c.consent_id,
  coalesce(c.imported_by, CASE WHEN c.published_by_least = c.published_by_greatest THEN c.published_by_least END) AS organisation,
  c.identity_type, c.identity, c.consent_type_code, c.value, c.signed_at_told, c.created_at, c.updated_at,
  c.first_told_at, c.last_told_at
FROM consents c;
COMMENT ON VIEW read_model.consents IS 'Consents. One row a consent.';
COMMENT ON COLUMN read_model.consents.consent_id IS 'Id of the consent.';
COMMENT ON COLUMN read_model.consents.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.consents.identity_type IS 'Kind of the identity that signed.';
COMMENT ON COLUMN read_model.consents.identity IS 'That identity.';
COMMENT ON COLUMN read_model.consents.consent_type_code IS 'What is consented to.';
COMMENT ON COLUMN read_model.consents.value IS 'The consent, as told.';
COMMENT ON COLUMN read_model.consents.signed_at_told IS 'When it was signed, as told.';
COMMENT ON COLUMN read_model.consents.created_at IS 'When it was made; null where that was not told.';
COMMENT ON COLUMN read_model.consents.updated_at IS 'When it was last updated.';
COMMENT ON COLUMN read_model.consents.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.consents.last_told_at IS 'Time of the latest event that tells of it.';
