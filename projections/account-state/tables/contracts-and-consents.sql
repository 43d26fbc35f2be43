CREATE TABLE contracts (
  contract_identifier text COLLATE "C" NOT NULL,
  sales_record_identifier text,
  sales_record_identifier_stamp text COLLATE "C",
  version_reference bigint,
  version_reference_stamp text COLLATE "C",
  actualized_for_subjects jsonb,
  actualized_for_subjects_stamp text COLLATE "C",
  valid_to text,
  valid_to_stamp text COLLATE "C",
  days_before_expiry bigint,
  days_before_expiry_stamp text COLLATE "C",
  new_contract_identifier text,
  new_contract_identifier_stamp text COLLATE "C",
  collateral_agreement_id bigint,
  collateral_agreement_id_stamp text COLLATE "C",
  created_at timestamptz,
  actualized_at timestamptz,
  terms_varied_at timestamptz,
  subject_amended_at timestamptz,
  creation_started_at timestamptz,
  variation_started_at timestamptz,
  termination_started_at timestamptz,
  expiry_announced_at timestamptz,
  collateral_fulfilled_at timestamptz,
  expired_at timestamptz,
  novated_at timestamptz,
  terminated_at timestamptz,
  rescinded_at timestamptz,
  revoked_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (contract_identifier)
) WITH (fillfactor = 70);
COMMENT ON TABLE contracts IS 'Contracts. Agreements name theirs: so their accounts are found.';
COMMENT ON COLUMN contracts.contract_identifier IS 'Identifier of the contract.';
COMMENT ON COLUMN contracts.sales_record_identifier IS 'Sales record it came of.';
COMMENT ON COLUMN contracts.sales_record_identifier_stamp IS 'Time and id of the event that told sales_record_identifier.';
COMMENT ON COLUMN contracts.version_reference IS 'Version that was made actual last.';
COMMENT ON COLUMN contracts.version_reference_stamp IS 'Time and id of the event that told version_reference.';
COMMENT ON COLUMN contracts.actualized_for_subjects IS 'Subjects for which that was: a list.';
COMMENT ON COLUMN contracts.actualized_for_subjects_stamp IS 'Time and id of the event that told actualized_for_subjects.';
COMMENT ON COLUMN contracts.valid_to IS 'Until when it was valid, as told when it expired.';
COMMENT ON COLUMN contracts.valid_to_stamp IS 'Time and id of the event that told valid_to.';
COMMENT ON COLUMN contracts.days_before_expiry IS 'Days before the expiry, when that was last announced.';
COMMENT ON COLUMN contracts.days_before_expiry_stamp IS 'Time and id of the event that told days_before_expiry.';
COMMENT ON COLUMN contracts.new_contract_identifier IS 'Contract that took its place.';
COMMENT ON COLUMN contracts.new_contract_identifier_stamp IS 'Time and id of the event that told new_contract_identifier.';
COMMENT ON COLUMN contracts.collateral_agreement_id IS 'Collateral agreement of it that was fulfilled.';
COMMENT ON COLUMN contracts.collateral_agreement_id_stamp IS 'Time and id of the event that told collateral_agreement_id.';
COMMENT ON COLUMN contracts.created_at IS 'When it was made; null where that was not told.';
COMMENT ON COLUMN contracts.actualized_at IS 'When a version was last made actual.';
COMMENT ON COLUMN contracts.terms_varied_at IS 'When its terms were last varied.';
COMMENT ON COLUMN contracts.subject_amended_at IS 'When its subjects were last amended.';
COMMENT ON COLUMN contracts.creation_started_at IS 'When its creation began; null where that was not told.';
COMMENT ON COLUMN contracts.variation_started_at IS 'When a variation last began.';
COMMENT ON COLUMN contracts.termination_started_at IS 'When a termination last began.';
COMMENT ON COLUMN contracts.expiry_announced_at IS 'When its expiry was last announced.';
COMMENT ON COLUMN contracts.collateral_fulfilled_at IS 'When a collateral agreement of it was last fulfilled.';
COMMENT ON COLUMN contracts.expired_at IS 'When it expired; null where it did not.';
COMMENT ON COLUMN contracts.novated_at IS 'When another took its place; null where none did.';
COMMENT ON COLUMN contracts.terminated_at IS 'When it was terminated; null where it was not.';
COMMENT ON COLUMN contracts.rescinded_at IS 'When it was rescinded; null where it was not.';
COMMENT ON COLUMN contracts.revoked_at IS 'When it was revoked; null where it was not.';
COMMENT ON COLUMN contracts.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN contracts.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN contracts.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN contracts.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN contracts.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE contract_journeys (
  contract_identifier text COLLATE "C" NOT NULL,
  journey_number text COLLATE "C" NOT NULL,
  purpose text,
  purpose_stamp text COLLATE "C",
  type text,
  type_stamp text COLLATE "C",
  requested_at_told text,
  requested_at_told_stamp text COLLATE "C",
  subjects jsonb,
  subjects_stamp text COLLATE "C",
  started_at timestamptz,
  PRIMARY KEY (contract_identifier, journey_number)
) WITH (fillfactor = 70);
COMMENT ON TABLE contract_journeys IS 'Journeys of contracts that were started.';
COMMENT ON COLUMN contract_journeys.contract_identifier IS 'Identifier of the contract.';
COMMENT ON COLUMN contract_journeys.journey_number IS 'Number of the journey.';
COMMENT ON COLUMN contract_journeys.purpose IS 'creation, variation or termination.';
COMMENT ON COLUMN contract_journeys.purpose_stamp IS 'Time and id of the event that told purpose.';
COMMENT ON COLUMN contract_journeys.type IS 'Kind of journey.';
COMMENT ON COLUMN contract_journeys.type_stamp IS 'Time and id of the event that told type.';
COMMENT ON COLUMN contract_journeys.requested_at_told IS 'When it was asked for, as told.';
COMMENT ON COLUMN contract_journeys.requested_at_told_stamp IS 'Time and id of the event that told requested_at_told.';
COMMENT ON COLUMN contract_journeys.subjects IS 'Journeys of its subjects: [{number, subject_number}]; null where not told.';
COMMENT ON COLUMN contract_journeys.subjects_stamp IS 'Time and id of the event that told subjects.';
COMMENT ON COLUMN contract_journeys.started_at IS 'When it began.';

CREATE TABLE contract_subjects (
  contract_identifier text COLLATE "C" NOT NULL,
  subject_type text COLLATE "C" NOT NULL,
  subject_identifier text COLLATE "C" NOT NULL,
  is_present boolean,
  is_present_stamp text COLLATE "C",
  effective_from text,
  effective_from_stamp text COLLATE "C",
  effective_to text,
  effective_to_stamp text COLLATE "C",
  changed_at timestamptz,
  PRIMARY KEY (contract_identifier, subject_type, subject_identifier)
) WITH (fillfactor = 70);
COMMENT ON TABLE contract_subjects IS 'Subjects of contracts that were amended, kept when removed.';
COMMENT ON COLUMN contract_subjects.contract_identifier IS 'Identifier of the contract.';
COMMENT ON COLUMN contract_subjects.subject_type IS 'Kind of subject.';
COMMENT ON COLUMN contract_subjects.subject_identifier IS 'Its identifier.';
COMMENT ON COLUMN contract_subjects.is_present IS 'False once it is removed.';
COMMENT ON COLUMN contract_subjects.is_present_stamp IS 'Time and id of the event that told is_present.';
COMMENT ON COLUMN contract_subjects.effective_from IS 'From when, as told.';
COMMENT ON COLUMN contract_subjects.effective_from_stamp IS 'Time and id of the event that told effective_from.';
COMMENT ON COLUMN contract_subjects.effective_to IS 'Until when, as told.';
COMMENT ON COLUMN contract_subjects.effective_to_stamp IS 'Time and id of the event that told effective_to.';
COMMENT ON COLUMN contract_subjects.changed_at IS 'When it was last amended.';

CREATE TABLE consents (
  consent_id bigint NOT NULL,
  identity_type text,
  identity_type_stamp text COLLATE "C",
  identity text COLLATE "C",
  identity_stamp text COLLATE "C",
  consent_type_code text,
  consent_type_code_stamp text COLLATE "C",
  value text,
  value_stamp text COLLATE "C",
  signed_at_told text,
  signed_at_told_stamp text COLLATE "C",
  created_at timestamptz,
  updated_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (consent_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE consents IS 'Consents. Whose they are, their signing identity says.';
COMMENT ON COLUMN consents.consent_id IS 'Id of the consent.';
COMMENT ON COLUMN consents.identity_type IS 'Kind of the identity that signed.';
COMMENT ON COLUMN consents.identity_type_stamp IS 'Time and id of the event that told identity_type.';
COMMENT ON COLUMN consents.identity IS 'That identity.';
COMMENT ON COLUMN consents.identity_stamp IS 'Time and id of the event that told identity.';
COMMENT ON COLUMN consents.consent_type_code IS 'What is consented to.';
COMMENT ON COLUMN consents.consent_type_code_stamp IS 'Time and id of the event that told consent_type_code.';
COMMENT ON COLUMN consents.value IS 'The consent, as told.';
COMMENT ON COLUMN consents.value_stamp IS 'Time and id of the event that told value.';
COMMENT ON COLUMN consents.signed_at_told IS 'When it was signed, as told.';
COMMENT ON COLUMN consents.signed_at_told_stamp IS 'Time and id of the event that told signed_at_told.';
COMMENT ON COLUMN consents.created_at IS 'When it was made; null where that was not told.';
COMMENT ON COLUMN consents.updated_at IS 'When it was last updated.';
COMMENT ON COLUMN consents.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN consents.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN consents.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN consents.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN consents.last_told_at IS 'Time of the latest event that tells of it.';
