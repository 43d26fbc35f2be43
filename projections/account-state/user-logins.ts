import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface LoginFailureRow {
  readonly user_id: number;
  readonly source: string;
  readonly event_id: string;
  readonly kind: 'failed' | 'denied' | 'mfa_challenge_error' | null;
  readonly step: string | null;
  readonly reason: string | null;
  readonly failed_at: string | null;
}

interface LoginEvent {
  readonly data: { readonly account_user_id: number };
  readonly envelope: Envelope;
}

const failed = ({ data, envelope }: LoginEvent, kind: NonNullable<LoginFailureRow['kind']>) => ({
  user_id: data.account_user_id,
  source: envelope.source,
  event_id: envelope.id,
  kind,
  failed_at: envelope.time,
});

/** One row an attempt to log in that did not succeed, so that they can be counted; `least` sets each column once. */
export const loginFailures = shared<LoginFailureRow, 'user_id' | 'source' | 'event_id'>({
  key: ['user_id', 'source', 'event_id'],
  merge: { kind: 'least', step: 'least', reason: 'least', failed_at: 'least' },
  on: {
    'auth_server.account_user.login_failed': (event) => [
      { ...failed(event, 'failed'), step: event.data.step, reason: event.data.failure_reason },
    ],
    'auth_server.account_user.login_denied': (event) => [failed(event, 'denied')],
    'auth_server.account_user.generate_mfa_challenge_error': (event) => [
      { ...failed(event, 'mfa_challenge_error'), step: event.data.device },
    ],
  },
});

export interface IssuedTokenRow extends Provenance {
  readonly viewer: string;
  readonly viewer_id: number;
  /** Empty where it is told as such. */
  readonly delegate: string;
}

/** One row a viewer and who acts for them, to whom access tokens were issued: the first and the last time. */
export const issuedTokens = shared<IssuedTokenRow, 'viewer' | 'viewer_id' | 'delegate'>({
  key: ['viewer', 'viewer_id', 'delegate'],
  merge: provenance,
  on: {
    'auth-server.access-token.issued': ({ data, envelope }) => [
      { viewer: data.viewer, viewer_id: data.viewer_id, delegate: data.delegate, ...provenanceOf(envelope) },
    ],
  },
});

export interface LoyaltyRoleRemovalRow extends Provenance {
  readonly user_id: number;
  /** No event tells which account number it belongs to. */
  readonly account_id: number;
}

/** One row a user and account on which they lost a role, which concerns their loyalty points. */
export const loyaltyRoleRemovals = shared<LoyaltyRoleRemovalRow, 'user_id' | 'account_id'>({
  key: ['user_id', 'account_id'],
  merge: provenance,
  on: {
    'loyalty-points.user-role-removal': ({ data, envelope }) => [
      { user_id: data.user_id, account_id: data.account_id, ...provenanceOf(envelope) },
    ],
  },
});
