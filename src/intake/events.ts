import { type EventToAppend, newEventId, processKey, processSubject } from '../event/index.js';
import type { RequestContext } from './context.js';
import type { EventEncoder, ImportSupplier, NewAttempt, NewSupplier, SupplierStatus } from './port.js';

interface Told {
  readonly organisation: string;
  readonly id?: string;
  readonly causationId?: string;
  readonly type: string;
  readonly key: string;
  readonly subject: string;
  /** `null` where it is not known. */
  readonly importSupplier: string | null;
  readonly payload: Buffer;
}

/** Fills in what every event of ours says of itself. */
export function tell(context: RequestContext, told: Told): EventToAppend {
  return {
    envelope: {
      id: told.id ?? newEventId(),
      source: 'headrace/intake',
      type: told.type,
      version: 'v1',
      time: new Date().toISOString(),
      subject: told.subject,
      key: told.key,
      importSupplier: told.importSupplier,
      organisation: told.organisation,
      causationId: told.causationId ?? null,
      correlationId: context.requestId,
      traceparent: context.traceparent,
    },
    payload: told.payload,
  };
}

/** @param accountNumber the number asked for; `null` where the payload leaves it open */
export function importAccepted(
  encoder: EventEncoder,
  context: RequestContext,
  of: NewAttempt,
  accountNumber: string | null,
): EventToAppend {
  return tell(context, {
    id: of.acceptedEventId,
    type: 'import.accepted',
    organisation: of.organisation,
    key: processKey(of.organisation, of.resourceType, of.externalIdentifier),
    subject: processSubject(of.resourceType, of.externalIdentifier),
    importSupplier: of.importSupplier,
    payload: encoder.encode('import.accepted', 'v1', {
      organisation: of.organisation,
      resource_type: of.resourceType,
      external_identifier: of.externalIdentifier,
      import_supplier: of.importSupplier,
      attempt: of.attempt,
      account_number: accountNumber,
    }),
  });
}

export interface RefusedImport {
  readonly organisation: string;
  readonly resourceType: string;
  readonly importSupplier: string;
  /** `null` where it could not be read. */
  readonly externalIdentifier: string | null;
  readonly code: string;
  readonly errors: readonly { readonly code: string; readonly attr: string }[];
}

/** Codes and places of the faults only: what was refused is not ours to keep. */
export function importRefused(
  encoder: EventEncoder,
  context: RequestContext,
  of: RefusedImport,
): EventToAppend {
  const { organisation } = of;
  return tell(context, {
    type: 'import.refused',
    organisation,
    key: processKey(organisation, of.resourceType, of.externalIdentifier ?? of.importSupplier),
    subject:
      of.externalIdentifier === null
        ? `import-supplier/${of.importSupplier}`
        : processSubject(of.resourceType, of.externalIdentifier),
    importSupplier: of.importSupplier,
    payload: encoder.encode('import.refused', 'v1', {
      organisation,
      resource_type: of.resourceType,
      import_supplier: of.importSupplier,
      code: of.code,
      external_identifier: of.externalIdentifier,
      errors: of.errors.map(({ code, attr }) => ({ code, attr })),
    }),
  });
}

export function supplierCreated(
  encoder: EventEncoder,
  context: RequestContext,
  supplier: NewSupplier,
): EventToAppend {
  return tell(context, {
    type: 'import_supplier.created',
    ...aboutSupplier(supplier.organisation, supplier.import_supplier),
    payload: encoder.encode('import_supplier.created', 'v1', {
      organisation: supplier.organisation,
      import_supplier: supplier.import_supplier,
      status: supplier.status,
    }),
  });
}

export function supplierStatusChanged(
  encoder: EventEncoder,
  context: RequestContext,
  before: ImportSupplier,
  status: SupplierStatus,
): EventToAppend {
  return tell(context, {
    type: 'import_supplier.status_changed',
    ...aboutSupplier(before.organisation, before.import_supplier),
    payload: encoder.encode('import_supplier.status_changed', 'v1', {
      organisation: before.organisation,
      import_supplier: before.import_supplier,
      status,
      previous_status: before.status,
    }),
  });
}

function aboutSupplier(organisation: string, name: string) {
  return {
    organisation,
    key: processKey(organisation, 'import_supplier', name),
    subject: `import-supplier/${name}`,
    importSupplier: name,
  };
}
