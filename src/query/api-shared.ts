import type { ErrorAnswer } from '../openapi/index.js';

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

export const noParameters: ErrorAnswer = {
  code: 'unknown_parameter',
  fields: { unknown_parameter: unknown },
};
