import type { Catalogue } from '../catalogue/index.js';
import type { FieldError } from '../errors.js';
import type { EventToAppend, Position } from '../event/index.js';
import type { Account } from './account/schema.js';
import type { Circumstances } from './dry-run.js';
import type { PublishStore } from './publish/port.js';

export type { PublishStore };

/** Turns the data of an event of ours into bare Avro. */
export type EventEncoder = Pick<Catalogue, 'encode'>;

export type Scope = 'import' | 'publish' | 'query' | 'operate';

/** Who a request comes from. */
export interface Identity {
  readonly apiKeyId: string;
  /** `null` for an operator, who belongs to none. */
  readonly organisation: string | null;
  readonly scopes: readonly Scope[];
}

export interface KnownToken extends Identity {
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

export interface ApiKey {
  readonly api_key_id: string;
  readonly organisation: string | null;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** The key that took its place; `null` where it was not rotated. */
  readonly rotated_to: string | null;
}

/** Whose keys: an organisation's, or, by `null`, those of operators. */
export type KeyOwner = string | null;

/** A key, by who has it and its id, or by its secret. */
export type KeyName =
  | { readonly owner: KeyOwner; readonly apiKeyId: string }
  | { readonly secretSha256: Buffer };

export interface Rotation {
  /** The new key: it may do what the old one may, and lives as long as that was made to live. */
  readonly made: ApiKey;
  readonly old: { readonly api_key_id: string; readonly expires_at: string };
  /** SHA-256 of the old key's tokens: what is remembered of them does not hold any more. */
  readonly tokens: readonly Buffer[];
}

interface NewApiKey {
  readonly organisation: string | null;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly secretSha256: Buffer;
  /** ISO time; `null` where the key does not expire. */
  readonly expiresAt: string | null;
}

/** Keys and tokens. Secrets are known here only by their SHA-256. */
export interface CredentialStore {
  /** `no_organisation` where the key's organisation does not exist. */
  createApiKey(key: NewApiKey): Promise<ApiKey | 'no_organisation'>;
  listApiKeys(owner: KeyOwner, page: Page): Promise<ApiKey[] | 'no_organisation'>;
  /**
   * Ends a key and its tokens. Revoking twice keeps the first time.
   *
   * @returns SHA-256 of the tokens it took with it; `undefined` where the owner has no such key.
   */
  revokeApiKey(owner: KeyOwner, apiKeyId: string): Promise<readonly Buffer[] | undefined>;
  /**
   * Makes a key in another's place, whose end comes after `overlapMs` at the latest. `ended` where it is over already,
   * `undefined` where there is none of this name.
   */
  rotateApiKey(
    key: KeyName,
    secretSha256: Buffer,
    overlapMs: number,
  ): Promise<Rotation | 'ended' | undefined>;
  /** A new token of a key that is good; `undefined` where it is unknown, revoked or expired. */
  createToken(
    keySha256: Buffer,
    tokenSha256: Buffer,
    lifetimeMs: number,
  ): Promise<{ expiresAt: string } | undefined>;
  /** `undefined` where the token is unknown or expired, or its key revoked or expired. */
  findToken(tokenSha256: Buffer): Promise<KnownToken | undefined>;
}

/** A token remembered by another instance, and for how many milliseconds more it may be relied on. */
export interface RememberedToken {
  readonly token: KnownToken;
  readonly holdsMs: number;
}

/**
 * What instances remember of tokens together. It may lose anything at any time, and answers a fault of its own as if it
 * remembered nothing: its calls never reject. Tokens go by their SHA-256 as base64.
 */
export interface TokenCache {
  find(tokenSha256: string): Promise<RememberedToken | undefined>;
  keep(tokenSha256: string, remembered: RememberedToken): Promise<void>;
  /** Forgets tokens, and tells the other instances to. */
  forget(tokenSha256: readonly string[]): Promise<void>;
  /** Calls `listener` with the tokens that some instance forgot. */
  onForgotten(listener: (tokenSha256: readonly string[]) => void): void;
}

export type SupplierStatus = 'ongoing' | 'paused' | 'complete';

export interface SupplierConfiguration {
  readonly status: SupplierStatus;
  readonly root_location: string;
  readonly behaviours: { readonly customer_emails: boolean };
  readonly expiry_window_days: number;
  /** Our market participant id per market name. */
  readonly supplier_mpids: Readonly<Record<string, string>>;
}

export interface ImportSupplier extends SupplierConfiguration {
  readonly organisation: string;
  readonly import_supplier: string;
  /** Grows by one with each change. */
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A configuration as it was. */
export interface SupplierRevision extends SupplierConfiguration {
  readonly revision: number;
  /** API key that made it so; `null` where no request did. */
  readonly changed_by: string | null;
  /** Since when it holds. */
  readonly changed_at: string;
}

export interface Organisation {
  readonly organisation: string;
  readonly name: string;
  readonly created_at: string;
}

export interface NewSupplier extends SupplierConfiguration {
  readonly organisation: string;
  readonly import_supplier: string;
  /** API key of the operator who makes it. */
  readonly changed_by: string;
}

/** Results after `after` in the order of their names, at most `limit`. */
export interface Page {
  readonly limit: number;
  readonly after: string | undefined;
}

/** What an operator sets up. Events are appended in the transaction that makes the change they tell. */
export interface OperatorStore {
  createOrganisation(
    organisation: { readonly organisation: string; readonly name: string },
    first: { readonly supplier: NewSupplier; readonly event: EventToAppend } | undefined,
  ): Promise<{ organisation: Organisation; supplier: ImportSupplier | undefined } | 'exists'>;
  listOrganisations(page: Page): Promise<Organisation[]>;
  createSupplier(
    supplier: NewSupplier,
    event: EventToAppend,
  ): Promise<ImportSupplier | 'exists' | 'no_organisation'>;
  findSupplier(organisation: string, name: string): Promise<ImportSupplier | undefined>;
  /** `undefined` where there is no such organisation. */
  listSuppliers(organisation: string, page: Page): Promise<ImportSupplier[] | undefined>;
  /** Newest first, those before the revision `before`; `undefined` where there is no such supplier. */
  listSupplierRevisions(
    organisation: string,
    name: string,
    page: { readonly limit: number; readonly before: number | undefined },
  ): Promise<SupplierRevision[] | undefined>;
  /** `change` sees the supplier as it is, locked, and says what it shall be and which events tell so. */
  updateSupplier(
    organisation: string,
    name: string,
    changedBy: string,
    change: (now: ImportSupplier) => {
      readonly next: SupplierConfiguration;
      readonly events: EventToAppend[];
    },
  ): Promise<ImportSupplier | undefined>;
}

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

export interface ProcessStore {
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

/**
 * What intake needs of a database. An infrastructure fault surfaces as a `RequestError` `service_unavailable`; after one
 * from a commit it is open whether it took place, and repeating is safe by the natural key.
 */
export interface IntakeStore
  extends CredentialStore,
    OperatorStore,
    ProcessStore,
    PayloadReader,
    PublishStore {}

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
