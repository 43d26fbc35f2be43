import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const account = { account_number: 'A-1' };
const document = { ...account, billing_document_id: 3, billing_document_identifier: 'D-3' };
const held = {
  ...account,
  document_type: 'STATEMENT',
  document_id: 3,
  document_identifier: 'D-3',
  document_uuid: 'uuid-3',
  hold_code: 'CHECK',
  is_strict: true,
  held_at: '2026-01-01',
  held_by_id: 9,
};
const rebate = {
  ...account,
  rebate_period_id: 5,
  rebate_type: 'SOCIAL',
  effective_from: '2026-01-01',
  effective_to: '2026-12-31',
};

describe('account-state on bills and rebates', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given a held document, when it is issued and dispatched, then each has its time', () =>
    spec
      .given(told('billing.billing_document.held', 'v1', 1, held))
      .when(
        told('billing.billing_document.issued', 'v2', 2, { ...document, billing_document_uuid: 'uuid-3' }),
        told('billing.billing_document_representation.dispatched', 'v3', 3, {
          ...document,
          billing_document_representation_dispatch_id: 7,
          billing_document_representations_id: [1, 2],
          support_user_id: 4,
        }),
      )
      .numberOfTimes(3)
      .thenRows({
        billing_documents: [
          {
            billing_document_identifier: 'D-3',
            billing_document_id: 3,
            billing_document_uuid: 'uuid-3',
            account_number: 'A-1',
            hold_code: 'CHECK',
            is_strict_hold: true,
            held_at: at(1),
            issued_at: at(2),
            dispatched_at: at(3),
            dispatch_id: 7,
            representation_ids: [1, 2],
            dispatched_by_id: 4,
          },
        ],
        accounts: [{ account_number: 'A-1', first_told_at: at(1), last_told_at: at(3) }],
      }));

  it('given old versions, when they do not tell the uuid or the dispatch, then what is known stays', () =>
    spec
      .given(told('billing.billing_document.held', 'v1', 1, held))
      .when(
        told('billing.billing_document.issued', 'v1', 2, document),
        told('billing.billing_document_representation.dispatched', 'v2', 3, {
          ...document,
          billing_document_representation_dispatch_id: 7,
          billing_document_representations_id: [1],
        }),
        told('billing.billing_document_representation.dispatched', 'v1', 4, document),
      )
      .thenRows({
        billing_documents: [{ billing_document_uuid: 'uuid-3', dispatched_at: at(4), dispatch_id: 7 }],
      }));

  it('given nothing, when an outside status comes first, then it is kept under the identifier', () => {
    const status = { billing_document_identifier: 'D-3', status: 'SENT', status_code: '1' };
    return spec
      .given(told('billing.issuance.external_status.created', 'v1', 1, { ...status, external_status_id: 1 }))
      .when(
        told('billing.issuance.external_status.created', 'v1', 2, {
          ...status,
          status: 'READ',
          external_status_id: 2,
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        billing_documents: [{ billing_document_identifier: 'D-3', last_told_at: at(2) }],
        billing_document_statuses: [
          { external_status_id: 1, status: 'SENT', told_at: at(1) },
          { external_status_id: 2, status: 'READ', told_at: at(2) },
        ],
      });
  });

  it('given a rebate, when it is updated, declined and accepted, then each has its time', () =>
    spec
      .given(told('billing.rebate.created', 'v1', 1, { ...rebate, is_application_accepted: false }))
      .when(
        told('billing.rebate.updated', 'v1', 2, {
          ...rebate,
          effective_to: '2027-01-31',
          is_application_accepted: true,
        }),
        told('billing.rebate.declined', 'v1', 3, {
          ...rebate,
          effective_to: '2027-01-31',
          decline_reason: 'late',
        }),
        told('billing.rebate.accepted', 'v1', 4, { ...rebate, effective_to: '2027-01-31' }),
      )
      .numberOfTimes(2)
      .thenRows({
        rebates: [
          {
            rebate_period_id: 5,
            account_number: 'A-1',
            effective_to: '2027-01-31',
            is_application_accepted: true,
            decline_reason: 'late',
            created_at: at(1),
            updated_at: at(2),
            declined_at: at(3),
            accepted_at: at(4),
          },
        ],
      }));
});
