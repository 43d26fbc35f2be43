import type { Position } from '../event/index.js';
import type { ItemName, KeyValue, ListName, PastItem, ReadModelName } from './resources.js';

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
  /** Another text after anything that may have changed a row or a view. */
  readonly mark: string;
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

/** All of a list. */
export type ExportRequest = Omit<ListRequest, 'after' | 'limit'>;

export interface Export {
  /** In order, some hundred at a time, read as they are taken. */
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Gives back what it holds; must be called, also where nothing was taken. */
  close(): Promise<void>;
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
  export(request: ExportRequest): Promise<Answer<Export>>;
  projections(): Promise<readonly ProjectionState[]>;
  standings(): Promise<readonly Standing[]>;
  /** How far a read model is, now. */
  freshness(readModel: ReadModelName): Promise<Freshness>;
}

/** Which events count: those up to these places, where partitions that are not named count whole; or until this time. */
export interface AsOf {
  readonly positions?: readonly Position[];
  /** As the events tell it, `YYYY-MM-DDTHH:MM:SSZ`. */
  readonly time?: string;
}

export interface PastRequest extends GetRequest {
  readonly item: PastItem;
  /** `undefined`: all events that the event history has. */
  readonly asOf: AsOf | undefined;
}

/** An event that a row follows from. */
export interface EventBehind {
  readonly eventId: string;
  readonly source: string;
  readonly type: string;
  /** In which it was told. */
  readonly version: string;
  /** Versions that it was upcast to, one after the other; empty where it was told in the newest. */
  readonly upcastPath: readonly string[];
  readonly occurredAt: Date;
  readonly partition: number;
  readonly sequence: number;
  /** What it changed: columns by table of the projection. */
  readonly effects: readonly { readonly table: string; readonly columns: readonly string[] }[];
}

export interface Recalled {
  /** As {@link ReadModels.get}. */
  readonly rows: readonly Row[];
  /** Those that the organisation may see, in the order of the log, partition by partition. */
  readonly events: readonly EventBehind[];
}

/**
 * Single things folded from the event history, by the code of today. Its freshness is that of the event history, and its
 * mark that of both: the event history's and the read model's, with a space between.
 */
export interface Past {
  /** @throws RequestError `history_too_long` where more events are behind it than one request may fold */
  recall(request: PastRequest): Promise<Answer<Recalled>>;
}

/** A route of events to a topic or a webhook, as its file has it, and how far what it goes to is. */
export interface EventRoute {
  readonly name: string;
  readonly enabled: boolean;
  readonly description: string;
  /** Event types that it matches. */
  readonly types: readonly string[];
  /** The topic, or the host of the webhook: the rest of an address may hold a secret of the other side. */
  readonly to: string;
  readonly as: string;
  /** Of those that the router has worked on. */
  readonly targets: readonly {
    readonly target: string;
    /** Events of the log that it has not seen. */
    readonly behind: number;
    /** What waits for the webhook. */
    readonly waiting: number;
    readonly dead: number;
    /** Why nothing goes to it; null where it works. */
    readonly stopped: string | null;
  }[];
}

export interface EventRoutes {
  list(): Promise<readonly EventRoute[]>;
}
