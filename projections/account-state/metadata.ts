import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

interface Metadata extends Provenance {
  readonly value: string | null;
  readonly is_present: boolean | null;
  readonly created_at: string | null;
  readonly removed_at: string | null;
}

export interface AccountMetadataRow extends Metadata {
  readonly account_number: string;
  readonly key: string;
}

export interface UserMetadataRow extends Metadata {
  readonly user_id: number;
  readonly key: string;
}

const merge = {
  ...provenance,
  value: 'latest',
  is_present: 'latest',
  created_at: 'least',
  removed_at: 'greatest',
} as const;

const created = (envelope: Envelope, { key, value }: { key: string; value: string }) => ({
  key,
  value,
  is_present: true,
  created_at: envelope.time,
  ...provenanceOf(envelope),
});

const removed = (envelope: Envelope, { key, value }: { key: string; value: string }) => ({
  key,
  value,
  is_present: false,
  removed_at: envelope.time,
  ...provenanceOf(envelope),
});

/** One row an account and metadata key, kept when it is removed. */
export const accountMetadata = shared<AccountMetadataRow, 'account_number' | 'key'>({
  key: ['account_number', 'key'],
  merge,
  on: {
    'account_metadata.created': ({ data, envelope }) => [
      { account_number: data.account_number, ...created(envelope, data) },
    ],
    'account_metadata.removed': ({ data, envelope }) => [
      { account_number: data.account_number, ...removed(envelope, data) },
    ],
  },
});

/** The same for users. */
export const accountUserMetadata = shared<UserMetadataRow, 'user_id' | 'key'>({
  key: ['user_id', 'key'],
  merge,
  on: {
    'account_user_metadata.created': ({ data, envelope }) => [
      { user_id: data.user_id, ...created(envelope, data) },
    ],
    'account_user_metadata.removed': ({ data, envelope }) => [
      { user_id: data.user_id, ...removed(envelope, data) },
    ],
  },
});
