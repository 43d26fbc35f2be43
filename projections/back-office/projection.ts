import { defineProjection } from '../../src/projector/define.js';
import { accessRoles } from './access-roles.js';
import { approvalRequests, approvals } from './approvals.js';
import { duosInvoices, pathwayTraversals, portfolioInvoiceRuns } from './billing.js';
import { businessChanges, businesses, internalCompanies } from './businesses.js';
import { checkedFiles } from './checked-files.js';
import { leads, opportunities, opportunityDocuments, opportunityOfferGroups } from './leads.js';
import { quoteConfigurations } from './quote-configurations.js';

/**
 * What a supplier's own people and machines work with, and no event leads to a customer's account: approvals, roles,
 * businesses, leads, runs of billing, files that were checked.
 */
export default defineProjection({
  name: 'back-office',
  version: 1,
  tables: {
    approvals,
    approval_requests: approvalRequests,
    access_roles: accessRoles,
    businesses,
    business_changes: businessChanges,
    internal_companies: internalCompanies,
    leads,
    opportunities,
    opportunity_documents: opportunityDocuments,
    opportunity_offer_groups: opportunityOfferGroups,
    quote_configurations: quoteConfigurations,
    pathway_traversals: pathwayTraversals,
    duos_invoices: duosInvoices,
    portfolio_invoice_runs: portfolioInvoiceRuns,
    checked_files: checkedFiles,
  },
});
