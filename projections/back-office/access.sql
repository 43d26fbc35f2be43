-- Parts go with the whole, as far as that may be seen.
CREATE POLICY of_business ON business_changes FOR SELECT TO headrace_organisation USING (
  EXISTS (SELECT FROM businesses b WHERE b.business_id = business_changes.business_id)
);
CREATE POLICY of_opportunity ON opportunity_documents FOR SELECT TO headrace_organisation USING (
  EXISTS (SELECT FROM opportunities o WHERE o.opportunity_number = opportunity_documents.opportunity_number)
);
CREATE POLICY of_opportunity ON opportunity_offer_groups FOR SELECT TO headrace_organisation USING (
  EXISTS (SELECT FROM opportunities o WHERE o.opportunity_number = opportunity_offer_groups.opportunity_number)
);
