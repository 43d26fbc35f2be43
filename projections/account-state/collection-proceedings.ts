import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface CollectionProceedingRow extends Provenance {
  readonly collection_proceeding_id: number;
  readonly account_number: string | null;
  /** In pence. */
  readonly amount: number | null;
  readonly campaign: string | null;
  readonly is_white_label: boolean | null;
  readonly agency_code: string | null;
  readonly created_at: string | null;
}

/** One row a proceeding that a collection agency was given. */
export const collectionProceedings = shared<CollectionProceedingRow, 'collection_proceeding_id'>({
  key: ['collection_proceeding_id'],
  merge: {
    ...provenance,
    account_number: 'latest',
    amount: 'latest',
    campaign: 'latest',
    is_white_label: 'latest',
    agency_code: 'latest',
    created_at: 'least',
  },
  on: {
    'collection_proceeding.created': ({ data, envelope }) => [
      {
        collection_proceeding_id: data.id,
        ...provenanceOf(envelope),
        account_number: data.account_number,
        amount: data.amount,
        campaign: data.campaign,
        is_white_label: data.is_white_label,
        agency_code: data.agency_code,
        created_at: envelope.time,
      },
    ],
  },
});
