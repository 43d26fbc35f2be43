/**
 * In: imports and orders that the intake accepted, waiting in Postgres, with the configuration of their supplier.
 * Out: their outcome, and the events it leads to, in one transaction; then the outcome of their post-import tasks.
 * Never validates a payload, answers a client, or reads an event.
 */
export type { ClaimedImport, ClaimedOrder } from './claimed.js';
export { type DeletingOptions, keepDeletingPayloads, type PayloadStore } from './delete-payloads.js';
export { failureDetails, faultsOf } from './faults.js';
export type { DrawnIdentifiers, IdentifierNeeds } from './identifiers.js';
export type { OrderPayload } from './orders/payload.js';
export type { AccountPayload } from './payload.js';
export type {
  FinishedImport,
  FinishedOrder,
  FinishedTask,
  ImportBatch,
  ImporterLog,
  ImporterStore,
  Mail,
  Mailer,
  ObjectStore,
  OrderBatch,
  PostponedOrder,
  TaskRetry,
  WantedNumber,
  WorkHints,
} from './port.js';
export { type ImporterOptions, runImporter } from './run.js';
export type { ClaimedTask, TaskKind } from './tasks.js';
