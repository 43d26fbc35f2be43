import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface LeadRow extends Provenance {
  readonly lead_number: string;
  readonly funnel_code: string | null;
  readonly stage: string | null;
  readonly stage_updated_at: string | null;
}

/** One row a lead. */
export const leads = shared<LeadRow, 'lead_number'>({
  key: ['lead_number'],
  merge: { ...provenance, funnel_code: 'latest', stage: 'latest', stage_updated_at: 'greatest' },
  on: {
    'leads.lead.stage-updated': ({ data, envelope }) => [
      {
        lead_number: data.lead_number,
        ...provenanceOf(envelope),
        funnel_code: data.funnel_code,
        stage: data.stage,
        stage_updated_at: envelope.time,
      },
    ],
  },
});

export interface OpportunityRow extends Provenance {
  readonly opportunity_number: string;
  readonly funnel_code: string | null;
  readonly stage: string | null;
  readonly stage_updated_at: string | null;
  readonly updated_by_user_id: number | null;
}

/** One row an opportunity, also one of which only its documents and offers tell. */
export const opportunities = shared<OpportunityRow, 'opportunity_number'>({
  key: ['opportunity_number'],
  merge: {
    ...provenance,
    funnel_code: 'latest',
    stage: 'latest',
    stage_updated_at: 'greatest',
    updated_by_user_id: 'latest',
  },
  on: {
    'leads.opportunity.stage-updated': ({ data, envelope }) => [
      {
        opportunity_number: data.opportunity_number,
        ...provenanceOf(envelope),
        funnel_code: data.funnel_code,
        stage: data.stage,
        stage_updated_at: envelope.time,
        updated_by_user_id: data.updated_by_user_id,
      },
    ],
    'leads.opportunity.document-attached-to-opportunity': ({ data, envelope }) => [
      { opportunity_number: data.opportunity_number, ...provenanceOf(envelope) },
    ],
    'leads.opportunity.offer-group.created': ({ data, envelope }) => [
      { opportunity_number: data.opportunity_number, ...provenanceOf(envelope) },
    ],
  },
});

export interface OpportunityDocumentRow {
  readonly opportunity_number: string;
  readonly attachment_id: number;
  readonly category: string | null;
}

/** One row a document that was attached to an opportunity. */
export const opportunityDocuments = shared<OpportunityDocumentRow, 'opportunity_number' | 'attachment_id'>({
  key: ['opportunity_number', 'attachment_id'],
  merge: { category: 'latest' },
  on: {
    'leads.opportunity.document-attached-to-opportunity': ({ data }) => [
      {
        opportunity_number: data.opportunity_number,
        attachment_id: data.attachment_id,
        category: data.category,
      },
    ],
  },
});

export interface OpportunityOfferGroupRow {
  readonly opportunity_number: string;
  readonly offer_group_identifier: string;
  readonly created_at: string | null;
}

/** One row a group of offers made for an opportunity. */
export const opportunityOfferGroups = shared<
  OpportunityOfferGroupRow,
  'opportunity_number' | 'offer_group_identifier'
>({
  key: ['opportunity_number', 'offer_group_identifier'],
  merge: { created_at: 'least' },
  on: {
    'leads.opportunity.offer-group.created': ({ data, envelope }) => [
      {
        opportunity_number: data.opportunity_number,
        offer_group_identifier: data.offer_group_identifier,
        created_at: envelope.time,
      },
    ],
  },
});
