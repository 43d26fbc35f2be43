import type { ClaimedImport, Identifiers } from './claimed.js';
import { aboutAccount, type NewEvent } from './events.js';
import { mpidFor } from './faults.js';
import { userNumberOf } from './identifiers.js';
import { fuelOf } from './markets.js';
import type { CommunicationPreferences, Customer, SupplyPoint } from './payload.js';

/** What happened to the account, in order, when the import is carried out. `docs/emitted-events.md` names sources. */
export function accountEvents(
  { payload, supplierMpids }: ClaimedImport,
  identifiers: Identifiers,
): NewEvent[] {
  const { accountNumber, userIds, agreementIds } = identifiers;
  const about = aboutAccount(accountNumber);
  const supplyPoints = payload.supply_points ?? [];
  const agreements = supplyPoints.flatMap(({ agreement }) => agreement ?? []);
  return [
    about('account.created', 'v1', {
      account_number: accountNumber,
      account_user_emails: payload.customers.map((customer) => customer.email),
      is_imported: true,
    }),
    ...payload.customers.flatMap((customer, index) =>
      customerEvents(accountNumber, customer, dealt(userIds, index)),
    ),
    ...(payload.metadata ?? []).map(({ key, value }) =>
      about('account_metadata.created', 'v1', { account_number: accountNumber, key, value }),
    ),
    ...agreements.map(({ product_code, valid_from }, index) =>
      about('agreement.created', 'v1', {
        agreement_id: dealt(agreementIds, index),
        account_number: accountNumber,
        valid_from,
        product_code,
      }),
    ),
    ...(payload.campaigns ?? []).map(({ name }) =>
      about('campaign_account.added', 'v1', { account_number: accountNumber, campaign_name: name }),
    ),
    ...supplyPoints.flatMap((point) => registrationRequest(accountNumber, point, supplierMpids)),
    ...preferenceEvents(accountNumber, payload.account.communication_preferences),
  ];
}

function customerEvents(accountNumber: string, { email, psr_records }: Customer, userId: number): NewEvent[] {
  const about = aboutAccount(accountNumber);
  const created = about('account_user.created', 'v1', {
    user_id: userId,
    user_email: email,
    user_number: userNumberOf(userId),
    linked_accounts: [{ number: accountNumber }],
    initiator_type: 'data_import',
    is_customer_initiated: false,
  });
  if (!psr_records?.length) return [created];
  const registered = about('account_user.psr_records_updated', 'v1', {
    user_id: userId,
    created_records: psr_records,
    updated_records: [],
    deleted_records: [],
  });
  return [created, registered];
}

function registrationRequest(
  accountNumber: string,
  { market_name, external_identifier, supply_start_date }: SupplyPoint,
  supplierMpids: ClaimedImport['supplierMpids'],
): NewEvent[] {
  if (supply_start_date === undefined) return [];
  const supplier_mpid = mpidFor(supplierMpids, market_name);
  if (supplier_mpid === undefined) throw new Error(`no market participant id for ${market_name}`);
  const about = aboutAccount(accountNumber);
  const common = { supply_start_date, supplier_mpid, account_number: accountNumber };
  if (fuelOf(market_name) === 'gas') {
    return [
      about('meterpoint.gas.cos_gain.registration.requested', 'v1', { mprn: external_identifier, ...common }),
    ];
  }
  return [
    about('meterpoint.elec.cos_gain.registration.requested', 'v1', {
      mpan: external_identifier,
      ...common,
      is_internal_transfer: false,
      is_migrated: true,
      is_export: false,
    }),
  ];
}

/** Each preference given, as a list whose last item is the value that holds now; a new account has none before it. */
function preferenceEvents(accountNumber: string, preferences: CommunicationPreferences = {}): NewEvent[] {
  const { requires_postal_comms, preferred_language_for_comms, document_accessibility } = preferences;
  const changes = {
    ...(requires_postal_comms !== undefined && { requires_postal_comms: [requires_postal_comms] }),
    ...(preferred_language_for_comms !== undefined && {
      preferred_language_for_comms: [preferred_language_for_comms],
    }),
    ...(document_accessibility !== undefined && { document_accessibility: [document_accessibility] }),
  };
  if (Object.keys(changes).length === 0) return [];
  const about = aboutAccount(accountNumber);
  return [
    about('account.communications_preferences_updated', 'v1', { account_number: accountNumber, changes }),
  ];
}

function dealt(identifiers: readonly number[], index: number): number {
  const identifier = identifiers[index];
  if (identifier === undefined) throw new Error(`${identifiers.length} identifiers are too few`);
  return identifier;
}
