import type { ItemName, ListName } from '../../query/index.js';

/** The view that each list shows. Its fields are the view's columns. */
export const listViews = {
  'import-suppliers': 'read_model.import_suppliers',
  'import-processes': 'read_model.import_processes',
  orders: 'read_model.import_processes',
  'post-imports': 'read_model.post_imports',
  'import-minutes': 'read_model.import_minutes',
  'import-errors': 'read_model.import_errors',
  'import-refusals': 'read_model.import_refusals',
  accounts: 'read_model.accounts',
  agreements: 'read_model.agreements',
  conversations: 'read_model.conversations',
  'supplier-lifecycles': 'read_model.supplier_lifecycles',
  'lifecycle-funnel': 'read_model.lifecycle_funnel',
  events: 'read_model.event_headers',
  'account-timeline': 'read_model.account_timeline',
  'parked-events': 'projector.parked_list',
} as const satisfies Record<ListName, string>;

/**
 * Views with the keys of one organisation's rows and the fields of the list's filters, where the list's own view takes its
 * organisation from another table, or from an expression: no index leads from it to a page. Or where so many rows are an
 * organisation's that a wrong guess at their number, which a policy brings about, costs seconds. No row is in two of them.
 */
export const ownViews: Partial<Record<ListName, readonly string[]>> = {
  accounts: ['read_model.own_accounts'],
  agreements: ['read_model.own_agreements', 'read_model.own_agreements_by_account'],
  conversations: ['read_model.own_conversations', 'read_model.own_conversations_by_account'],
  'supplier-lifecycles': ['read_model.own_supplier_lifecycles'],
  events: ['read_model.own_events'],
};

/** Rows of another view that belong to an item, shown in it as `field`. */
export interface Related {
  readonly field: string;
  readonly view: string;
  /** Columns that both have in common. */
  readonly by: readonly string[];
  readonly sortedBy: readonly string[];
}

const SUPPLIER = ['organisation', 'import_supplier'];
const PROCESS = ['organisation', 'resource_type', 'external_identifier'];
const ACCOUNT = ['account_number'];
const LIFECYCLE = ['kind', 'known_by', 'process'];

const related = (
  field: string,
  by: readonly string[],
  sortedBy: readonly string[],
  view = field,
): Related => ({
  field,
  view: `read_model.${view}`,
  by,
  sortedBy,
});

interface ItemSource {
  readonly list: ListName;
  /** Where it is not the list's: it shows more of each. */
  readonly view?: string;
  readonly related: readonly Related[];
}

/** Each item's list, and what is shown with it. */
export const itemSources: Readonly<Record<ItemName, ItemSource>> = {
  'import-suppliers': {
    list: 'import-suppliers',
    related: [
      related('resource_types', SUPPLIER, ['resource_type'], 'import_counts'),
      related('errors', SUPPLIER, ['resource_type', 'code', 'attr'], 'import_errors'),
    ],
  },
  'import-processes': { list: 'import-processes', related: [related('post_imports', PROCESS, ['task'])] },
  orders: { list: 'orders', related: [] },
  'post-imports': { list: 'post-imports', related: [] },
  agreements: { list: 'agreements', related: [] },
  accounts: {
    list: 'accounts',
    related: [
      related('users', ACCOUNT, ['user_id'], 'account_users'),
      related('agreements', ACCOUNT, ['agreement_id']),
      related('ledgers', ACCOUNT, ['ledger_number']),
      related('metadata', ACCOUNT, ['key'], 'account_metadata'),
      related('campaigns', ACCOUNT, ['campaign_name'], 'campaign_accounts'),
      related('meter_points', ACCOUNT, ['fuel', 'meter_point']),
      related('billing_documents', ACCOUNT, ['billing_document_identifier']),
      related('rebates', ACCOUNT, ['rebate_period_id']),
      related('collection_processes', ACCOUNT, ['collection_process_number']),
      related('collection_proceedings', ACCOUNT, ['collection_proceeding_id']),
      related('dunning_paths', ACCOUNT, ['dunning_process_id']),
      related('delinquent_debts', ACCOUNT, ['ledger_number']),
      related('debt_write_backs', ACCOUNT, ['ledger_number']),
      related('deposits', ACCOUNT, ['deposit_key']),
      related('late_payment_fees', ACCOUNT, ['charge_id']),
      related('conversations', ACCOUNT, ['conversation_relay_id']),
      related('calls', ACCOUNT, ['call_id'], 'account_calls'),
      related('bounced_emails', ACCOUNT, ['message_id']),
      related('export_installations', ACCOUNT, ['import_mpan']),
      related('goods_quotes', ACCOUNT, ['quote_id']),
      related('affiliate_contracts', ACCOUNT, ['affiliate_account_contract_id']),
    ],
  },
  conversations: {
    list: 'conversations',
    related: [related('messages', ['conversation_relay_id'], ['message_relay_id'])],
  },
  'supplier-lifecycles': {
    list: 'supplier-lifecycles',
    related: [
      related(
        'supply_point_journeys',
        LIFECYCLE,
        ['market_name', 'external_identifier'],
        'lifecycle_supply_points',
      ),
      related('steps', LIFECYCLE, ['began_at', 'position'], 'lifecycle_steps'),
      related('timeline', LIFECYCLE, ['happened_at', 'what'], 'lifecycle_timeline'),
      related('agreements', LIFECYCLE, ['agreement_id'], 'lifecycle_agreements'),
      related('supply_periods', LIFECYCLE, ['supply_period_id'], 'lifecycle_supply_periods'),
      related('status_changes', LIFECYCLE, ['changed_at', 'event_id', 'source'], 'lifecycle_status_changes'),
    ],
  },
  events: { list: 'events', view: 'read_model.events', related: [] },
  'parked-events': { list: 'parked-events', related: [] },
};
