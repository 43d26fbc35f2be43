CREATE VIEW read_model.leads AS
SELECT
  l.lead_number,
  coalesce(l.imported_by, CASE WHEN l.published_by_least = l.published_by_greatest THEN l.published_by_least END) AS organisation,
  l.funnel_code, l.stage, l.stage_updated_at, l.first_told_at, l.last_told_at
FROM leads l;
COMMENT ON VIEW read_model.leads IS 'Leads. One row a lead.';
COMMENT ON COLUMN read_model.leads.lead_number IS 'Number of the lead.';
COMMENT ON COLUMN read_model.leads.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.leads.funnel_code IS 'Funnel it goes through.';
COMMENT ON COLUMN read_model.leads.stage IS 'Stage it has reached.';
COMMENT ON COLUMN read_model.leads.stage_updated_at IS 'When it reached that.';
COMMENT ON COLUMN read_model.leads.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.leads.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.opportunities AS
SELECT
  o.opportunity_number,
  coalesce(o.imported_by, CASE WHEN o.published_by_least = o.published_by_greatest THEN o.published_by_least END) AS organisation,
  o.funnel_code, o.stage, o.stage_updated_at, o.updated_by_user_id,
  (
    SELECT jsonb_agg(jsonb_build_object('attachment_id', d.attachment_id, 'category', d.category) ORDER BY d.attachment_id)
    FROM opportunity_documents d WHERE d.opportunity_number = o.opportunity_number
  ) AS documents,
  (
    SELECT jsonb_agg(g.offer_group_identifier ORDER BY g.created_at, g.offer_group_identifier)
    FROM opportunity_offer_groups g WHERE g.opportunity_number = o.opportunity_number
  ) AS offer_groups,
  o.first_told_at, o.last_told_at
FROM opportunities o;
COMMENT ON VIEW read_model.opportunities IS 'Opportunities, with their documents and groups of offers. One row an opportunity.';
COMMENT ON COLUMN read_model.opportunities.opportunity_number IS 'Number of the opportunity.';
COMMENT ON COLUMN read_model.opportunities.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.opportunities.funnel_code IS 'Funnel it goes through.';
COMMENT ON COLUMN read_model.opportunities.stage IS 'Stage it has reached.';
COMMENT ON COLUMN read_model.opportunities.stage_updated_at IS 'When it reached that.';
COMMENT ON COLUMN read_model.opportunities.updated_by_user_id IS 'Who last moved it; null where nobody was named.';
COMMENT ON COLUMN read_model.opportunities.documents IS 'Documents attached to it: [{attachment_id, category}]; null where none.';
COMMENT ON COLUMN read_model.opportunities.offer_groups IS 'Groups of offers made for it: a list of identifiers, oldest first; null where none.';
COMMENT ON COLUMN read_model.opportunities.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.opportunities.last_told_at IS 'Time of the latest event that tells of it.';
