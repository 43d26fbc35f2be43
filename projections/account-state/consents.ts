import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface ConsentRow extends Provenance {
  readonly consent_id: number;
  readonly identity_type: string | null;
  readonly identity: string | null;
  readonly consent_type_code: string | null;
  readonly value: string | null;
  readonly signed_at_told: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
}

interface ConsentData {
  readonly signing_identity: { readonly identity_type: string; readonly identity: string };
  readonly consent: {
    readonly id: number;
    readonly consent_type_code: string;
    readonly value: string;
    readonly signed_at: string;
  };
}

const told = ({ consent, signing_identity }: ConsentData, envelope: Envelope) => ({
  consent_id: consent.id,
  ...provenanceOf(envelope),
  identity_type: signing_identity.identity_type,
  identity: signing_identity.identity,
  consent_type_code: consent.consent_type_code,
  value: consent.value,
  signed_at_told: consent.signed_at,
});

/** One row a consent. Whose it is, its signing identity says: the catalogue leaves open what kinds there are. */
export const consents = shared<ConsentRow, 'consent_id'>({
  key: ['consent_id'],
  merge: {
    ...provenance,
    identity_type: 'latest',
    identity: 'latest',
    consent_type_code: 'latest',
    value: 'latest',
    signed_at_told: 'latest',
    created_at: 'least',
    updated_at: 'greatest',
  },
  on: {
    'consents.consent.created': ({ data, envelope }) => [
      { ...told(data, envelope), created_at: envelope.time },
    ],
    'consents.consent.updated': ({ data, envelope }) => [
      { ...told(data, envelope), updated_at: envelope.time },
    ],
  },
});
