import { shared } from '../../src/projector/define.js';

export interface SupportSiteSaleRow {
  readonly source: string;
  readonly event_id: string;
  readonly organisation: string | null;
  readonly support_user_id: string | null;
  readonly supply_start_date: string | null;
  readonly trigger_action: string | null;
  readonly sold_at: string | null;
}

/** One row a sale on the support site. It names neither account nor process, so it stands alone. */
export const supportSiteSales = shared<SupportSiteSaleRow, 'source' | 'event_id'>({
  key: ['source', 'event_id'],
  merge: {
    organisation: 'least',
    support_user_id: 'least',
    supply_start_date: 'least',
    trigger_action: 'least',
    sold_at: 'least',
  },
  on: {
    'lifecycle.support-site.sale': ({ data, envelope }) => [
      {
        source: envelope.source,
        event_id: envelope.id,
        organisation: envelope.organisation,
        support_user_id: data.support_user_id,
        supply_start_date: data.supply_start_date,
        trigger_action: data.trigger_action,
        sold_at: envelope.time,
      },
    ],
  },
});
