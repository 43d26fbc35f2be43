/** A process, as who takes imports in knows it: at once, and not only when a read model has it. */
export interface ProcessName {
  readonly organisation: string;
  readonly resourceType: string;
  readonly externalIdentifier: string;
}

/** Times are ISO. */
export interface Attempt {
  readonly attempt: number;
  readonly importSupplier: string;
  readonly state: 'waiting' | 'complete' | 'error' | 'cancelled';
  readonly acceptedAt: string;
  readonly finishedAt: string | null;
  readonly expiryWindowEnd: string;
  readonly cancelledBecause: 'requested' | 'expired' | null;
  readonly error: {
    readonly code: string;
    readonly detail: string;
    readonly errors: readonly { readonly code: string; readonly attr: string; readonly detail: string }[];
  } | null;
}

export interface ProcessRecord extends Attempt {
  readonly accountNumber: string | null;
  readonly processNumber: string | null;
  /** Oldest first; of very many, the newest. */
  readonly pastAttempts: readonly Attempt[];
  readonly tasks: readonly {
    readonly task: string;
    readonly state: 'pending' | 'complete' | 'error';
    readonly tries: number;
    readonly plannedAt: string;
    readonly finishedAt: string | null;
    readonly error: { readonly code: string; readonly detail: string } | null;
  }[];
}

/** Which failed processes: those of a supplier, of one kind, perhaps with one fault. */
export interface FailedSelection {
  readonly organisation: string;
  readonly importSupplier: string;
  readonly resourceType: string;
  readonly fault?: { readonly code: string; readonly attr: string };
}

/** A fault of infrastructure surfaces as `service_unavailable`. */
export interface ProcessRecords {
  find(name: ProcessName): Promise<ProcessRecord | undefined>;
  /** The latest attempt's payload with its values masked; `deleted` where its time is over. */
  maskedPayload(name: ProcessName): Promise<{ readonly deleted: boolean; readonly payload: unknown }>;
  /** Payloads of failed processes as they were sent, each JSON text of one line, in pages. */
  failedPayloads(selection: FailedSelection): AsyncIterable<readonly string[]>;
}
