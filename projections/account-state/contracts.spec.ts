import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const contract = { contract_identifier: 'K-1', occurred_at: '2026-01-01' };
const journey = { number: 'J-1', type: 'switch', requested_at: '2026-01-01' };

describe('account-state on contracts and consents', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it.each([
    ['contracts.terms-varied', 'terms_varied_at'],
    ['contracts.terminated', 'terminated_at'],
    ['contracts.rescinded', 'rescinded_at'],
    ['contracts.revoked', 'revoked_at'],
  ] as const)('given a contract, when %s comes, then it has its time', (type, column) =>
    spec
      .given(told(type, 'v1', 2, contract))
      .when(told('contracts.created', 'v1', 1, { ...contract, sales_record_identifier: 'S-1' }))
      .numberOfTimes(2)
      .thenRows({
        contracts: [
          {
            contract_identifier: 'K-1',
            created_at: at(1),
            [column]: at(2),
            sales_record_identifier: 'S-1',
          },
        ],
      }),
  );

  it('given a contract, when it goes its way, then each step is told', () =>
    spec
      .given(
        told('contracts.actualized', 'v1', 2, { ...contract, version_reference: 3, for_subjects: ['a'] }),
      )
      .when(
        told('contracts.expiry-approaching', 'v1', 3, { ...contract, days_before_expiry: 30 }),
        told('contracts.expired', 'v1', 4, { ...contract, valid_to: '2027-01-01' }),
        told('contracts.novated', 'v1', 5, { ...contract, new_contract_identifier: 'K-2' }),
        told('collateral_agreement.fulfilled', 'v1', 6, {
          collateral_agreement_id: 8,
          contract_id: 'K-1',
          fulfilled_at: '2026-01-01',
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        contracts: [
          {
            version_reference: 3,
            actualized_for_subjects: ['a'],
            actualized_at: at(2),
            days_before_expiry: 30,
            valid_to: '2027-01-01',
            expired_at: at(4),
            new_contract_identifier: 'K-2',
            novated_at: at(5),
            collateral_agreement_id: 8,
            collateral_fulfilled_at: at(6),
          },
        ],
      }));

  it.each([
    ['contracts.journeys.creation.started', 'creation', 'creation_started_at'],
    ['contracts.journeys.termination.started', 'termination', 'termination_started_at'],
  ] as const)('given %s, then journey and contract say when', (type, purpose, column) =>
    spec
      .given()
      .when(
        told(type, 'v1', 1, {
          ...contract,
          contract_journey: journey,
          subject_contract_journeys: [{ number: 'J-2', subject_number: 'S-1' }],
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        contracts: [{ contract_identifier: 'K-1', [column]: at(1) }],
        contract_journeys: [
          {
            journey_number: 'J-1',
            purpose,
            subjects: [{ number: 'J-2', subject_number: 'S-1' }],
            started_at: at(1),
          },
        ],
      }),
  );

  it('given a variation, then its journey tells no subjects', () =>
    spec
      .given()
      .when(told('contracts.journeys.variation.started', 'v1', 1, { ...contract, contract_journey: journey }))
      .thenRows({
        contracts: [{ variation_started_at: at(1) }],
        contract_journeys: [{ purpose: 'variation' }],
      }));

  it('given a subject removed, when an older event adds it, then it stays removed', () => {
    const subject = { type: 'ELEC', identifier: '2000', effective_from: '2026-01-01', effective_to: '' };
    return spec
      .given(
        told('contracts.subject-amended', 'v1', 3, {
          ...contract,
          added: [],
          updated: [],
          removed: [subject],
        }),
      )
      .when(
        told('contracts.subject-amended', 'v1', 2, {
          ...contract,
          added: [subject],
          updated: [{ ...subject, identifier: '3000' }],
          removed: [],
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        contract_subjects: [
          { subject_identifier: '2000', is_present: false, changed_at: at(3) },
          { subject_identifier: '3000', is_present: true, changed_at: at(2) },
        ],
      });
  });

  it('given a consent, when it is updated, then the newest word holds', () => {
    const signing_identity = { identity_type: 'user', identity: '7' };
    const consent = { id: 1, consent_type_code: 'MARKETING', value: 'yes', signed_at: '2026-01-01' };
    return spec
      .given(
        told('consents.consent.updated', 'v1', 2, { signing_identity, consent: { ...consent, value: 'no' } }),
      )
      .when(told('consents.consent.created', 'v1', 1, { signing_identity, consent }))
      .numberOfTimes(2)
      .thenRows({
        consents: [{ consent_id: 1, identity: '7', value: 'no', created_at: at(1), updated_at: at(2) }],
      });
  });
});
