import type { Catalogue } from '../catalogue/index.js';
import type { FieldError } from '../errors.js';
import type { EventToAppend, Position } from '../event/index.js';
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
  listApiKeys(organisation: string, page: Page): Promise<ApiKey[] | 'no_organisation'>;
  /** `false` where the organisation has no such key. Revoking twice keeps the first time. */
  revokeApiKey(organisation: string, apiKeyId: string): Promise<boolean>;
  /** A new token of a key that is good; `undefined` where it is unknown, revoked or expired. */
  createToken(
    keySha256: Buffer,
    tokenSha256: Buffer,
    lifetimeMs: number,
  ): Promise<{ expiresAt: string } | undefined>;
  /** `undefined` where the token is unknown or expired, or its key revoked or expired. */
  findToken(tokenSha256: Buffer): Promise<KnownToken | undefined>;
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

export interface Organisation {
  readonly organisation: string;
  readonly name: string;
  readonly created_at: string;
}

export interface NewSupplier extends SupplierConfiguration {
  readonly organisation: string;
  readonly import_supplier: string;
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
  /** `change` sees the supplier as it is, locked, and says what it shall be and which events tell so. */
  updateSupplier(
    organisation: string,
    name: string,
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

/** One transaction that accepts many imports. Its calls come in the order they stand here. */
export interface AcceptanceTransaction {
  readonly partitionCount: number;
  /** Statuses of those that exist, held until the transaction ends. */
  supplierStatuses(
    suppliers: readonly { readonly organisation: string; readonly importSupplier: string }[],
  ): Promise<{ organisation: string; importSupplier: string; status: SupplierStatus }[]>;
  /** Stores those whose key is free; returns the keys it stored. Keys are distinct. */
  insertAttempts(attempts: readonly NewAttempt[]): Promise<ProcessKey[]>;
  /** The processes of these keys that exist, locked until the transaction ends. */
  lockAttempts(keys: readonly ProcessKey[]): Promise<StoredAttempt[]>;
  /** Makes locked processes wait again, with a new payload. */
  replaceAttempts(attempts: readonly NewAttempt[]): Promise<void>;
  /** Newest position of each partition asked for; one without events is left out. */
  headPositions(partitions: readonly number[]): Promise<Position[]>;
  /** The transaction's last act. */
  append(events: readonly EventToAppend[]): Promise<Position[]>;
}

/** A process as its owner sees it. */
export interface ImportProcess {
  readonly externalIdentifier: string;
  readonly importSupplier: string;
  readonly state: ProcessState;
  readonly attempt: number;
  readonly acceptedAt: string;
  readonly finishedAt: string | null;
  readonly accountNumber: string | null;
  readonly error: {
    readonly code: string;
    readonly detail: string;
    readonly errors: readonly FieldError[];
  } | null;
}

export interface ProcessStore {
  /** Runs `work` in one transaction and commits it; whatever it throws rolls everything back. */
  accepting<T>(work: (transaction: AcceptanceTransaction) => Promise<T>): Promise<T>;
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
