import type { OrderPayload } from './orders/payload.js';
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

/** A process that waits, but not for ever. */
export interface WaitingProcess extends Origin {
  readonly attempt: number;
  /** From then on nobody runs it: UTC, ISO 8601 with milliseconds. */
  readonly expiryWindowEnd: string;
}

/** An accepted import that this importer runs now, with the configuration of its supplier. */
export interface ClaimedImport extends WaitingProcess {
  readonly payload: AccountPayload;
  /** Our market participant id, by market name. */
  readonly supplierMpids: Readonly<Record<string, string>>;
  /** Whether imported customers get an e-mail. */
  readonly customerEmails: boolean;
}

/** An accepted order that this importer looks at now. */
export interface ClaimedOrder extends WaitingProcess {
  readonly payload: OrderPayload;
  /** UTC, ISO 8601 with milliseconds. */
  readonly acceptedAt: string;
  /** Number of its account; null while there is no such account. */
  readonly accountNumber: string | null;
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
