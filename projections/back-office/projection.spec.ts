import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const approval = { approval_id: 'P-1', process_type: 'refund' };
const request = { ...approval, request_id: 'R-1' };
const pathway = { pathway_id: 'W-1', trigger_id: 3 };

describe('back-office', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given an approval, then it and the requests to approve it say what was decided', () =>
    spec
      .given(
        told('approvals.approval.approved', 'v1', 5, { ...approval, process_data: {}, approved_at: 'then' }),
        told('approvals.approval_request.approved', 'v1', 4, {
          ...request,
          approved_by_id: 8,
          approved_at: 'then',
          approval_reason: 'fair',
        }),
      )
      .when(
        told('approvals.approval.created', 'v1', 1, {
          ...approval,
          requested_at: 'before',
          assigned_to_id: 8,
          requested_by_id: 9,
        }),
        told('approvals.approval.rejected', 'v1', 3, { ...approval, process_data: {}, rejected_at: 'then' }),
        told('approvals.approval_request.assigned', 'v1', 1, {
          ...request,
          assigned_to_id: 8,
          assigned_at: 'before',
        }),
        told('approvals.approval_request.rejected', 'v1', 3, {
          ...request,
          rejected_by_id: 7,
          rejection_reason: 'no bill',
          rejected_at: 'then',
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        approvals: [
          {
            ...approval,
            requested_at_told: 'before',
            requested_by_id: 9,
            assigned_to_id: 8,
            approved_at: at(5),
            rejected_at: at(3),
          },
        ],
        approval_requests: [
          {
            ...request,
            assigned_to_id: 8,
            assigned_at_told: 'before',
            approved_at: at(4),
            rejected_at: at(3),
            decided_by_id: 8,
            reason: 'fair',
          },
        ],
      }));

  it.each([
    ['user', 'customer_access.user_roles', { name: 'Reader' }],
    ['partner', 'customer_access.partner_roles', {}],
    ['partner_user', 'customer_access.partner_user_roles', {}],
  ] as const)(
    'given a %s role that was updated, when it is told made, then it is as updated',
    (kind, roles, named) =>
      spec
        .given(
          told(`${roles}.updated`, 'v1', 2, {
            code: 'reader',
            display_name: null,
            description: 'Reads',
            permissions: ['read', 'list'],
          }),
        )
        .when(told(`${roles}.created`, 'v1', 1, { code: 'reader', permissions: ['read'], ...named }))
        .numberOfTimes(2)
        .thenRows({
          access_roles: [
            {
              kind,
              code: 'reader',
              ...named,
              description: 'Reads',
              permissions: ['read', 'list'],
              created_at: at(1),
              updated_at: at(2),
            },
          ],
        }),
  );

  it('given a business, then its team and changes are told, and a company stands apart', () => {
    const company = {
      displayable_number: '0042',
      name: 'Acme Ltd',
      primary_registration_number: '1',
      secondary_registration_number: '2',
      primary_tax_identifier_number: '3',
      legal_address: { town: 'Leeds' },
    };
    return spec
      .given(told('business.updated', 'v1', 3, { id: 6, changes: { name: 'New', size: null } }))
      .when(
        told('business.created', 'v1', 1, { id: 6 }),
        told('business.updated', 'v1', 2, { id: 6, changes: { name: 'Old' } }),
        told('business_operations_team.updated', 'v1', 4, { id: 6, operations_team_id: 2 }),
        told('internal_company.created', 'v1', 1, { ...company, id: 'I-1', actor: {} }),
      )
      .numberOfTimes(2)
      .thenRows({
        businesses: [{ business_id: 6, operations_team_id: 2, created_at: at(1), updated_at: at(3) }],
        business_changes: [
          { field: 'name', change: ['New'] },
          { field: 'size', change: [null] },
        ],
        internal_companies: [{ ...company, company_id: 'I-1' }],
      });
  });

  it('given leads and opportunities, then each has its newest stage, and what was made for it', () => {
    const opportunity = { opportunity_number: 'O-1' };
    return spec
      .given(
        told('leads.lead.stage-updated', 'v1', 2, { lead_number: 'L-1', funnel_code: 'f', stage: 'won' }),
        told('leads.opportunity.stage-updated', 'v1', 2, {
          ...opportunity,
          funnel_code: 'f',
          stage: 'quoted',
          updated_by_user_id: 4,
        }),
      )
      .when(
        told('leads.lead.stage-updated', 'v1', 1, { lead_number: 'L-1', funnel_code: 'f', stage: 'new' }),
        told('leads.opportunity.document-attached-to-opportunity', 'v1', 3, {
          ...opportunity,
          attachment_id: 5,
          category: 'bill',
        }),
        told('leads.opportunity.offer-group.created', 'v2', 4, {
          ...opportunity,
          offer_group_identifier: 'G-1',
        }),
        told('complex_quoting.cost_calculation_finished', 'v1', 1, {
          quote_configuration_number: 'Q-1',
          succeeded: false,
          triggered_by_id: 4,
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        leads: [{ lead_number: 'L-1', stage: 'won', stage_updated_at: at(2) }],
        opportunities: [{ ...opportunity, stage: 'quoted', updated_by_user_id: 4, last_told_at: at(4) }],
        opportunity_documents: [{ attachment_id: 5, category: 'bill' }],
        opportunity_offer_groups: [{ offer_group_identifier: 'G-1', created_at: at(4) }],
        quote_configurations: [{ is_calculated: false, triggered_by_id: 4, calculation_finished_at: at(1) }],
      });
  });

  it('given runs of billing, then each attempt and invoice says what became of it', () =>
    spec
      .given()
      .when(
        told('billing.pathway_traversal.succeeded', 'v1', 2, {
          ...pathway,
          traversal_attempt_id: 2,
          succeeded_at: 'then',
        }),
        told('billing.pathway_traversal.failed', 'v1', 1, {
          ...pathway,
          traversal_attempt_id: 1,
          traversal_attempt_context: {},
          failed_action_name: 'rate',
          failed_action_error: 'no rates',
          failed_at: 'then',
        }),
        told('billing.duos_invoice.cancel', 'v1', 3, { invoice_event_id: 1 }),
        told('billing.duos_invoice.replace', 'v1', 2, { invoice_event_id: 1 }),
        told('billing.duos_invoice.new', 'v1', 1, { invoice_event_id: 1 }),
        told('billing.portfolio_invoice_summary.completed', 'v1', 4, {
          run_identifier: 'R-1',
          s3_bucket: 'b',
          s3_key_prefix: 'k',
          summary_count: 12,
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        pathway_traversals: [
          { traversal_attempt_id: 1, failed_at: at(1), failed_action_name: 'rate' },
          { traversal_attempt_id: 2, trigger_id: 3, succeeded_at: at(2) },
        ],
        duos_invoices: [{ invoice_event_id: 1, new_at: at(1), replaced_at: at(2), cancelled_at: at(3) }],
        portfolio_invoice_runs: [{ run_identifier: 'R-1', summary_count: 12, completed_at: at(4) }],
      }));

  it('given files, then the newest check of each holds', () => {
    const attachment = { filename: 'bill.pdf', s3_key: 'k', s3_bucket: 'b', size_in_bytes: 10 };
    return spec
      .given(
        told('ink.message_attachment.unsafe', 'v1', 2, attachment),
        told('external_messaging.uploaded_file.safe', 'v1', 2, { file_reference: 'F-1' }),
      )
      .when(
        told('ink.message_attachment.safe', 'v1', 1, attachment),
        told('external_messaging.uploaded_file.unsafe', 'v1', 1, { file_reference: 'F-1' }),
      )
      .numberOfTimes(2)
      .thenRows({
        checked_files: [
          { kind: 'message_attachment', reference: 'k', bucket: 'b', is_safe: false, filename: 'bill.pdf' },
          { kind: 'uploaded_file', reference: 'F-1', is_safe: true },
        ],
      });
  });
});
