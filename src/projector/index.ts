/**
 * In: a log of events, and projections as data. Out: rows of read models, with the position that they stand for,
 * in one transaction. Never skips an event in silence: what cannot be applied is parked, with its reason.
 */
export { type CatchUp, untilCaughtUp } from './catch-up.js';
export type { Decode } from './decode.js';
export { decodeOnce } from './decode-once.js';
export type { Projection, Row } from './definition.js';
export { type Held, OperationRefused } from './hold.js';
export { loadProjections } from './load.js';
export { isFed, promote, refuseCutLog, retire, rollback, startOver, verify } from './operations.js';
export type {
  ParkedDetail,
  ParkedKey,
  ParkedSelection,
  RedriveOrder,
  RedriveProgress,
  RedriveRequests,
} from './parked.js';
export type {
  Advance,
  AppliedPosition,
  Changes,
  CommitOutcome,
  ParkedEvent,
  ProjectionStore,
  RedriveItem,
  RedriveStore,
  Resolution,
} from './port.js';
export { createProjector, type Projector, type ProjectorOptions } from './projector.js';
export { columnsReached, type ReachedTable, tablesReached } from './reach.js';
export { type Effect, type Replayed, replay } from './replay.js';
export { SharedReading } from './shared-reading.js';
export { FencedError, HeldError, MissingEventsError, ParkedTooManyError } from './stops.js';
export { type RowKeys, rowsTouchedBy } from './touched.js';
export type {
  Comparison,
  HoldOutcome,
  RelationComparison,
  RowDifference,
  ShowOutcome,
  VersionPartition,
  VersionState,
  VersionStore,
} from './versions.js';
export { PREVIEW_VERSION } from './versions.js';
