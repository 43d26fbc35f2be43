import type { Position } from '../event/index.js';
import type { ItemName, KeyValue, ListName, ReadModelName } from './resources.js';

/** Who asks. */
export interface QueryIdentity {
  /** `null` for an operator, who sees all. */
  readonly organisation: string | null;
}

/**
 * Who sent a request, by its `Authorization` header.
 *
 * @throws RequestError where there is no good token, or none with the scope.
 */
export type Authenticate = (authorization: string | undefined, scope: 'query') => Promise<QueryIdentity>;

/** A row as the API shows it, by field name; times are `Date`. */
export type Row = Readonly<Record<string, unknown>>;

/** Up to where the log is in an answer, and how old the oldest event is that is not. */
export interface Freshness {
  /** One a partition, ascending. */
  readonly positions: readonly Position[];
  /** Age, by append time, of the oldest event not applied; 0 where all are. */
  readonly lagSeconds: number;
}

/** What was asked for, and its freshness at the same instant: both are of one snapshot. */
export interface Answer<Value> {
  readonly value: Value;
  readonly freshness: Freshness;
}

export interface ListRequest {
  readonly list: ListName;
  /** Show only what is this organisation's; `null` shows all, also what is nobody's. */
  readonly organisation: string | null;
  /** By parameter name; all of them hold. */
  readonly filters: ReadonlyMap<string, string>;
  /** Where the list is one of an item: what its field holds. */
  readonly within?: string | undefined;
  /** Only rows behind this place in the order of the list's key. */
  readonly after: readonly KeyValue[] | undefined;
  readonly limit: number;
}

export interface Page {
  readonly rows: readonly Row[];
  /** Key of the last row where more follow. */
  readonly next: readonly KeyValue[] | undefined;
}

export interface GetRequest {
  readonly item: ItemName;
  readonly organisation: string | null;
  /** By field: what the row is known by. */
  readonly known: Readonly<Record<string, string>>;
}

export interface ProjectionState {
  readonly name: ReadModelName;
  readonly version: number;
  readonly partitions: readonly {
    readonly partition: number;
    /** Sequence of the last event applied. */
    readonly position: number;
    /** Sequence of the newest event in the log. */
    readonly head: number;
    readonly lagSeconds: number;
    /** Time of the last event applied; `null` for none. */
    readonly eventTime: Date | null;
    /** Events set aside because they could not be applied. */
    readonly parked: number;
  }[];
}

/** What is known of whoever applies a partition of a projection. */
export interface Standing {
  readonly name: string;
  readonly version: number;
  readonly partition: number;
  /** Since the position last moved. */
  readonly movedSecondsAgo: number;
  /** Why it stands still, as a code; `null` where nothing is known to keep it. */
  readonly stopReason: string | null;
  /** Whether it is told to wait. */
  readonly held: boolean;
  /** Since a process last said that it applies the log to it; `null` for never, `undefined` where none says so. */
  readonly fedSecondsAgo?: number | null;
}

/** What the query API needs of the read models. A fault of infrastructure surfaces as `service_unavailable`. */
export interface ReadModels {
  list(request: ListRequest): Promise<Answer<Page>>;
  /** The rows so known, at most two, each with what belongs to it; one, unless more must be known of it. */
  get(request: GetRequest): Promise<Answer<readonly Row[]>>;
  projections(): Promise<readonly ProjectionState[]>;
  standings(): Promise<readonly Standing[]>;
  /** How far a read model is, now. */
  freshness(readModel: ReadModelName): Promise<Freshness>;
}
