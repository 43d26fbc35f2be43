import type { DecodedEvent, Envelope } from '../../src/event/index.js';
import { eventFields } from '../../src/generated/fields.js';

/** Every event type, internal ones included. */
export const allTypes: readonly string[] = Object.keys(eventFields);

export const isInternal = (type: string): boolean => eventFields[type]?.internal === true;

/** Where an event names its account, by the field it begins with; tried in this order. */
const ACCOUNT_PATHS: readonly (readonly string[])[] = [
  ['account_number'],
  ['ledger', 'account', 'number'],
  ['live_chat_conversation', 'account_number'],
];

/** What else an event may be about: the field that names it, and what it is called. The first that is told counts. */
const THINGS: readonly (readonly [field: string, kind: string])[] = [
  ['join_supplier_process_number', 'join_process'],
  ['leave_supplier_process_number', 'leave_process'],
  ['leave_supplier_process_id', 'leave_process_id'],
  ['process_number', 'lifecycle_process'],
  ['agreement_id', 'agreement'],
  ['user_id', 'user'],
  ['account_user_id', 'user'],
  ['user_number', 'user_number'],
  ['contract_identifier', 'contract'],
  ['contract_group_identifier', 'contract_group'],
  ['collection_process_number', 'collection_process'],
  ['dunning_process_id', 'dunning_path'],
  ['conversation_relay_id', 'conversation'],
  ['live_chat_conversation_relay_id', 'conversation'],
  ['billing_document_identifier', 'billing_document'],
  ['rebate_period_id', 'rebate'],
  ['deposit_key', 'deposit'],
  ['mpan', 'mpan'],
  ['mprn', 'mprn'],
  ['supply_point_id', 'supply_point'],
  ['market_supply_point_id', 'market_supply_point'],
  ['purchase_id', 'purchase'],
  ['quote_id', 'quote'],
  ['fee_id', 'fee'],
];

/** Types whose field has a name that says too little. */
const THINGS_OF_TYPES: Readonly<Record<string, readonly [field: string, kind: string]>> = {
  'collection_process.paused': ['number', 'collection_process'],
  'collection_process.raised': ['number', 'collection_process'],
  'collection_process.reactivated': ['number', 'collection_process'],
  'collection_process.run_termination_requested': ['number', 'collection_process'],
  'collection_process.unpaused': ['number', 'collection_process'],
  'collection_process.withdrawn': ['number', 'collection_process'],
  'industry.electricity.change_of_supply.gain.initiated': ['meter_point_identifier', 'mpan'],
  'industry.gas.change_of_supply.gain.initiated': ['meter_point_identifier', 'mprn'],
};

interface Places {
  readonly account: readonly (readonly string[])[];
  readonly things: readonly (readonly [field: string, kind: string])[];
}

/** By type, so that each event is asked only for fields that it has. */
const places: ReadonlyMap<string, Places> = new Map(
  Object.entries(eventFields).map(([type, { fields }]) => {
    const has = (field: string | undefined) => field !== undefined && fields.includes(field);
    const special = THINGS_OF_TYPES[type];
    return [
      type,
      {
        account: ACCOUNT_PATHS.filter(([field]) => has(field)),
        things: special ? [special] : THINGS.filter(([field]) => has(field)),
      },
    ];
  }),
);

/** The account an event is about: as its payload names it, else its subject; null where neither does. */
export function accountOf({ type, data, envelope }: DecodedEvent): string | null {
  for (const path of places.get(type)?.account ?? []) {
    const number = textAt(data, path);
    if (number !== null) return number;
  }
  // An account's import ends with the number that it has from then on.
  if (type === 'data_import.import_process.complete' && data['resource_type'] === 'account') {
    const number = textOf(data['identifier']);
    if (number !== null) return number;
  }
  const subject = envelope.subject ?? '';
  return subject.startsWith(ACCOUNT) && subject.length > ACCOUNT.length
    ? subject.slice(ACCOUNT.length)
    : null;
}

const ACCOUNT = 'account/';

/** What else it is about, as `agreement/17`; null where it tells of nothing but its account. */
export function entityOf(event: DecodedEvent): string | null {
  for (const [field, kind] of places.get(event.type)?.things ?? []) {
    const name = textOf(event.data[field]);
    if (name !== null) return `${kind}/${name}`;
  }
  return importProcessOf(event);
}

/** The process that the event is keyed by. */
function importProcessOf({ type, envelope }: DecodedEvent): string | null {
  return isOfProcess(type) && isKeyedByProcess(envelope) ? `import_process/${envelope.key}` : null;
}

/** By type: things that it tells of in other fields. */
const MORE_THINGS: Readonly<Record<string, readonly (readonly [path: readonly string[], kind: string])[]>> = {
  'agreement.rollover.completed': [
    [['expiring_agreement_id'], 'agreement'],
    [['rolled_on_to_agreement_id'], 'agreement'],
  ],
  'collection_process.leave_supplier_instigated': [[['number'], 'collection_process']],
  'lifecycle.join-supplier.agreement.created': [[['agreements', 'id'], 'agreement']],
};

/** All things that its payload names, whereas {@link entityOf} is the first. */
export function namesOf({ type, data }: DecodedEvent): readonly string[] {
  const names: string[] = [];
  for (const [field, kind] of places.get(type)?.things ?? []) addTexts(data[field], [], kind, names);
  for (const [path, kind] of MORE_THINGS[type] ?? []) addTexts(data, path, kind, names);
  return names;
}

/** All that it tells of besides accounts: what it names, and the process that it is keyed by. */
export function thingsOf(event: DecodedEvent): readonly string[] {
  const names = namesOf(event);
  const process = importProcessOf(event);
  return process === null ? names : [...names, process];
}

/** Adds what is at a path, in each item of the lists on the way, unless it is there already. */
function addTexts(value: unknown, path: readonly string[], kind: string, names: string[]): void {
  if (Array.isArray(value)) {
    for (const item of value) addTexts(item, path, kind, names);
    return;
  }
  const [field, ...rest] = path;
  if (field !== undefined) {
    if (typeof value !== 'object' || value === null) return;
    addTexts((value as Readonly<Record<string, unknown>>)[field], rest, kind, names);
    return;
  }
  const text = textOf(value);
  if (text === null) return;
  const name = `${kind}/${text}`;
  if (!names.includes(name)) names.push(name);
}

const PROCESS_TYPES: ReadonlySet<string> = new Set(
  allTypes.filter((type) => /^(data_import\.|import\.|post_import\.)/.test(type)),
);

const isOfProcess = (type: string): boolean => PROCESS_TYPES.has(type);

/** Without its organisation the key of a process is not the process's own. */
const isKeyedByProcess = ({ key, organisation }: Envelope): boolean =>
  organisation !== null && key.startsWith(`${encodeURIComponent(organisation)}/`);

function textAt(data: unknown, path: readonly string[]): string | null {
  let value = data;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return textOf(value);
}

/** Empty text names nothing. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}
