import type { ErrorCode } from '../errors.js';

/** What differs between the kinds of things that are taken in. */
export interface Resource {
  /** In events, and in keys of processes. */
  readonly type: 'account' | 'order';
  /** The field of the payload with the client's name for it. */
  readonly identifierField: 'external_identifier' | 'external_order_id';
  readonly path: string;
  /** Code of a payload with faults. */
  readonly failedValidation: ErrorCode;
}

export const ACCOUNT: Resource = {
  type: 'account',
  identifierField: 'external_identifier',
  path: '/v1/data-import/accounts/',
  failedValidation: 'account_failed_validation',
};

export const ORDER: Resource = {
  type: 'order',
  identifierField: 'external_order_id',
  path: '/v1/data-import/orders/',
  failedValidation: 'order_failed_validation',
};

/** Where the process of a resource is looked at and cancelled. */
export function locationOf({ path }: Resource, externalIdentifier: string): string {
  return `${path}${encodeURIComponent(externalIdentifier)}/`;
}

export function identifierFieldOf(resourceType: string): Resource['identifierField'] {
  return resourceType === ORDER.type ? ORDER.identifierField : ACCOUNT.identifierField;
}
