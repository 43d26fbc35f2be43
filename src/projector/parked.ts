import type { Envelope } from '../event/index.js';

/** Which parked events are meant: those for which all that is given holds. */
export interface ParkedSelection {
  readonly projection: string;
  readonly version: number;
  readonly keys?: readonly string[];
  /** One event alone. */
  readonly event?: { readonly partition: number; readonly sequence: number };
  readonly type?: string;
  /** Why the first event of the key is parked. */
  readonly reason?: string;
  /** Only keys that were tried again, and failed, less often. */
  readonly attemptsBelow?: number;
  /** Most keys; those parked longest come first. */
  readonly limit: number;
}

/** A key whose events are parked, told by the first of them: the one at fault. */
export interface ParkedKey {
  readonly partition: number;
  /** Empty where an event has no readable key: then each event stands for itself. */
  readonly key: string;
  /** The one event that is meant; null for all of the key. */
  readonly sequence: number | null;
  readonly events: number;
  readonly firstSequence: number;
  readonly type: string;
  readonly reason: string;
  readonly detail: string;
  /** How often it was tried again, and failed. */
  readonly attempts: number;
  readonly parkedAt: Date;
}

export interface ParkedDetail {
  readonly partition: number;
  readonly sequence: number;
  readonly key: string;
  readonly envelope: Envelope;
  /** Bare Avro, as it came. */
  readonly payload: Buffer;
  readonly reason: string;
  readonly detail: string;
  readonly attempts: number;
  readonly parkedAt: Date;
  readonly attemptedAt: Date | null;
}

export interface RedriveOrder {
  /** Apply again, or give up. */
  readonly action: 'redrive' | 'discard';
  /** Tried and undone. */
  readonly dryRun: boolean;
  readonly requestedBy: string;
}

/** How far a request is. Items are keys; a failed one stays parked. */
export interface RedriveProgress extends RedriveOrder {
  readonly redrive: number;
  readonly projection: string;
  readonly version: number;
  readonly requestedAt: Date;
  readonly items: number;
  readonly pending: number;
  readonly done: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Events applied or discarded; in a dry run, those that would be. */
  readonly events: number;
  /** The first of them. */
  readonly failures: readonly {
    readonly partition: number;
    readonly key: string;
    readonly sequence: number;
    readonly reason: string;
    readonly detail: string;
  }[];
}

/** What those who look at parked events, and ask for them to be applied again, need of a database. */
export interface RedriveRequests {
  list(selection: ParkedSelection): Promise<readonly ParkedKey[]>;
  /** The events themselves; `limit` and what is told of keys does not matter. */
  show(selection: ParkedSelection): Promise<readonly ParkedDetail[]>;
  /** Queues a request for the keys that are selected now; the owners of their partitions carry it out. */
  file(
    selection: ParkedSelection,
    order: RedriveOrder,
  ): Promise<{ readonly redrive: number; readonly items: number }>;
  /** Undefined where there is no such request. */
  progress(redrive: number): Promise<RedriveProgress | undefined>;
  /** What is not begun is left undone. @returns how many keys */
  cancel(redrive: number): Promise<number>;
}
