import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface PathwayTraversalRow extends Provenance {
  readonly pathway_id: string;
  readonly traversal_attempt_id: number;
  readonly trigger_id: number | null;
  readonly succeeded_at: string | null;
  readonly failed_at: string | null;
  readonly failed_action_name: string | null;
  readonly failed_action_error: string | null;
}

/** One row an attempt to go through a billing pathway. */
export const pathwayTraversals = shared<PathwayTraversalRow, 'pathway_id' | 'traversal_attempt_id'>({
  key: ['pathway_id', 'traversal_attempt_id'],
  merge: {
    ...provenance,
    trigger_id: 'latest',
    succeeded_at: 'greatest',
    failed_at: 'greatest',
    failed_action_name: 'latest',
    failed_action_error: 'latest',
  },
  on: {
    'billing.pathway_traversal.succeeded': ({ data, envelope }) => [
      {
        pathway_id: data.pathway_id,
        traversal_attempt_id: data.traversal_attempt_id,
        ...provenanceOf(envelope),
        trigger_id: data.trigger_id,
        succeeded_at: envelope.time,
      },
    ],
    'billing.pathway_traversal.failed': ({ data, envelope }) => [
      {
        pathway_id: data.pathway_id,
        traversal_attempt_id: data.traversal_attempt_id,
        ...provenanceOf(envelope),
        trigger_id: data.trigger_id,
        failed_at: envelope.time,
        failed_action_name: data.failed_action_name,
        failed_action_error: data.failed_action_error,
      },
    ],
  },
});

export interface DuosInvoiceRow extends Provenance {
  readonly invoice_event_id: number;
  readonly new_at: string | null;
  readonly replaced_at: string | null;
  readonly cancelled_at: string | null;
}

/** One row an invoice of distribution charges (DUoS), by the one id that is told of it. */
export const duosInvoices = shared<DuosInvoiceRow, 'invoice_event_id'>({
  key: ['invoice_event_id'],
  merge: { ...provenance, new_at: 'least', replaced_at: 'greatest', cancelled_at: 'greatest' },
  on: {
    'billing.duos_invoice.new': ({ data, envelope }) => [
      { invoice_event_id: data.invoice_event_id, ...provenanceOf(envelope), new_at: envelope.time },
    ],
    'billing.duos_invoice.replace': ({ data, envelope }) => [
      { invoice_event_id: data.invoice_event_id, ...provenanceOf(envelope), replaced_at: envelope.time },
    ],
    'billing.duos_invoice.cancel': ({ data, envelope }) => [
      { invoice_event_id: data.invoice_event_id, ...provenanceOf(envelope), cancelled_at: envelope.time },
    ],
  },
});

export interface PortfolioInvoiceRunRow extends Provenance {
  readonly run_identifier: string;
  readonly s3_bucket: string | null;
  readonly s3_key_prefix: string | null;
  readonly summary_count: number | null;
  readonly completed_at: string | null;
}

/** One row a run that made summaries of portfolio invoices. */
export const portfolioInvoiceRuns = shared<PortfolioInvoiceRunRow, 'run_identifier'>({
  key: ['run_identifier'],
  merge: {
    ...provenance,
    s3_bucket: 'latest',
    s3_key_prefix: 'latest',
    summary_count: 'latest',
    completed_at: 'greatest',
  },
  on: {
    'billing.portfolio_invoice_summary.completed': ({ data, envelope }) => [
      {
        run_identifier: data.run_identifier,
        ...provenanceOf(envelope),
        s3_bucket: data.s3_bucket,
        s3_key_prefix: data.s3_key_prefix,
        summary_count: data.summary_count,
        completed_at: envelope.time,
      },
    ],
  },
});
