CREATE TABLE billing_documents (
  billing_document_identifier text COLLATE "C" NOT NULL,
  account_number text COLLATE "C",
  account_number_stamp text COLLATE "C",
  billing_document_id bigint,
  billing_document_id_stamp text COLLATE "C",
  billing_document_uuid text,
  billing_document_uuid_stamp text COLLATE "C",
  document_type text,
  document_type_stamp text COLLATE "C",
  held_at timestamptz,
  hold_code text,
  hold_code_stamp text COLLATE "C",
  is_strict_hold boolean,
  is_strict_hold_stamp text COLLATE "C",
  held_at_told text,
  held_at_told_stamp text COLLATE "C",
  held_by_id bigint,
  held_by_id_stamp text COLLATE "C",
  issued_at timestamptz,
  dispatched_at timestamptz,
  dispatch_id bigint,
  dispatch_id_stamp text COLLATE "C",
  representation_ids jsonb,
  representation_ids_stamp text COLLATE "C",
  dispatched_by_id bigint,
  dispatched_by_id_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (billing_document_identifier)
) WITH (fillfactor = 70);
CREATE INDEX billing_documents_account ON billing_documents (account_number, billing_document_identifier);
COMMENT ON TABLE billing_documents IS 'Billing documents.';
COMMENT ON COLUMN billing_documents.billing_document_identifier IS 'Identifier of the document.';
COMMENT ON COLUMN billing_documents.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN billing_documents.account_number_stamp IS 'Time and id of the event that told account_number.';
COMMENT ON COLUMN billing_documents.billing_document_id IS 'Id of the document; null where unknown.';
COMMENT ON COLUMN billing_documents.billing_document_id_stamp IS 'Time and id of the event that told billing_document_id.';
COMMENT ON COLUMN billing_documents.billing_document_uuid IS 'UUID of the document; null where unknown.';
COMMENT ON COLUMN billing_documents.billing_document_uuid_stamp IS 'Time and id of the event that told billing_document_uuid.';
COMMENT ON COLUMN billing_documents.document_type IS 'Kind of document, told when it is held.';
COMMENT ON COLUMN billing_documents.document_type_stamp IS 'Time and id of the event that told document_type.';
COMMENT ON COLUMN billing_documents.held_at IS 'When it was last held; null where it was not.';
COMMENT ON COLUMN billing_documents.hold_code IS 'Why it was held.';
COMMENT ON COLUMN billing_documents.hold_code_stamp IS 'Time and id of the event that told hold_code.';
COMMENT ON COLUMN billing_documents.is_strict_hold IS 'Whether the hold is strict; null where unknown.';
COMMENT ON COLUMN billing_documents.is_strict_hold_stamp IS 'Time and id of the event that told is_strict_hold.';
COMMENT ON COLUMN billing_documents.held_at_told IS 'When it was held, as told.';
COMMENT ON COLUMN billing_documents.held_at_told_stamp IS 'Time and id of the event that told held_at_told.';
COMMENT ON COLUMN billing_documents.held_by_id IS 'Who held it.';
COMMENT ON COLUMN billing_documents.held_by_id_stamp IS 'Time and id of the event that told held_by_id.';
COMMENT ON COLUMN billing_documents.issued_at IS 'When it was issued; null where that was not told.';
COMMENT ON COLUMN billing_documents.dispatched_at IS 'When it was last dispatched; null where it was not.';
COMMENT ON COLUMN billing_documents.dispatch_id IS 'Id of that dispatch.';
COMMENT ON COLUMN billing_documents.dispatch_id_stamp IS 'Time and id of the event that told dispatch_id.';
COMMENT ON COLUMN billing_documents.representation_ids IS 'Representations that were dispatched: a list of ids.';
COMMENT ON COLUMN billing_documents.representation_ids_stamp IS 'Time and id of the event that told representation_ids.';
COMMENT ON COLUMN billing_documents.dispatched_by_id IS 'Support user who dispatched it.';
COMMENT ON COLUMN billing_documents.dispatched_by_id_stamp IS 'Time and id of the event that told dispatched_by_id.';
COMMENT ON COLUMN billing_documents.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN billing_documents.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN billing_documents.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN billing_documents.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN billing_documents.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE billing_document_statuses (
  billing_document_identifier text COLLATE "C" NOT NULL,
  external_status_id bigint NOT NULL,
  status text,
  status_stamp text COLLATE "C",
  status_code text,
  status_code_stamp text COLLATE "C",
  told_at timestamptz,
  PRIMARY KEY (billing_document_identifier, external_status_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE billing_document_statuses IS 'Statuses that outside systems gave billing documents.';
COMMENT ON COLUMN billing_document_statuses.billing_document_identifier IS 'Identifier of the document.';
COMMENT ON COLUMN billing_document_statuses.external_status_id IS 'Id of the status.';
COMMENT ON COLUMN billing_document_statuses.status IS 'The status.';
COMMENT ON COLUMN billing_document_statuses.status_stamp IS 'Time and id of the event that told status.';
COMMENT ON COLUMN billing_document_statuses.status_code IS 'Its code.';
COMMENT ON COLUMN billing_document_statuses.status_code_stamp IS 'Time and id of the event that told status_code.';
COMMENT ON COLUMN billing_document_statuses.told_at IS 'When it was told.';

CREATE TABLE rebates (
  rebate_period_id bigint NOT NULL,
  account_number text COLLATE "C",
  account_number_stamp text COLLATE "C",
  rebate_type text,
  rebate_type_stamp text COLLATE "C",
  effective_from text,
  effective_from_stamp text COLLATE "C",
  effective_to text,
  effective_to_stamp text COLLATE "C",
  is_application_accepted boolean,
  is_application_accepted_stamp text COLLATE "C",
  decline_reason text,
  decline_reason_stamp text COLLATE "C",
  created_at timestamptz,
  updated_at timestamptz,
  accepted_at timestamptz,
  declined_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (rebate_period_id)
) WITH (fillfactor = 70);
CREATE INDEX rebates_account ON rebates (account_number, rebate_period_id);
COMMENT ON TABLE rebates IS 'Rebates of accounts.';
COMMENT ON COLUMN rebates.rebate_period_id IS 'Id of the rebate and its period.';
COMMENT ON COLUMN rebates.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN rebates.account_number_stamp IS 'Time and id of the event that told account_number.';
COMMENT ON COLUMN rebates.rebate_type IS 'Kind of rebate.';
COMMENT ON COLUMN rebates.rebate_type_stamp IS 'Time and id of the event that told rebate_type.';
COMMENT ON COLUMN rebates.effective_from IS 'From when it holds, as told.';
COMMENT ON COLUMN rebates.effective_from_stamp IS 'Time and id of the event that told effective_from.';
COMMENT ON COLUMN rebates.effective_to IS 'Until when it holds, as told.';
COMMENT ON COLUMN rebates.effective_to_stamp IS 'Time and id of the event that told effective_to.';
COMMENT ON COLUMN rebates.is_application_accepted IS 'Whether the application was accepted when it was made or updated; null where unknown.';
COMMENT ON COLUMN rebates.is_application_accepted_stamp IS 'Time and id of the event that told is_application_accepted.';
COMMENT ON COLUMN rebates.decline_reason IS 'Why it was declined.';
COMMENT ON COLUMN rebates.decline_reason_stamp IS 'Time and id of the event that told decline_reason.';
COMMENT ON COLUMN rebates.created_at IS 'When it was made; null where that was not told.';
COMMENT ON COLUMN rebates.updated_at IS 'When it was last updated.';
COMMENT ON COLUMN rebates.accepted_at IS 'When it was last accepted; null where it was not.';
COMMENT ON COLUMN rebates.declined_at IS 'When it was last declined; null where it was not.';
COMMENT ON COLUMN rebates.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN rebates.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN rebates.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN rebates.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN rebates.last_told_at IS 'Time of the latest event that tells of it.';
