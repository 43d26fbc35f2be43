import type { Catalogue } from '../catalogue/index.js';
import type { EventToAppend } from '../event/index.js';
import type { ClaimedImport, ClaimedOrder, ProcessName } from './claimed.js';
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
   * The same for up to `limit` waiting orders that are due to be looked at.
   *
   * @param now Unix milliseconds
   */
  inOrderBatch<T>(limit: number, now: number, work: (batch: OrderBatch) => Promise<T>): Promise<T>;
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
  /**
   * Stores outcomes, plans tasks, makes orders due that wait for an account that is there now, and appends events.
   * The last call of a batch.
   */
  finish(finished: readonly FinishedImport[]): Promise<void>;
}

/** A transaction in which orders are claimed. */
export interface OrderBatch {
  /** Those that were due first, first. An account that is not there yet makes its order due when it is. */
  readonly orders: readonly ClaimedOrder[];
  /** Draws as many process ids. They are never drawn again, whether or not the transaction commits. */
  drawProcessIds(count: number): Promise<readonly number[]>;
  /** Stores outcomes and when to look at the others again, and appends events. The last call of a batch. */
  finish(finished: readonly FinishedOrder[], postponed: readonly PostponedOrder[]): Promise<void>;
}

export interface FinishedOrder {
  readonly claimed: ClaimedOrder;
  readonly result: CompletedOrder | Failed | Expired;
  readonly events: readonly EventToAppend[];
}

export interface CompletedOrder {
  readonly state: 'complete';
  readonly accountNumber: string;
  /** Number of the process it started. */
  readonly processNumber: string;
}

export interface PostponedOrder {
  readonly claimed: ClaimedOrder;
  /** UTC, ISO 8601 with milliseconds. */
  readonly lookAt: string;
}

export interface WantedNumber extends ProcessName {
  readonly accountNumber: string;
}

export interface FinishedImport {
  readonly claimed: ClaimedImport;
  readonly result: CompletedImport | Failed | Expired;
  readonly events: readonly EventToAppend[];
}

export type Failed = Pick<ErrorOutcome, 'state' | 'code' | 'detail' | 'errors'>;

/** It still waited when its window ended. */
export interface Expired {
  readonly state: 'cancelled';
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
  /** What is still to be done; left out where that is all. */
  readonly remaining?: ClaimedTask['input'];
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

/** Brings e-mails on their way. */
export interface Mailer {
  /**
   * Resolves `sent` where the mail is in somebody else's hands, `rejected` where this address or text will never be
   * taken; rejects for every fault that may pass. A mail sent again has the same `messageId`.
   */
  send(mail: Mail): Promise<'sent' | 'rejected'>;
}

export interface Mail {
  /** What stands before the @ of its Message-ID: the same for the same mail, for ever. */
  readonly messageId: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
}

/** Writes payloads; it throws where one does not fit its schema. */
export type EventEncoder = Pick<Catalogue, 'encodeUnknown'>;

/** Where the importer says what went wrong. */
export interface ImporterLog {
  error(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  info(facts: object, message: string): void;
}
