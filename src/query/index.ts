/**
 * In: HTTP requests with an access token of the scope `query`. Out: pages and single things of the read models, each
 * with how fresh it is. Never writes, and never shows one organisation what is another's.
 */

export { queryApi } from './api.js';
export { conditionOf, type ProjectionCondition } from './lag.js';
export { type QueryOptions, queryPlugin } from './plugin.js';
export type {
  Answer,
  Authenticate,
  Freshness,
  GetRequest,
  ListRequest,
  Page,
  ProjectionState,
  QueryIdentity,
  ReadModels,
  Row,
  Standing,
} from './port.js';
export {
  type Filter,
  type ItemName,
  type KeyType,
  type KeyValue,
  type ListName,
  type ListResource,
  lists,
  pathOf,
  type ReadModelName,
} from './resources.js';
