export type ReadModelName =
  | 'account-state'
  | 'back-office'
  | 'event-history'
  | 'import-progress'
  | 'supplier-lifecycles';

export type KeyValue = string | number;

/** `time`: a text such as `2026-01-31T00:00:00.000Z`. */
export type KeyType = 'string' | 'number' | 'time';

/** How a query parameter narrows a list. */
export interface Filter {
  readonly field: string;
  /** `from`, `before`: a time, `YYYY-MM-DDTHH:MM:SSZ`; what the field holds is not earlier, or is. */
  readonly match: 'equals' | 'prefix' | 'from' | 'before';
  /** The only values there are; any text where left out. */
  readonly oneOf?: readonly string[];
}

export interface ListResource {
  /** `null` where the installation itself keeps it, so that it is never behind. */
  readonly readModel: ReadModelName | null;
  /** Organisations are refused. */
  readonly isForOperators?: true;
  /** Fields that hold the same value in every row of the list. */
  readonly always?: Readonly<Record<string, string>>;
  /** Fields that sort it, with their JSON types: unique together, never null, never changed. */
  readonly key: Readonly<Record<string, KeyType>>;
  /** Sorted from the greatest key down. */
  readonly isDescending?: true;
  /** Of one item: its path is `<list>/{<field>}/<name>`. */
  readonly within?: { readonly list: string; readonly field: string; readonly name: string };
  readonly filters: Readonly<Record<string, Filter>>;
}

const equals = (...fields: string[]): Record<string, Filter> =>
  Object.fromEntries(fields.map((field) => [field, { field, match: 'equals' }]));

/** `<field>_prefix` beside `<field>`. */
const startsWith = (field: string): Record<string, Filter> => ({
  [`${field}_prefix`]: { field, match: 'prefix' },
});

const oneOf = (field: string, values: readonly string[]): Record<string, Filter> => ({
  [field]: { field, match: 'equals', oneOf: values },
});

const happened: Record<string, Filter> = {
  from: { field: 'occurred_at', match: 'from' },
  before: { field: 'occurred_at', match: 'before' },
};

/** Newest first; of one time, in the order of the log. */
const inTime = { occurred_at: 'time', partition: 'number', sequence: 'number' } as const;

/** Every status of a join or leave process, in the order in which they are reached. */
export const lifecycleStatuses = [
  'unknown',
  'requested',
  'awaiting_pre_discovery',
  'awaiting_pre_activation',
  'activation_initiated',
  'activation_completed',
  'supply_period_created',
  'agreement_created',
  'awaiting_post_activation',
  'awaiting_pre_termination',
  'awaiting_pre_agreement_termination',
  'termination_initiated',
  'termination_confirmed',
  'awaiting_post_termination',
  'awaiting_post_deactivation',
  'cancellation_requested',
  'reversal_requested',
  'completed',
  'cancelled',
  'reversed',
];

/** Every list of the API. Field names are those of the JSON, and of the read model's view. */
export const lists = {
  'import-suppliers': {
    readModel: 'import-progress',
    key: { organisation: 'string', import_supplier: 'string' },
    filters: equals('organisation', 'import_supplier', 'status'),
  },
  'import-processes': {
    readModel: 'import-progress',
    key: { organisation: 'string', resource_type: 'string', external_identifier: 'string' },
    filters: {
      ...equals('organisation', 'resource_type', 'external_identifier', 'import_supplier'),
      ...equals('account_number', 'error_code'),
      ...startsWith('external_identifier'),
      ...oneOf('state', ['waiting', 'complete', 'error', 'cancelled']),
    },
  },
  orders: {
    readModel: 'import-progress',
    key: { organisation: 'string', external_identifier: 'string' },
    always: { resource_type: 'order' },
    filters: {
      ...equals('organisation', 'external_identifier', 'import_supplier', 'account_number', 'error_code'),
      ...startsWith('external_identifier'),
      ...oneOf('state', ['waiting', 'complete', 'error', 'cancelled']),
    },
  },
  'post-imports': {
    readModel: 'import-progress',
    key: { organisation: 'string', resource_type: 'string', external_identifier: 'string', task: 'string' },
    filters: {
      ...equals('organisation', 'resource_type', 'external_identifier', 'task'),
      ...oneOf('state', ['pending', 'complete', 'error']),
    },
  },
  'import-minutes': {
    readModel: 'import-progress',
    key: { organisation: 'string', import_supplier: 'string', resource_type: 'string', minute: 'time' },
    isDescending: true,
    filters: {
      ...equals('organisation', 'import_supplier', 'resource_type'),
      from: { field: 'minute', match: 'from' },
      before: { field: 'minute', match: 'before' },
    },
  },
  'import-errors': {
    readModel: 'import-progress',
    key: {
      organisation: 'string',
      import_supplier: 'string',
      resource_type: 'string',
      code: 'string',
      attr: 'string',
    },
    filters: equals('organisation', 'import_supplier', 'resource_type', 'code', 'attr'),
  },
  'import-refusals': {
    readModel: 'import-progress',
    key: { event_id: 'string' },
    filters: {
      ...equals('organisation', 'import_supplier', 'resource_type', 'external_identifier', 'code'),
      ...startsWith('external_identifier'),
    },
  },
  accounts: {
    readModel: 'account-state',
    key: { account_number: 'string' },
    filters: { ...equals('organisation', 'import_supplier'), ...startsWith('account_number') },
  },
  agreements: {
    readModel: 'account-state',
    key: { agreement_id: 'number' },
    filters: equals('organisation', 'account_number', 'product_code'),
  },
  conversations: {
    readModel: 'account-state',
    key: { conversation_relay_id: 'string' },
    filters: {
      ...equals('organisation', 'account_number'),
      ...oneOf('status', ['open', 'closed', 'snoozed', 'awaiting_customer', 'unknown']),
    },
  },
  'supplier-lifecycles': {
    readModel: 'supplier-lifecycles',
    key: { kind: 'string', known_by: 'string', process: 'string' },
    filters: {
      ...equals('organisation', 'import_supplier', 'account_number', 'process', 'subtype'),
      ...oneOf('kind', ['join', 'leave', 'unknown']),
      ...oneOf('status', lifecycleStatuses),
      stuck_since_before: { field: 'open_since', match: 'before' },
    },
  },
  'lifecycle-funnel': {
    readModel: 'supplier-lifecycles',
    key: { place: 'string' },
    filters: {
      ...equals('organisation', 'import_supplier'),
      ...oneOf('kind', ['join', 'leave', 'unknown']),
      ...oneOf('status', lifecycleStatuses),
    },
  },
  events: {
    readModel: 'event-history',
    key: inTime,
    isDescending: true,
    filters: {
      ...equals('event_id', 'event_type', 'account_number', 'key', 'organisation', 'import_supplier'),
      ...happened,
    },
  },
  'account-timeline': {
    readModel: 'event-history',
    key: inTime,
    isDescending: true,
    within: { list: 'accounts', field: 'account_number', name: 'timeline' },
    filters: { ...equals('event_type'), ...happened },
  },
  'parked-events': {
    readModel: null,
    isForOperators: true,
    key: { projection: 'string', partition: 'number', sequence: 'number' },
    filters: equals('projection', 'key', 'event_id', 'event_type', 'reason', 'organisation'),
  },
} as const satisfies Record<string, ListResource>;

export type ListName = keyof typeof lists;

/** Where a list is, below the base path; what stands in braces is said by who asks. */
export function pathOf(list: ListName): string {
  const { within }: ListResource = lists[list];
  return within ? `${within.list}/{${within.field}}/${within.name}` : list;
}

export interface ItemResource {
  readonly list: ListName;
  /** The field that the path names. */
  readonly field: string;
  /** Fields that query parameters may add, with the value each has where it is left out. */
  readonly narrowedBy: Readonly<Record<string, string | undefined>>;
}

/** Every single thing of the API, under the path of its list. */
export const items = {
  'import-suppliers': {
    list: 'import-suppliers',
    field: 'import_supplier',
    narrowedBy: { organisation: undefined },
  },
  'import-processes': {
    list: 'import-processes',
    field: 'external_identifier',
    narrowedBy: { organisation: undefined, resource_type: 'account' },
  },
  orders: { list: 'orders', field: 'external_identifier', narrowedBy: { organisation: undefined } },
  'post-imports': {
    list: 'post-imports',
    field: 'external_identifier',
    narrowedBy: { organisation: undefined, resource_type: 'account', task: undefined },
  },
  accounts: { list: 'accounts', field: 'account_number', narrowedBy: {} },
  conversations: { list: 'conversations', field: 'conversation_relay_id', narrowedBy: {} },
  agreements: { list: 'agreements', field: 'agreement_id', narrowedBy: {} },
  'supplier-lifecycles': {
    list: 'supplier-lifecycles',
    field: 'process',
    narrowedBy: { organisation: undefined, kind: undefined, known_by: 'number' },
  },
  events: { list: 'events', field: 'event_id', narrowedBy: { source: undefined } },
  'parked-events': {
    list: 'parked-events',
    field: 'event_id',
    narrowedBy: { projection: undefined, source: undefined },
  },
} as const satisfies Record<string, ItemResource>;

export type ItemName = keyof typeof items;

/** Items that can be asked for as they were, and with the events behind them. */
const pastItems = [
  'accounts',
  'import-processes',
  'supplier-lifecycles',
] as const satisfies readonly ItemName[];

export type PastItem = (typeof pastItems)[number];

export const isPastItem = (item: ItemName): item is PastItem => pastItems.some((one) => one === item);
