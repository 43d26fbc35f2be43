import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface AccessRoleRow extends Provenance {
  readonly kind: 'user' | 'partner' | 'partner_user';
  readonly code: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly permissions: readonly string[] | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
}

interface RoleEvent {
  readonly data: {
    readonly code: string;
    readonly name?: string;
    readonly display_name?: string | null;
    readonly description?: string | null;
    readonly permissions: readonly string[] | null;
  };
  readonly envelope: Envelope;
}

const told = ({ data, envelope }: RoleEvent, kind: AccessRoleRow['kind']) => ({
  kind,
  code: data.code,
  ...provenanceOf(envelope),
  name: data.name ?? data.display_name ?? null,
  description: data.description ?? null,
  permissions: data.permissions,
});

const created = (kind: AccessRoleRow['kind']) => (event: RoleEvent) => [
  { ...told(event, kind), created_at: event.envelope.time },
];

/** An update tells only what it changes. */
const updated = (kind: AccessRoleRow['kind']) => (event: RoleEvent) => [
  { ...told(event, kind), updated_at: event.envelope.time },
];

/** One row a role, with what it permits. No event tells who holds it. */
export const accessRoles = shared<AccessRoleRow, 'kind' | 'code'>({
  key: ['kind', 'code'],
  merge: {
    ...provenance,
    name: 'latest',
    description: 'latest',
    permissions: 'latest',
    created_at: 'least',
    updated_at: 'greatest',
  },
  on: {
    'customer_access.user_roles.created': created('user'),
    'customer_access.user_roles.updated': updated('user'),
    'customer_access.partner_roles.created': created('partner'),
    'customer_access.partner_roles.updated': updated('partner'),
    'customer_access.partner_user_roles.created': created('partner_user'),
    'customer_access.partner_user_roles.updated': updated('partner_user'),
  },
});
