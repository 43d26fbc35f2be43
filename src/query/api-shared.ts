import type { Answer, ErrorAnswer, Parameter } from '../openapi/index.js';
import { TEXT_LENGTH_MAX } from './parameters.js';

/** What all calls of the query API have in common. */
export const BASE = '/v1/query/';
export const JSON_TYPE = 'application/json';
export const query = { method: 'get', group: 'Query', scope: 'query' } as const;

const LAG = 'Headrace-Lag-Seconds';
export const lag = {
  [LAG]: 'Age, by append time, of the oldest event that is not in the answer; 0 where all are.',
};
export const says = (detail: string, attr: string) => ({ attr, detail });
export const unknown = says('This call has no such query parameter.', 'colour');

/** The part of a path that names a thing. */
export const nameInPath = (description: string, name = 'name'): Parameter => ({
  name,
  in: 'path',
  description,
  schema: { type: 'string', minLength: 1, maxLength: TEXT_LENGTH_MAX },
});

export const noParameters: ErrorAnswer = {
  code: 'unknown_parameter',
  fields: { unknown_parameter: unknown },
};

/** Of answers that are named by an `ETag`. */
export const ETAG = {
  ETag: 'Names this answer; another one after anything in it may have changed.',
};
export const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an answer to the same request: where it still holds, the answer is 304.',
  schema: { type: 'string' },
};
export const unchanged: Answer = {
  status: 304,
  description: 'The answer that the sender has still holds.',
  headers: ETAG,
};
