import type { Envelope } from '../../src/event/index.js';
import type { JsonValue } from '../../src/generated/events.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface ContractGroupRow extends Provenance {
  readonly contract_group_identifier: string;
  readonly group_type: string | null;
  readonly name: string | null;
  readonly external_identifier: string | null;
  readonly managing_party_identifier: string | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly traits: JsonValue | null;
  readonly created_at: string | null;
}

interface GroupEvent {
  readonly data: { readonly contract_group_identifier: string };
  readonly envelope: Envelope;
}

const spokenOf = ({ data, envelope }: GroupEvent) => [
  { contract_group_identifier: data.contract_group_identifier, ...provenanceOf(envelope) },
];

/** One row a group of contracts. */
export const contractGroups = shared<ContractGroupRow, 'contract_group_identifier'>({
  key: ['contract_group_identifier'],
  merge: {
    ...provenance,
    group_type: 'latest',
    name: 'latest',
    external_identifier: 'latest',
    managing_party_identifier: 'latest',
    valid_from: 'latest',
    valid_to: 'latest',
    traits: 'latest',
    created_at: 'least',
  },
  on: {
    'contract-groups.created': ({ data, envelope }) => [
      {
        contract_group_identifier: data.contract_group_identifier,
        ...provenanceOf(envelope),
        group_type: data.group_type,
        name: data.name,
        external_identifier: data.external_identifier,
        managing_party_identifier: data.managing_party_identifier,
        valid_from: data.valid_from,
        valid_to: data.valid_to,
        traits: data.traits,
        created_at: envelope.time,
      },
    ],
    'contract-groups.memberships-changed': spokenOf,
    'contract-groups.version-created': spokenOf,
  },
});

export interface ContractGroupMemberRow {
  readonly contract_group_identifier: string;
  readonly contract_identifier: string;
  readonly is_member: boolean | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
}

interface Membership {
  readonly contract_identifier: string;
  readonly valid_from: string;
  readonly valid_to: string | null;
}

const members = (contract_group_identifier: string, memberships: readonly Membership[], is_member: boolean) =>
  memberships.map(({ contract_identifier, valid_from, valid_to }) => ({
    contract_group_identifier,
    contract_identifier,
    is_member,
    valid_from,
    valid_to,
  }));

/** One row a group and contract that was ever its member. */
export const contractGroupMembers = shared<
  ContractGroupMemberRow,
  'contract_group_identifier' | 'contract_identifier'
>({
  key: ['contract_group_identifier', 'contract_identifier'],
  merge: { is_member: 'latest', valid_from: 'latest', valid_to: 'latest' },
  on: {
    'contract-groups.created': ({ data }) => members(data.contract_group_identifier, data.memberships, true),
    // Of one event the first word on a contract holds: what is ended and started anew is there.
    'contract-groups.memberships-changed': ({ data }) => [
      ...members(data.contract_group_identifier, data.memberships_started, true),
      ...members(data.contract_group_identifier, data.memberships_ended, false),
    ],
  },
});

export interface ContractGroupVersionRow {
  readonly contract_group_identifier: string;
  readonly version_identifier: string;
  readonly is_superseded: boolean | null;
  /** `{effective_period, system_period, traits}` */
  readonly terms: JsonValue | null;
}

/** One row a version of a group's traits. */
export const contractGroupVersions = shared<
  ContractGroupVersionRow,
  'contract_group_identifier' | 'version_identifier'
>({
  key: ['contract_group_identifier', 'version_identifier'],
  merge: { is_superseded: 'latest', terms: 'latest' },
  on: {
    'contract-groups.version-created': ({ data }) => {
      const told = (versions: typeof data.created_versions, is_superseded: boolean) =>
        versions.map(({ identifier, ...terms }) => ({
          contract_group_identifier: data.contract_group_identifier,
          version_identifier: identifier,
          is_superseded,
          terms,
        }));
      return [...told(data.created_versions, false), ...told(data.superseded_versions, true)];
    },
  },
});
