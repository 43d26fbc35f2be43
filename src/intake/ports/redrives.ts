/** What is asked about events that a read model could not apply. */
export interface RedriveRequest {
  readonly projection: string;
  /** Apply again, or give up. */
  readonly action: 'redrive' | 'discard';
  /** Tried and undone. */
  readonly dryRun: boolean;
  readonly keys?: readonly string[];
  readonly type?: string;
  /** Why the first event of the key is parked. */
  readonly reason?: string;
  /** Most keys. */
  readonly limit: number;
}

/** How far a request is. Keys that failed again stay parked. */
export interface RedriveState {
  readonly redrive: number;
  readonly projection: string;
  readonly version: number;
  readonly action: 'redrive' | 'discard';
  readonly dry_run: boolean;
  readonly requested_at: Date;
  readonly keys: number;
  readonly pending: number;
  readonly done: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Events applied or discarded. */
  readonly events: number;
  /** The first of them. */
  readonly failures: readonly {
    readonly partition: number;
    readonly sequence: number;
    readonly key: string;
    readonly reason: string;
    readonly detail: string;
  }[];
}

/** Where operators ask for parked events to be applied again. A fault of infrastructure is `service_unavailable`. */
export interface RedriveDesk {
  /** Queues a request about the live version. @returns its number; undefined where there is no such projection. */
  file(request: RedriveRequest): Promise<number | undefined>;
  progress(redrive: number): Promise<RedriveState | undefined>;
  /** What is not begun is left undone. */
  cancel(redrive: number): Promise<void>;
}
