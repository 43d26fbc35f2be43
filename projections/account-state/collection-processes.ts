import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface CollectionProcessRow extends Provenance {
  readonly collection_process_number: string;
  readonly account_number: string | null;
  readonly ledger: string | null;
  readonly billing_document: string | null;
  readonly config_code: string | null;
  readonly raised_at: string | null;
  readonly is_paused: boolean | null;
  readonly paused_at: string | null;
  readonly unpaused_at: string | null;
  readonly pause_source: string | null;
  readonly active_pause_reasons: readonly string[] | null;
  readonly leave_supplier_process_number: string | null;
  readonly leave_supplier_instigated_at: string | null;
  readonly termination_requested_at: string | null;
  readonly is_withdrawn: boolean | null;
  readonly withdrawn_at: string | null;
  readonly external_reference: string | null;
  readonly reactivated_at: string | null;
}

const told = (data: { readonly number: string; readonly account_number?: string }, envelope: Envelope) => ({
  collection_process_number: data.number,
  ...provenanceOf(envelope),
  account_number: data.account_number ?? null,
});

/** One row a collection process. Some of its events do not name the account: they stand here until one does. */
export const collectionProcesses = shared<CollectionProcessRow, 'collection_process_number'>({
  key: ['collection_process_number'],
  merge: {
    ...provenance,
    account_number: 'latest',
    ledger: 'latest',
    billing_document: 'latest',
    config_code: 'latest',
    raised_at: 'least',
    is_paused: 'latest',
    paused_at: 'greatest',
    unpaused_at: 'greatest',
    pause_source: 'latest',
    active_pause_reasons: 'latest',
    leave_supplier_process_number: 'latest',
    leave_supplier_instigated_at: 'greatest',
    termination_requested_at: 'greatest',
    is_withdrawn: 'latest',
    withdrawn_at: 'greatest',
    external_reference: 'latest',
    reactivated_at: 'greatest',
  },
  on: {
    'collection_process.raised': ({ data, envelope }) => [
      {
        ...told(data, envelope),
        ledger: data.ledger,
        billing_document: data.billing_document,
        config_code: data.config_code,
        raised_at: envelope.time,
      },
    ],
    'collection_process.paused': ({ data, envelope }) => [
      {
        ...told(data, envelope),
        is_paused: true,
        paused_at: envelope.time,
        pause_source: data.source,
        active_pause_reasons: data.active_pause_reasons,
      },
    ],
    'collection_process.unpaused': ({ data, envelope }) => [
      { ...told(data, envelope), is_paused: false, unpaused_at: envelope.time, pause_source: data.source },
    ],
    'collection_process.leave_supplier_instigated': ({ data, envelope }) => [
      {
        ...told(data, envelope),
        leave_supplier_process_number: data.leave_supplier_process_number,
        leave_supplier_instigated_at: envelope.time,
      },
    ],
    'collection_process.run_termination_requested': ({ data, envelope }) => [
      { ...told(data, envelope), termination_requested_at: envelope.time },
    ],
    'collection_process.withdrawn': ({ data, envelope }) => [
      {
        ...told(data, envelope),
        is_withdrawn: true,
        withdrawn_at: envelope.time,
        external_reference: data.external_reference,
      },
    ],
    'collection_process.reactivated': ({ data, envelope }) => [
      { ...told(data, envelope), is_withdrawn: false, reactivated_at: envelope.time },
    ],
    'collection_process.comm_step_resolved': ({ data, envelope }) => [
      { collection_process_number: data.collection_process_number, ...provenanceOf(envelope) },
    ],
  },
});

export interface CollectionStepRow {
  readonly collection_process_number: string;
  readonly step_identifier: string;
  readonly trigger_id: string | null;
  readonly status: string | null;
  readonly reason: string | null;
  readonly dispatched_channels: readonly string[] | null;
  readonly failed_channels: readonly string[] | null;
  readonly resolved_at_told: string | null;
  readonly resolved_at: string | null;
}

/** One row a communication step of a collection process that was resolved, as it was told last. */
export const collectionSteps = shared<CollectionStepRow, 'collection_process_number' | 'step_identifier'>({
  key: ['collection_process_number', 'step_identifier'],
  merge: {
    trigger_id: 'latest',
    status: 'latest',
    reason: 'latest',
    dispatched_channels: 'latest',
    failed_channels: 'latest',
    resolved_at_told: 'latest',
    resolved_at: 'greatest',
  },
  on: {
    'collection_process.comm_step_resolved': ({ data, envelope }) => [
      {
        collection_process_number: data.collection_process_number,
        step_identifier: data.step_identifier,
        trigger_id: data.trigger_id,
        status: data.status,
        reason: data.reason,
        dispatched_channels: data.dispatched_channels,
        failed_channels: data.failed_channels,
        resolved_at_told: data.timestamp,
        resolved_at: envelope.time,
      },
    ],
  },
});
