import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface UserVerificationRow extends Provenance {
  readonly user_number: string;
  readonly verification_id: number;
  readonly verification_type: string | null;
  readonly started_at: string | null;
  readonly completed_at: string | null;
}

/** One row a verification of a user. */
export const userVerifications = shared<UserVerificationRow, 'user_number' | 'verification_id'>({
  key: ['user_number', 'verification_id'],
  merge: { ...provenance, verification_type: 'latest', started_at: 'least', completed_at: 'least' },
  on: {
    'account_user.verification_started': ({ data, envelope }) => [
      {
        user_number: data.user_number,
        verification_id: data.verification_id,
        ...provenanceOf(envelope),
        verification_type: data.verification_type,
        started_at: envelope.time,
      },
    ],
    'account_user.verification_completed': ({ data, envelope }) => [
      {
        user_number: data.user_number,
        verification_id: data.verification_id,
        ...provenanceOf(envelope),
        verification_type: data.verification_type,
        completed_at: envelope.time,
      },
    ],
  },
});
