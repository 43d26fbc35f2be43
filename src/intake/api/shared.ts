import type { ErrorAnswer, Parameter } from '../../openapi/index.js';
import { faultsAt } from './field-faults.js';

export const JSON_TYPE = 'application/json';

/** What a reader must have reached to know of what a call did. */
export const POSITION = {
  'Headrace-Position':
    'Pairs `partition:sequence`: a read model that has reached them knows of it. Left out where nothing was written.',
};

/** Of a call without query parameters; and a parameter that is not known may also be there twice. */
export const noParameters: ErrorAnswer = {
  code: 'unknown_parameter',
  fields: faultsAt({ unknown_parameter: 'colour' }),
};

/** Of a call with a body. */
export const notJson: ErrorAnswer = {
  code: 'malformed_json',
  fields: faultsAt({ duplicate_key: 'account' }),
};

export function pathName(name: string, description: string): Parameter {
  return { name, in: 'path', description, schema: { type: 'string', minLength: 1, maxLength: 255 } };
}

/** Parameters of lists. */
export const pageParameters: readonly Parameter[] = [
  {
    name: 'limit',
    in: 'query',
    description: 'Most results of a page.',
    schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
  },
  {
    name: 'after',
    in: 'query',
    description: 'The `next` of the page before.',
    schema: { type: 'string', minLength: 1 },
  },
];
export const pageErrors: readonly ErrorAnswer[] = [
  { code: 'unknown_parameter', fields: faultsAt({ unknown_parameter: 'page', repeated_parameter: 'limit' }) },
  { code: 'failed_validation', fields: faultsAt({ invalid_parameter: 'limit' }) },
];
