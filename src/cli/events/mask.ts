import type { Field, FieldType, KeyRule } from '../../catalogue/index.js';
import type { Envelope } from '../../event/index.js';

/** In place of a value: it says neither what it is nor how long. */
const MASK = '***';

/**
 * Fields of payloads that tell of the business and not of the person, by their last name. A field that nobody has thought
 * of is masked: so are texts people write, names, addresses, meters and their numbers, amounts and anything untyped.
 */
const SHOWN: ReadonlySet<string> = new Set(
  `account_number account_id account_user_id account_user_number agreement_id approval_id attempt billing_document_id
  billing_document_identifier brand brand_code campaign_name campaign_slug channel charge_id code cohort
  collection_process_number contract_identifier contract_group_identifier account_contract_identifier
  business_contract_identifier conversation_id conversation_relay_id deposit_key document_type dunning_path_name
  dunning_process_id effective_from effective_to error_code event_type expiry_window_end external_order_id fuel
  funnel_code hold_code id identifier identity_type import_process_external_identifier import_process_resource_type
  import_supplier initiator_type issue_category issue_subcategory issue_status issue_id join_supplier_process_id
  join_supplier_process_number leave_supplier_process_id leave_supplier_process_number
  leave_supplier_process_subtype ledger_identifier ledger_number market_name message_id message_relay_id new_status
  number occurred_at organisation organisation_id pathway_id period_end period_start previous_status process_id
  process_type product_code rebate_type relay_id requested_at requested_supply_start_date requested_supply_end_date
  confirmed_supply_start_date confirmed_supply_end_date resource_type run_id run_identifier source_type stage
  statement_id status status_code step subtype supplier_mpid supply_end_date supply_start_date transfer_date type
  user_id utility valid_from valid_to vendor verification_id verification_type`.split(/\s+/),
);

/** Of these only the one of the whole: inside a payload it may name a supply point, and with it a home. */
const AT_TOP: ReadonlySet<string> = new Set(['external_identifier']);

type Payload = Readonly<Record<string, unknown>>;

/** The payload with its structure, and `***` for what may be personal. What is true, false or not there is shown. */
export function maskPayload(fields: readonly Field[], data: Payload): Payload {
  return masked(fields, data, AT_TOP);
}

/** The key, unless what it is made of may be personal, as the number of a supply point is. */
export function maskKey(rule: KeyRule, { key, subject }: Pick<Envelope, 'key' | 'subject'>): string {
  if (rule.kind === 'process' || subject === `account/${key}`) return key;
  return rule.paths.every((path) => SHOWN.has(path.split('.').at(-1) ?? '')) ? key : MASK;
}

function masked(fields: readonly Field[], data: Payload, alsoShown: ReadonlySet<string>): Payload {
  return Object.fromEntries(
    fields.map(({ name, type }) => [
      name,
      alsoShown.has(name) ? data[name] : maskedValue(type, name, data[name]),
    ]),
  );
}

function maskedValue(type: FieldType, name: string, value: unknown): unknown {
  if (value === null || value === undefined || type.kind === 'boolean') return value ?? null;
  if (type.kind === 'array') {
    return Array.isArray(value) ? value.map((item: unknown) => maskedValue(type.items, name, item)) : MASK;
  }
  if (type.kind === 'record') return isPayload(value) ? masked(type.shape.fields, value, NOTHING) : MASK;
  return type.kind !== 'json' && SHOWN.has(name) ? value : MASK;
}

const NOTHING: ReadonlySet<string> = new Set();

const isPayload = (value: unknown): value is Payload => typeof value === 'object' && value !== null;
