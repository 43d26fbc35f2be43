export type ReadModelName = 'import-progress' | 'account-state' | 'supplier-lifecycles';

export type KeyValue = string | number;

/** How a query parameter narrows a list. */
export interface Filter {
  readonly field: string;
  /** `before`: a time, `YYYY-MM-DDTHH:MM:SSZ`; what the field holds is earlier. */
  readonly match: 'equals' | 'prefix' | 'before';
  /** The only values there are; any text where left out. */
  readonly oneOf?: readonly string[];
}

export interface ListResource {
  readonly readModel: ReadModelName;
  /** Fields that sort it, with their JSON types: unique together, never null, never changed. */
  readonly key: Readonly<Record<string, 'string' | 'number'>>;
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

/** Every status of a join or leave process, in the order in which they are reached. */
const lifecycleStatuses = [
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
} as const satisfies Record<string, ListResource>;

export type ListName = keyof typeof lists;

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
  accounts: { list: 'accounts', field: 'account_number', narrowedBy: {} },
  'supplier-lifecycles': {
    list: 'supplier-lifecycles',
    field: 'process',
    narrowedBy: { organisation: undefined, kind: undefined, known_by: 'number' },
  },
} as const satisfies Record<string, ItemResource>;

export type ItemName = keyof typeof items;
