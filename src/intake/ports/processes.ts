import type { FieldError } from '../../errors.js';
import type { EventToAppend, Position } from '../../event/index.js';
import type { Account } from '../account/schema.js';
import type { Circumstances } from '../dry-run.js';
import type { SupplierStatus } from './operator.js';

export type ProcessState = 'waiting' | 'complete' | 'error' | 'cancelled';

export interface ProcessKey {
  readonly organisation: string;
  readonly resourceType: string;
  readonly externalIdentifier: string;
}

/** An attempt about to be stored as waiting. */
export interface NewAttempt extends ProcessKey {
  readonly importSupplier: string;
  readonly attempt: number;
  /** Canonical JSON text. */
  readonly payload: string;
  readonly payloadSha256: Buffer;
  readonly acceptedEventId: string;
  readonly correlationId: string;
  readonly traceparent: string | null;
}

/** The latest attempt of a process, as far as accepting another needs it. */
export interface StoredAttempt extends ProcessKey {
  readonly state: ProcessState;
  readonly attempt: number;
  readonly payloadSha256: Buffer;
}

/** A transaction that tells the log what it does. */
export interface LogTransaction {
  readonly partitionCount: number;
  /** Newest position of each partition asked for; one without events is left out. */
  headPositions(partitions: readonly number[]): Promise<Position[]>;
  /** The transaction's last act. */
  append(events: readonly EventToAppend[]): Promise<Position[]>;
}

/** An idempotency key, one of its organisation's own. */
interface OwnKey {
  readonly organisation: string;
  readonly key: string;
}

/** A key whose request was accepted, and what it was told. */
export interface AnsweredKey extends OwnKey {
  readonly requestSha256: Buffer;
  readonly attempt: number;
}

/** One transaction that accepts many imports. Its calls come in the order they stand here. */
export interface AcceptanceTransaction extends LogTransaction {
  /** Those of the keys that were answered. Until the transaction ends, others wait who ask for one of them. */
  holdKeys(keys: readonly OwnKey[]): Promise<AnsweredKey[]>;
  /** Statuses of those that exist, held until the transaction ends. */
  supplierStatuses(
    suppliers: readonly { readonly organisation: string; readonly importSupplier: string }[],
  ): Promise<{ organisation: string; importSupplier: string; status: SupplierStatus }[]>;
  /** Stores those whose key is free; returns the keys it stored. Keys are distinct. */
  insertAttempts(attempts: readonly NewAttempt[]): Promise<ProcessKey[]>;
  /** The processes of these keys that exist, locked until the transaction ends. */
  lockAttempts(keys: readonly ProcessKey[]): Promise<StoredAttempt[]>;
  /** Makes locked processes wait again, with a new payload. What became of the attempt before is kept. */
  replaceAttempts(attempts: readonly NewAttempt[]): Promise<void>;
  /** Remembers answers, with the process each is about. Keys are distinct, held, and new. */
  storeKeys(answered: readonly (AnsweredKey & Omit<ProcessKey, 'organisation'>)[]): Promise<void>;
}

/** The latest attempt of a process, as far as cancelling it needs it. */
export interface CancellableProcess extends ProcessKey {
  readonly importSupplier: string;
  readonly state: ProcessState;
  readonly attempt: number;
  readonly acceptedEventId: string;
  readonly expiryWindowEnd: string;
}

/** One transaction that cancels many processes. */
export interface CancellationTransaction extends LogTransaction {
  /** The processes of these keys that exist, locked until the transaction ends. Keys are distinct. */
  lockProcesses(keys: readonly ProcessKey[]): Promise<CancellableProcess[]>;
  /** Ends locked processes that wait. */
  cancel(keys: readonly ProcessKey[]): Promise<void>;
}

export interface SupplierFacts {
  readonly organisation: string;
  readonly importSupplier: string;
  readonly status: SupplierStatus;
  readonly supplierMpids: Readonly<Record<string, string>>;
}

/** One transaction that tries many imports: it changes nothing but the log. */
export interface DryRunTransaction extends LogTransaction {
  /** Of those that exist, held until the transaction ends. */
  supplierFacts(
    suppliers: readonly { readonly organisation: string; readonly importSupplier: string }[],
  ): Promise<SupplierFacts[]>;
  /** Which of the numbers belong to an account of the installation. */
  takenAccountNumbers(accountNumbers: readonly string[]): Promise<ReadonlySet<string>>;
}

/**
 * Faults that running the import of a valid payload would end with. The importer knows: intake is handed its answer,
 * so that a dry run and a run never disagree.
 */
export type ForeseeFaults = (account: Account, circumstances: Circumstances) => readonly FieldError[];

/** What became of one attempt, or is to become of it. Times are ISO. */
export interface AttemptStatus {
  readonly attempt: number;
  readonly importSupplier: string;
  /** Revision of the supplier's configuration it ran with; while it waits, that it was accepted under. */
  readonly supplierRevision: number | null;
  readonly state: ProcessState;
  readonly acceptedAt: string;
  readonly finishedAt: string | null;
  readonly expiryWindowEnd: string;
  /** `null` where it is not cancelled. */
  readonly cancelledBecause: 'requested' | 'expired' | null;
  readonly error: {
    readonly code: string;
    readonly detail: string;
    readonly errors: readonly FieldError[];
  } | null;
}

/** A task that follows an import. */
export interface TaskStatus {
  readonly task: string;
  readonly state: 'pending' | 'complete' | 'error';
  readonly tries: number;
  readonly plannedAt: string;
  readonly finishedAt: string | null;
  readonly error: { readonly code: string; readonly detail: string } | null;
}

/** A process as its owner sees it, told by its latest attempt. */
export interface ImportProcess extends AttemptStatus {
  readonly externalIdentifier: string;
  readonly accountNumber: string | null;
  /** Number of the process an order started. */
  readonly processNumber: string | null;
  /** Attempts before the latest, oldest first; of very many, the newest. */
  readonly pastAttempts: readonly AttemptStatus[];
  readonly tasks: readonly TaskStatus[];
}

/** First attempts at processes of different keys, and what is to be told of them and beside them. */
export interface FirstAttempts {
  /** Each once. */
  readonly suppliers: readonly { readonly organisation: string; readonly importSupplier: string }[];
  readonly attempts: readonly NewAttempt[];
  readonly events: readonly EventToAppend[];
}

export interface ProcessStore {
  /**
   * Stores the attempts and appends the events in one transaction, where all suppliers are ongoing and none of the
   * processes exists; else changes nothing.
   *
   * @returns for each event the newest position in its partition; `undefined` where nothing was changed.
   */
  acceptFirst(first: FirstAttempts): Promise<readonly Position[] | undefined>;
  /** Runs `work` in one transaction and commits it; whatever it throws rolls everything back. */
  accepting<T>(work: (transaction: AcceptanceTransaction) => Promise<T>): Promise<T>;
  /** The same for cancelling. */
  cancelling<T>(work: (transaction: CancellationTransaction) => Promise<T>): Promise<T>;
  /** The same for trying. */
  dryRunning<T>(work: (transaction: DryRunTransaction) => Promise<T>): Promise<T>;
  findProcess(key: ProcessKey): Promise<ImportProcess | undefined>;
}

/** What is kept of a process's latest attempt. */
export interface KeptPayload {
  readonly attempt: number;
  /** `null` once it was deleted, some time after the process ended. */
  readonly payload: unknown;
}

export interface PayloadReader {
  findPayload(key: ProcessKey): Promise<KeptPayload | undefined>;
}
