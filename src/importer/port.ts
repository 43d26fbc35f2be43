import type { Catalogue } from '../catalogue/index.js';
import type { EventToAppend } from '../event/index.js';
import type { ClaimedImport, ProcessName } from './claimed.js';
import type { ErrorOutcome } from './decide.js';
import type { TaskFailureCode } from './faults.js';
import type { DrawnIdentifiers, IdentifierNeeds } from './identifiers.js';
import type { ClaimedTask, PlannedTask, TaskKind } from './tasks.js';

/** What the importer needs of a database. Every call rejects for a fault of the infrastructure only. */
export interface ImporterStore {
  /**
   * Claims up to `limit` waiting imports that nobody else has claimed, oldest first, for `work`. All of it is one
   * transaction: it commits when `work` resolves; when `work` rejects, or the process dies, nothing of it is left
   * and the imports wait as before.
   */
  inBatch<T>(limit: number, work: (batch: ImportBatch) => Promise<T>): Promise<T>;
  /**
   * Claims up to `limit` due tasks of one kind. A claim holds for `leaseMs`; whoever has not finished by then may
   * be overtaken, and then its {@link finishTasks} and {@link retryTasks} leave the task alone.
   */
  claimTasks<Kind extends TaskKind>(kind: Kind, limit: number, leaseMs: number): Promise<ClaimedTask<Kind>[]>;
  /** Draws as many ledger entry ids. */
  drawLedgerEntryIds(count: number): Promise<number[]>;
  /** Ends tasks with their events, in one transaction. @returns how many were still this claim's to end. */
  finishTasks(finished: readonly FinishedTask[]): Promise<number>;
  /** Gives tasks back, each to be tried again after its wait. */
  retryTasks(retries: readonly TaskRetry[]): Promise<void>;
}

/** A transaction in which imports are claimed. */
export interface ImportBatch {
  /** In the order in which they were accepted. */
  readonly imports: readonly ClaimedImport[];
  /** Draws identifiers. They are never drawn again, whether or not the transaction commits. */
  draw(needs: IdentifierNeeds): Promise<DrawnIdentifiers>;
  /**
   * Reserves those of the numbers that nobody has; it may wait for another transaction that is reserving one.
   * Give it all of a batch at once: it takes them in one order, so that transactions do not wait in a circle.
   *
   * @returns the numbers now reserved.
   */
  reserve(wanted: readonly WantedNumber[]): Promise<ReadonlySet<string>>;
  /** Which of the numbers belong to some process. */
  taken(accountNumbers: readonly string[]): Promise<ReadonlySet<string>>;
  /** Stores outcomes, plans tasks and appends events. The last call of a batch. */
  finish(finished: readonly FinishedImport[]): Promise<void>;
}

export interface WantedNumber extends ProcessName {
  readonly accountNumber: string;
}

export interface FinishedImport {
  readonly claimed: ClaimedImport;
  readonly result: CompletedImport | Pick<ErrorOutcome, 'state' | 'code' | 'detail' | 'errors'>;
  readonly events: readonly EventToAppend[];
}

export interface CompletedImport {
  readonly state: 'complete';
  readonly accountNumber: string;
  readonly tasks: readonly (PlannedTask & {
    /** Id of the event that told of the plan. */
    readonly causationId: string;
  })[];
}

export interface FinishedTask {
  readonly claimed: ClaimedTask;
  readonly result:
    | { readonly state: 'complete' }
    | { readonly state: 'error'; readonly code: TaskFailureCode; readonly detail: string };
  readonly events: readonly EventToAppend[];
}

export interface TaskRetry {
  readonly claimed: ClaimedTask;
  /** False where it was not come to: then it does not count as a try. */
  readonly tried: boolean;
  readonly waitMs: number;
}

/** Tells that something was appended, so that there may be work. A hint: whoever misses one looks by itself. */
export interface WorkHints {
  /** Calls `wake` at each hint until the returned function is called. */
  subscribe(wake: () => void): () => void;
}

/** Where customers' documents lie. */
export interface ObjectStore {
  /**
   * Is there an object at `<rootLocation><path>`? A path that leads outside the root names none.
   * Rejects for a fault of the infrastructure, and when `signal` is aborted.
   */
  exists(rootLocation: string, path: string, signal: AbortSignal): Promise<boolean>;
}

/** Writes payloads; it throws where one does not fit its schema. */
export type EventEncoder = Pick<Catalogue, 'encodeUnknown'>;

/** Where the importer says what went wrong. */
export interface ImporterLog {
  error(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  info(facts: object, message: string): void;
}
