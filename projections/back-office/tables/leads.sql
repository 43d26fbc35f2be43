CREATE TABLE leads (
  lead_number text COLLATE "C" NOT NULL,
  funnel_code text,
  funnel_code_stamp text COLLATE "C",
  stage text,
  stage_stamp text COLLATE "C",
  stage_updated_at timestamptz,
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (lead_number)
) WITH (fillfactor = 70);
COMMENT ON TABLE leads IS 'Leads.';
COMMENT ON COLUMN leads.lead_number IS 'Number of the lead.';
COMMENT ON COLUMN leads.funnel_code IS 'Funnel it goes through.';
COMMENT ON COLUMN leads.funnel_code_stamp IS 'Time and id of the event that told funnel_code.';
COMMENT ON COLUMN leads.stage IS 'Stage it has reached.';
COMMENT ON COLUMN leads.stage_stamp IS 'Time and id of the event that told stage.';
COMMENT ON COLUMN leads.stage_updated_at IS 'When it reached that.';
COMMENT ON COLUMN leads.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN leads.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN leads.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN leads.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN leads.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE opportunities (
  opportunity_number text COLLATE "C" NOT NULL,
  funnel_code text,
  funnel_code_stamp text COLLATE "C",
  stage text,
  stage_stamp text COLLATE "C",
  stage_updated_at timestamptz,
  updated_by_user_id bigint,
  updated_by_user_id_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (opportunity_number)
) WITH (fillfactor = 70);
COMMENT ON TABLE opportunities IS 'Opportunities, also those of which only documents and offers tell.';
COMMENT ON COLUMN opportunities.opportunity_number IS 'Number of the opportunity.';
COMMENT ON COLUMN opportunities.funnel_code IS 'Funnel it goes through.';
COMMENT ON COLUMN opportunities.funnel_code_stamp IS 'Time and id of the event that told funnel_code.';
COMMENT ON COLUMN opportunities.stage IS 'Stage it has reached.';
COMMENT ON COLUMN opportunities.stage_stamp IS 'Time and id of the event that told stage.';
COMMENT ON COLUMN opportunities.stage_updated_at IS 'When it reached that.';
COMMENT ON COLUMN opportunities.updated_by_user_id IS 'Who last moved it; null where nobody was named.';
COMMENT ON COLUMN opportunities.updated_by_user_id_stamp IS 'Time and id of the event that told updated_by_user_id.';
COMMENT ON COLUMN opportunities.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN opportunities.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN opportunities.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN opportunities.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN opportunities.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE opportunity_documents (
  opportunity_number text COLLATE "C" NOT NULL,
  attachment_id bigint NOT NULL,
  category text,
  category_stamp text COLLATE "C",
  PRIMARY KEY (opportunity_number, attachment_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE opportunity_documents IS 'Documents attached to opportunities.';
COMMENT ON COLUMN opportunity_documents.opportunity_number IS 'Number of the opportunity.';
COMMENT ON COLUMN opportunity_documents.attachment_id IS 'Id of the attachment.';
COMMENT ON COLUMN opportunity_documents.category IS 'Kind of document.';
COMMENT ON COLUMN opportunity_documents.category_stamp IS 'Time and id of the event that told category.';

CREATE TABLE opportunity_offer_groups (
  opportunity_number text COLLATE "C" NOT NULL,
  offer_group_identifier text COLLATE "C" NOT NULL,
  created_at timestamptz,
  PRIMARY KEY (opportunity_number, offer_group_identifier)
) WITH (fillfactor = 70);
COMMENT ON TABLE opportunity_offer_groups IS 'Groups of offers made for opportunities.';
COMMENT ON COLUMN opportunity_offer_groups.opportunity_number IS 'Number of the opportunity.';
COMMENT ON COLUMN opportunity_offer_groups.offer_group_identifier IS 'Identifier of the group.';
COMMENT ON COLUMN opportunity_offer_groups.created_at IS 'When it was made.';
