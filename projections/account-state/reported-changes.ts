import type { Envelope } from '../../src/event/index.js';
import type { JsonValue } from '../../src/generated/events.js';
import { shared } from '../../src/projector/define.js';
import { changesByField } from '../changes-by-field.js';

export type ChangedEntity =
  | 'account'
  | 'account_call'
  | 'account_metadata'
  | 'account_property_effective_period'
  | 'account_user'
  | 'account_user_metadata'
  | 'agreement'
  | 'api_exception'
  | 'campaign_account';

export interface ReportedChangeRow {
  readonly entity: ChangedEntity;
  readonly entity_id: string;
  /** The campaign of a campaign account; empty for all else. */
  readonly part: string;
  /** Empty where the change does not name fields. */
  readonly field: string;
  /** The change in a list of one item, so that a change to null is one. */
  readonly change: readonly [JsonValue] | null;
  readonly changed_at: string | null;
}

/** The newest change of each field, as it was told: the catalogue leaves its form open, so it is not interpreted. */
function changed(
  entity: ChangedEntity,
  id: string | number,
  part: string,
  changes: JsonValue,
  envelope: Envelope,
) {
  return changesByField(changes).map(([field, value]) => ({
    entity,
    entity_id: String(id),
    part,
    field,
    change: [value] as const,
    changed_at: envelope.time,
  }));
}

/** One row a field of an entity that some event said was changed. */
export const reportedChanges = shared<ReportedChangeRow, 'entity' | 'entity_id' | 'part' | 'field'>({
  key: ['entity', 'entity_id', 'part', 'field'],
  merge: { change: 'latest', changed_at: 'greatest' },
  on: {
    'account.updated': ({ data, envelope }) =>
      changed('account', data.account_number, '', data.changes, envelope),
    'account_property_effective_period_metadata.updated': ({ data, envelope }) =>
      changed(
        'account_property_effective_period',
        data.account_property_effective_period_id,
        '',
        data.changes,
        envelope,
      ),
    'comms.account-call.updated': ({ data, envelope }) =>
      changed('account_call', data.call_id, '', data.changes, envelope),
    'apis.api_exception.updated': ({ data, envelope }) =>
      changed('api_exception', data.external_identifier, '', data.changes, envelope),
    'account_metadata.updated': ({ data, envelope }) =>
      changed('account_metadata', data.account_number, '', data.changes, envelope),
    'account_user.updated': ({ data, envelope }) =>
      changed('account_user', data.user_id, '', data.changes, envelope),
    'account_user_metadata.updated': ({ data, envelope }) =>
      changed('account_user_metadata', data.user_id, '', data.changes, envelope),
    'agreement.updated': ({ data, envelope }) =>
      changed('agreement', data.agreement_id, '', data.changes, envelope),
    'campaign_account.updated': ({ data, envelope }) =>
      changed('campaign_account', data.account_number, data.campaign_name, data.changes, envelope),
  },
});
