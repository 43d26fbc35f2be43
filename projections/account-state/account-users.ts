import type { Envelope } from '../../src/event/index.js';
import type { JsonValue } from '../../src/generated/events.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface AccountUserRow extends Provenance {
  readonly user_id: number;
  readonly user_number: string | null;
  readonly user_email: string | null;
  readonly user_identifiers: JsonValue;
  readonly linked_accounts: readonly JsonValue[] | null;
  readonly initiator_type: string | null;
  readonly is_customer_initiated: boolean | null;
  readonly is_present: boolean | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly removed_at: string | null;
  readonly password_changed_at: string | null;
  readonly password_reset_requested_at: string | null;
  readonly last_logged_in_at: string | null;
  readonly last_login_step_at: string | null;
  readonly login_method: string | null;
  readonly mfa_device_type: string | null;
}

interface UserTold {
  readonly user_id: number;
  readonly user_email: string;
  readonly user_number: string;
  readonly linked_accounts: readonly JsonValue[];
  readonly user_identifiers: JsonValue;
  readonly initiator_type: string | null;
  readonly is_customer_initiated: boolean | null;
}

const told = (data: UserTold, envelope: Envelope) => ({
  user_id: data.user_id,
  ...provenanceOf(envelope),
  user_number: data.user_number,
  user_email: data.user_email,
  user_identifiers: data.user_identifiers,
  linked_accounts: data.linked_accounts,
  initiator_type: data.initiator_type,
  is_customer_initiated: data.is_customer_initiated,
});

interface LoginData {
  readonly account_user_id: number;
  readonly account_user_number: string;
}

const loginTold = (data: LoginData, envelope: Envelope) => ({
  user_id: data.account_user_id,
  ...provenanceOf(envelope),
  user_number: data.account_user_number,
});

const loginSpokenOf = ({ data, envelope }: { readonly data: LoginData; readonly envelope: Envelope }) => [
  loginTold(data, envelope),
];

/** One row a user, kept when the user is removed. */
export const accountUsers = shared<AccountUserRow, 'user_id'>({
  key: ['user_id'],
  merge: {
    ...provenance,
    user_number: 'latest',
    user_email: 'latest',
    user_identifiers: 'latest',
    linked_accounts: 'latest',
    initiator_type: 'latest',
    is_customer_initiated: 'latest',
    is_present: 'latest',
    created_at: 'least',
    updated_at: 'greatest',
    removed_at: 'greatest',
    password_changed_at: 'greatest',
    password_reset_requested_at: 'greatest',
    last_logged_in_at: 'greatest',
    last_login_step_at: 'greatest',
    login_method: 'latest',
    mfa_device_type: 'latest',
  },
  on: {
    'account_user.created': ({ data, envelope }) => [
      { ...told(data, envelope), is_present: true, created_at: envelope.time },
    ],
    'account_user.updated': ({ data, envelope }) => [
      { ...told(data, envelope), is_present: true, updated_at: envelope.time },
    ],
    'account_user.removed': ({ data, envelope }) => [
      { ...told(data, envelope), is_present: false, removed_at: envelope.time },
    ],
    'account_user.password_changed': ({ data, envelope }) => [
      { user_id: data.user_id, ...provenanceOf(envelope), password_changed_at: envelope.time },
    ],
    'account_user.password_reset_requested': ({ data, envelope }) => [
      {
        user_id: data.account_user_id,
        ...provenanceOf(envelope),
        user_number: data.account_user_number,
        password_reset_requested_at: envelope.time,
      },
    ],
    'account_user.psr_records_updated': ({ data, envelope }) => [
      { user_id: data.user_id, ...provenanceOf(envelope) },
    ],
    'auth_server.account_user.logged_in': ({ data, envelope }) => [
      {
        ...loginTold(data, envelope),
        last_logged_in_at: envelope.time,
        login_method: data.login_method,
        mfa_device_type: data.mfa_device_type,
      },
    ],
    'auth_server.account_user.login_step_completed': ({ data, envelope }) => [
      {
        ...loginTold(data, envelope),
        last_login_step_at: envelope.time,
        mfa_device_type: data.mfa_device_type,
      },
    ],
    'auth_server.account_user.login_failed': loginSpokenOf,
    'auth_server.account_user.login_denied': loginSpokenOf,
    'auth_server.account_user.generate_mfa_challenge_error': loginSpokenOf,
  },
});
