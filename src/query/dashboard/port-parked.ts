/** Events of one key that a read model could not apply, told by the first of them: the one at fault. */
export interface ParkedKey {
  readonly partition: number;
  /** Empty where an event has no readable key: then each event stands for itself. */
  readonly key: string;
  readonly events: number;
  readonly firstSequence: number;
  readonly type: string;
  readonly reason: string;
  readonly detail: string;
  /** How often it was tried again, and failed. */
  readonly attempts: number;
  readonly parkedAt: Date;
}

/** Events that are to be applied again. Giving them up is left to the command line, which asks before it does. */
export interface RedriveOrder {
  readonly projection: string;
  /** Tried and undone. */
  readonly dryRun: boolean;
  /** Left out: all that failed less than three times. */
  readonly key?: string;
}

/** How far a request is. Keys that failed again stay parked. */
export interface RedriveProgress {
  readonly redrive: number;
  readonly projection: string;
  readonly action: 'redrive' | 'discard';
  readonly dryRun: boolean;
  readonly requestedAt: Date;
  readonly keys: number;
  readonly pending: number;
  readonly done: number;
  readonly failed: number;
  readonly cancelled: number;
}

/** Parked events and requests about them, for operators. A fault of infrastructure is `service_unavailable`. */
export interface Parked {
  /** Of the live version, those parked longest first, at most `limit`. */
  list(projection: string, limit: number): Promise<readonly ParkedKey[]>;
  /** Files a request, which the projector executes. `undefined` where there is no such projection. */
  file(order: RedriveOrder): Promise<number | undefined>;
  /** The newest requests, newest first. */
  requests(limit: number): Promise<readonly RedriveProgress[]>;
}
