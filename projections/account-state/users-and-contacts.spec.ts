import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const user = { account_user_id: 7, account_user_number: 'U-7' };
const period = { account_property_effective_period_id: 5 };
const call = {
  account_number: 'A-1',
  call_id: 3,
  call_key: 'c',
  transcript_key: 't',
  redacted_transcript_key: 'r',
  bucket: 'b',
};

describe('account-state on users and how they are in contact', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given logins, then the user has the last one, and each failure counts once however often it is told', () => {
    const failed = {
      ...user,
      step: 'password',
      failure_reason: 'wrong',
      brand: 'b',
      user_brands: [],
    };
    return spec
      .given(
        told('auth_server.account_user.logged_in', 'v1', 2, {
          ...user,
          login_method: 'password',
          mfa_device_type: 'sms',
        }),
      )
      .when(
        told('auth_server.account_user.login_failed', 'v1', 1, failed, { id: 'e-1' }),
        told('auth_server.account_user.login_failed', 'v1', 3, failed, { id: 'e-2' }),
        told(
          'auth_server.account_user.login_denied',
          'v1',
          4,
          { ...user, enforced_security_rule_ids: [1] },
          { id: 'e-3' },
        ),
        told(
          'auth_server.account_user.generate_mfa_challenge_error',
          'v1',
          5,
          { ...user, device: 'app' },
          { id: 'e-4' },
        ),
        told('auth_server.account_user.login_step_completed', 'v1', 6, {
          ...user,
          step: 'mfa',
          mfa_device_type: 'app',
        }),
      )
      .numberOfTimes(3)
      .thenRows({
        account_users: [
          {
            user_id: 7,
            user_number: 'U-7',
            last_logged_in_at: at(2),
            login_method: 'password',
            last_login_step_at: at(6),
            mfa_device_type: 'app',
          },
        ],
        login_failures: [
          { event_id: 'e-1', kind: 'failed', step: 'password', reason: 'wrong', failed_at: at(1) },
          { event_id: 'e-2', kind: 'failed', failed_at: at(3) },
          { event_id: 'e-3', kind: 'denied', failed_at: at(4) },
          { event_id: 'e-4', kind: 'mfa_challenge_error', step: 'app', failed_at: at(5) },
        ],
      });
  });

  it('given tokens for a viewer, then a delegate has a row, with the first and the last time', () => {
    const token = (minute: number, delegate: string) =>
      told('auth-server.access-token.issued', 'v1', minute, { viewer: 'user', viewer_id: 7, delegate });
    return spec
      .given(token(3, 'partner'))
      .when(token(1, 'partner'), token(2, ''))
      .numberOfTimes(2)
      .thenRows({
        issued_tokens: [
          { delegate: '', first_told_at: at(2) },
          { delegate: 'partner', first_told_at: at(1), last_told_at: at(3) },
        ],
      });
  });

  it('given a role lost, then it stands under the id of the account, which no event leads to its number', () =>
    spec
      .given()
      .when(told('loyalty-points.user-role-removal', 'v1', 1, { user_id: 7, account_id: 9 }))
      .numberOfTimes(2)
      .thenRows({
        accounts: [],
        loyalty_role_removals: [{ user_id: 7, account_id: 9, last_told_at: at(1) }],
      }));

  it('given metadata of a property period removed, when an older event makes it, then it stays removed', () =>
    spec
      .given(
        told('account_property_effective_period_metadata.removed', 'v1', 3, {
          ...period,
          key: 'k',
          value: 'v',
        }),
      )
      .when(
        told('account_property_effective_period_metadata.created', 'v1', 1, {
          ...period,
          key: 'k',
          value: 'v',
        }),
        told('account_property_effective_period_metadata.updated', 'v1', 2, {
          ...period,
          changes: { value: ['v', 'w'] },
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        property_periods: [{ ...period, first_told_at: at(1), last_told_at: at(3) }],
        property_period_metadata: [{ ...period, key: 'k', is_present: false }],
        reported_changes: [
          {
            entity: 'account_property_effective_period',
            entity_id: '5',
            field: 'value',
            change: [['v', 'w']],
          },
        ],
      }));

  it('given a call, an e-mail that came back and an exception, then the account is spoken of, and has them', () =>
    spec
      .given(
        told('apis.api_exception.context_updated', 'v1', 1, {
          external_identifier: 'X-1',
          previous_context_id: 8,
        }),
      )
      .when(
        told('comms.transcription.created', 'v1', 2, call),
        told('comms.account-call.updated', 'v1', 3, { ...call, changes: { outcome: 'solved' } }),
        told('comms.customer_email_bounced', 'v1', 4, {
          account_number: 'A-1',
          user_id: 7,
          message_id: 6,
          template_code: 'bill',
          bounced_at: 'then',
        }),
        told('apis.api_exception.updated', 'v1', 5, {
          external_identifier: 'X-1',
          account_number: 'A-1',
          changes: { status: 'open' },
        }),
        told('apis.api_exception.updated', 'v1', 5, {
          external_identifier: 'X-2',
          account_number: null,
          changes: {},
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        accounts: [{ account_number: 'A-1', first_told_at: at(2), last_told_at: at(5) }],
        account_calls: [
          {
            call_id: 3,
            account_number: 'A-1',
            recording: {
              call_key: 'c',
              transcript_key: 't',
              redacted_transcript_key: 'r',
              bucket: 'b',
            },
            transcribed_at: at(2),
            updated_at: at(3),
          },
        ],
        bounced_emails: [{ message_id: 6, user_id: 7, template_code: 'bill', bounced_at_told: 'then' }],
        api_exceptions: [
          {
            external_identifier: 'X-1',
            account_number: 'A-1',
            previous_context_id: 8,
            updated_at: at(5),
          },
          { external_identifier: 'X-2', updated_at: at(5) },
        ],
        reported_changes: [
          { entity: 'account_call', entity_id: '3', field: 'outcome', change: ['solved'] },
          { entity: 'api_exception', entity_id: 'X-1', field: 'status', change: ['open'] },
        ],
      }));
});
