/**
 * In: HTTP requests with an access token of the scope `query`. Out: pages and single things of the read models, each
 * with how fresh it is; and the dashboard's pages, which show the same to people. Never writes, and never shows one
 * organisation what is another's.
 */

export { queryApi } from './api.js';
export { dashboardPlugin } from './dashboard/plugin.js';
export type * from './dashboard/port.js';
export { countOf, rowsOf, textOf } from './fields.js';
export { isNamed } from './if-none-match.js';
export { examplesOf, mostFrequentFirst, readSamples } from './imports/faults.js';
export { paceOf, readMinutes } from './imports/pace.js';
export { type Progress, progressOf } from './imports/progress.js';
export { findSupplier } from './imports/supplier.js';
export { conditionOf, type ProjectionCondition } from './lag.js';
export { type QueryOptions, queryPlugin } from './plugin.js';
export type {
  Answer,
  AsOf,
  Authenticate,
  EventBehind,
  EventRoute,
  EventRoutes,
  Export,
  ExportRequest,
  Freshness,
  GetRequest,
  ListRequest,
  Page,
  Past,
  PastRequest,
  ProjectionState,
  QueryIdentity,
  ReadModels,
  Recalled,
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
  type PastItem,
  pathOf,
  type ReadModelName,
} from './resources.js';
