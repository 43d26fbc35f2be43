import type { AccountPayload } from './payload.js';

/** What names a process: unique in the installation. */
export interface ProcessName {
  readonly organisation: string;
  readonly resourceType: string;
  readonly externalIdentifier: string;
}

/** Where an import or a task came from: carried by every event it leads to. */
export interface Origin extends ProcessName {
  readonly importSupplier: string;
  /** Id of the event that led to this work. */
  readonly causationId: string;
  readonly correlationId: string;
  readonly traceparent: string | null;
}

/** An accepted import that this importer runs now, with the configuration of its supplier. */
export interface ClaimedImport extends Origin {
  readonly attempt: number;
  readonly payload: AccountPayload;
  /** Our market participant id, by market name. */
  readonly supplierMpids: Readonly<Record<string, string>>;
}

/** Identifiers drawn for one import. */
export interface Identifiers {
  /** The account's number: the payload's, or one that was made for it. */
  readonly accountNumber: string;
  /** False where the number belongs to another process already. */
  readonly accountNumberAvailable: boolean;
  /** One per customer, in the payload's order. */
  readonly userIds: readonly number[];
  /** One per supply point with an agreement, in the payload's order. */
  readonly agreementIds: readonly number[];
}
