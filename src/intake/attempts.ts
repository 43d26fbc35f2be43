import { newEventId, processKey } from '../event/index.js';
import type { NewAttempt, ProcessKey } from './port.js';
import type { ImportRequest, IntakeRequest } from './requests.js';

/** An attempt that a request asks for. */
export function newAttempt(request: ImportRequest, attempt: number): NewAttempt {
  return {
    organisation: request.organisation,
    resourceType: request.resourceType,
    externalIdentifier: request.externalIdentifier,
    importSupplier: request.importSupplier,
    attempt,
    payload: request.payload,
    payloadSha256: request.payloadSha256,
    acceptedEventId: newEventId(),
    correlationId: request.context.requestId,
    traceparent: request.context.traceparent,
  };
}

/** Tells the process of a request from all others. */
export function nameOf(of: ProcessKey): string {
  return processKey(of.organisation, of.resourceType, of.externalIdentifier);
}

/** Tells the import supplier of a request from all others. */
export function supplierOf(request: IntakeRequest): string {
  return processKey(request.organisation, 'import_supplier', request.importSupplier);
}
