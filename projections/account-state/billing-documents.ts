import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface BillingDocumentRow extends Provenance {
  readonly billing_document_identifier: string;
  readonly billing_document_id: number | null;
  readonly billing_document_uuid: string | null;
  readonly account_number: string | null;
  readonly document_type: string | null;
  readonly held_at: string | null;
  readonly hold_code: string | null;
  readonly is_strict_hold: boolean | null;
  readonly held_at_told: string | null;
  readonly held_by_id: number | null;
  readonly issued_at: string | null;
  readonly dispatched_at: string | null;
  readonly dispatch_id: number | null;
  readonly representation_ids: readonly number[] | null;
  readonly dispatched_by_id: number | null;
}

/** One row a billing document, by the identifier that all its events have. */
export const billingDocuments = shared<BillingDocumentRow, 'billing_document_identifier'>({
  key: ['billing_document_identifier'],
  merge: {
    ...provenance,
    billing_document_id: 'latest',
    billing_document_uuid: 'latest',
    account_number: 'latest',
    document_type: 'latest',
    held_at: 'greatest',
    hold_code: 'latest',
    is_strict_hold: 'latest',
    held_at_told: 'latest',
    held_by_id: 'latest',
    issued_at: 'least',
    dispatched_at: 'greatest',
    dispatch_id: 'latest',
    representation_ids: 'latest',
    dispatched_by_id: 'latest',
  },
  on: {
    'billing.billing_document.held': ({ data, envelope }) => [
      {
        billing_document_identifier: data.document_identifier,
        ...provenanceOf(envelope),
        billing_document_id: data.document_id,
        billing_document_uuid: data.document_uuid,
        account_number: data.account_number,
        document_type: data.document_type,
        held_at: envelope.time,
        hold_code: data.hold_code,
        is_strict_hold: data.is_strict,
        held_at_told: data.held_at,
        held_by_id: data.held_by_id,
      },
    ],
    'billing.billing_document.issued': ({ data, envelope }) => [
      {
        billing_document_identifier: data.billing_document_identifier,
        ...provenanceOf(envelope),
        billing_document_id: data.billing_document_id,
        billing_document_uuid: data.billing_document_uuid,
        account_number: data.account_number,
        issued_at: envelope.time,
      },
    ],
    'billing.billing_document_representation.dispatched': ({ data, envelope }) => [
      {
        billing_document_identifier: data.billing_document_identifier,
        ...provenanceOf(envelope),
        billing_document_id: data.billing_document_id,
        account_number: data.account_number,
        dispatched_at: envelope.time,
        dispatch_id: data.billing_document_representation_dispatch_id,
        representation_ids: data.billing_document_representations_id,
        dispatched_by_id: data.support_user_id,
      },
    ],
    'billing.issuance.external_status.created': ({ data, envelope }) => [
      { billing_document_identifier: data.billing_document_identifier, ...provenanceOf(envelope) },
    ],
  },
});

export interface BillingDocumentStatusRow {
  readonly billing_document_identifier: string;
  readonly external_status_id: number;
  readonly status: string | null;
  readonly status_code: string | null;
  readonly told_at: string | null;
}

/** One row a status that an outside system gave a billing document. */
export const billingDocumentStatuses = shared<
  BillingDocumentStatusRow,
  'billing_document_identifier' | 'external_status_id'
>({
  key: ['billing_document_identifier', 'external_status_id'],
  merge: { status: 'latest', status_code: 'latest', told_at: 'greatest' },
  on: {
    'billing.issuance.external_status.created': ({ data, envelope }) => [
      {
        billing_document_identifier: data.billing_document_identifier,
        external_status_id: data.external_status_id,
        status: data.status,
        status_code: data.status_code,
        told_at: envelope.time,
      },
    ],
  },
});
