import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface ApprovalRow extends Provenance {
  readonly approval_id: string;
  readonly process_type: string | null;
  readonly requested_at_told: string | null;
  readonly requested_by_id: number | null;
  readonly assigned_to_id: number | null;
  readonly approved_at: string | null;
  readonly rejected_at: string | null;
}

interface ApprovalData {
  readonly approval_id: string;
  readonly process_type: string;
}

const told = ({ approval_id, process_type }: ApprovalData, envelope: Envelope) => ({
  approval_id,
  process_type,
  ...provenanceOf(envelope),
});

/** One row something that has to be approved. */
export const approvals = shared<ApprovalRow, 'approval_id'>({
  key: ['approval_id'],
  merge: {
    ...provenance,
    process_type: 'latest',
    requested_at_told: 'latest',
    requested_by_id: 'latest',
    assigned_to_id: 'latest',
    approved_at: 'greatest',
    rejected_at: 'greatest',
  },
  on: {
    'approvals.approval.created': ({ data, envelope }) => [
      {
        ...told(data, envelope),
        requested_at_told: data.requested_at,
        requested_by_id: data.requested_by_id,
        assigned_to_id: data.assigned_to_id,
      },
    ],
    'approvals.approval.approved': ({ data, envelope }) => [
      { ...told(data, envelope), approved_at: envelope.time },
    ],
    'approvals.approval.rejected': ({ data, envelope }) => [
      { ...told(data, envelope), rejected_at: envelope.time },
    ],
  },
});

export interface ApprovalRequestRow extends Provenance {
  readonly approval_id: string;
  readonly request_id: string;
  readonly process_type: string | null;
  readonly assigned_to_id: number | null;
  readonly assigned_at_told: string | null;
  readonly approved_at: string | null;
  readonly rejected_at: string | null;
  readonly decided_by_id: number | null;
  readonly reason: string | null;
}

const asked = (data: ApprovalData & { readonly request_id: string }, envelope: Envelope) => ({
  ...told(data, envelope),
  request_id: data.request_id,
});

/** One row a person who is asked to approve. */
export const approvalRequests = shared<ApprovalRequestRow, 'approval_id' | 'request_id'>({
  key: ['approval_id', 'request_id'],
  merge: {
    ...provenance,
    process_type: 'latest',
    assigned_to_id: 'latest',
    assigned_at_told: 'latest',
    approved_at: 'greatest',
    rejected_at: 'greatest',
    decided_by_id: 'latest',
    reason: 'latest',
  },
  on: {
    'approvals.approval_request.assigned': ({ data, envelope }) => [
      {
        ...asked(data, envelope),
        assigned_to_id: data.assigned_to_id,
        assigned_at_told: data.assigned_at,
      },
    ],
    'approvals.approval_request.approved': ({ data, envelope }) => [
      {
        ...asked(data, envelope),
        approved_at: envelope.time,
        decided_by_id: data.approved_by_id,
        reason: data.approval_reason,
      },
    ],
    'approvals.approval_request.rejected': ({ data, envelope }) => [
      {
        ...asked(data, envelope),
        rejected_at: envelope.time,
        decided_by_id: data.rejected_by_id,
        reason: data.rejection_reason,
      },
    ],
  },
});
