import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface GoodsQuoteRow extends Provenance {
  readonly quote_id: number;
  /** Null where it was made without an account. */
  readonly account_number: string | null;
  readonly market_name: string | null;
  readonly lead_id: number | null;
}

/** One row a quote for goods; who asked, and for what, is not kept. */
export const goodsQuotes = shared<GoodsQuoteRow, 'quote_id'>({
  key: ['quote_id'],
  merge: { ...provenance, account_number: 'latest', market_name: 'latest', lead_id: 'latest' },
  on: {
    'goods.quote.created-for-account': ({ data, envelope }) => [
      {
        quote_id: data.quote_id,
        ...provenanceOf(envelope),
        account_number: data.account_number,
        market_name: data.market_name,
        lead_id: data.lead_id,
      },
    ],
    'goods.quote.created-without-account': ({ data, envelope }) => [
      {
        quote_id: data.quote_id,
        ...provenanceOf(envelope),
        market_name: data.market_name,
        lead_id: data.lead_id,
      },
    ],
  },
});

export interface GoodsPurchaseRow extends Provenance {
  readonly purchase_id: number;
  /** No event tells which account number it belongs to. */
  readonly account_id: number | null;
  readonly support_user_id: number | null;
}

/** One row a purchase of goods. */
export const goodsPurchases = shared<GoodsPurchaseRow, 'purchase_id'>({
  key: ['purchase_id'],
  merge: { ...provenance, account_id: 'latest', support_user_id: 'latest' },
  on: {
    'goods.purchase-created': ({ data, envelope }) => [
      {
        purchase_id: data.purchase_id,
        ...provenanceOf(envelope),
        account_id: data.account_id,
        support_user_id: data.support_user_id,
      },
    ],
  },
});

export interface AffiliateContractRow extends Provenance {
  readonly affiliate_account_contract_id: number;
  readonly account_number: string | null;
  readonly affiliate_contract_id: number | null;
  readonly fuel: string | null;
}

/** One row a contract of an account that an affiliate brought. */
export const affiliateContracts = shared<AffiliateContractRow, 'affiliate_account_contract_id'>({
  key: ['affiliate_account_contract_id'],
  merge: { ...provenance, account_number: 'latest', affiliate_contract_id: 'latest', fuel: 'latest' },
  on: {
    'affiliates.affiliate-account-contract-created': ({ data, envelope }) => [
      {
        affiliate_account_contract_id: data.affiliate_account_contract_id,
        ...provenanceOf(envelope),
        account_number: data.account_number,
        affiliate_contract_id: data.affiliate_contract_id,
        fuel: data.fuel,
      },
    ],
  },
});
