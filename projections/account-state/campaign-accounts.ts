import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface CampaignAccountRow extends Provenance {
  readonly account_number: string;
  readonly campaign_name: string;
  readonly campaign_slug: string | null;
  readonly campaign_expiry_date: string | null;
  readonly campaign_account_expiry_date: string | null;
  readonly is_present: boolean | null;
  readonly added_at: string | null;
  readonly removed_at: string | null;
}

/** One row an account and campaign it is or was in. */
export const campaignAccounts = shared<CampaignAccountRow, 'account_number' | 'campaign_name'>({
  key: ['account_number', 'campaign_name'],
  merge: {
    ...provenance,
    campaign_slug: 'latest',
    campaign_expiry_date: 'latest',
    campaign_account_expiry_date: 'latest',
    is_present: 'latest',
    added_at: 'least',
    removed_at: 'greatest',
  },
  on: {
    'campaign_account.added': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        campaign_name: data.campaign_name,
        ...provenanceOf(envelope),
        campaign_slug: data.campaign_slug,
        campaign_expiry_date: data.campaign_expiry_date,
        campaign_account_expiry_date: data.campaign_account_expiry_date,
        is_present: true,
        added_at: envelope.time,
      },
    ],
    'campaign_account.updated': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        campaign_name: data.campaign_name,
        ...provenanceOf(envelope),
        campaign_slug: data.campaign_slug,
      },
    ],
    'campaign_account.removed': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        campaign_name: data.campaign_name,
        ...provenanceOf(envelope),
        campaign_slug: data.campaign_slug,
        is_present: false,
        removed_at: envelope.time,
      },
    ],
  },
});
