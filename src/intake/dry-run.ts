import type { FieldError } from '../errors.js';
import type { EventToAppend } from '../event/index.js';
import { fault } from './codes.js';
import type { RequestContext } from './context.js';
import { importRefused } from './events.js';
import { listed } from './faults.js';
import { dryRunEnded } from './outcome-events.js';
import type { DryRunTransaction, EventEncoder, SupplierFacts } from './port.js';

/** An import that shall only be tried. */
export interface DryRunRequest {
  readonly context: RequestContext;
  readonly organisation: string;
  readonly resourceType: string;
  /** `null` where it could not be read: no event can tell of such a dry run. */
  readonly externalIdentifier: string | null;
  /** `null` where it could not be read. */
  readonly importSupplier: string | null;
  /** Code of a payload with faults. */
  readonly failedValidation: string;
  /** Faults of the payload by itself. */
  readonly errors: readonly FieldError[];
  /** Number the account shall have; `null` where it is left open. */
  readonly accountNumber: string | null;
  /** Faults that running the import would end with. Not asked where the payload has faults by itself. */
  readonly foresee: (circumstances: Circumstances) => readonly FieldError[];
}

export interface Circumstances {
  readonly supplierMpids: Readonly<Record<string, string>>;
  readonly accountNumberAvailable: boolean;
}

export type DryRun =
  | { readonly outcome: 'complete' }
  | { readonly outcome: 'invalid'; readonly errors: readonly FieldError[] }
  | { readonly outcome: 'supplier_not_ongoing' };

/** Tries many imports in one transaction. It stores nothing and reserves nothing; the log is told how each ended. */
export async function dryRunBatch(
  transaction: DryRunTransaction,
  encoder: EventEncoder,
  requests: readonly DryRunRequest[],
): Promise<DryRun[]> {
  const suppliers = await findSuppliers(transaction, requests);
  const numbers = requests.flatMap(({ accountNumber }) => accountNumber ?? []);
  const taken = numbers.length === 0 ? new Set() : await transaction.takenAccountNumbers(numbers);
  const events: EventToAppend[] = [];
  const ended = requests.map((request): DryRun => {
    const { accountNumber, importSupplier } = request;
    const supplier =
      importSupplier === null ? undefined : suppliers.get(nameOf(request.organisation, importSupplier));
    if (request.errors.length === 0 && supplier && supplier.status !== 'ongoing') {
      events.push(refused(encoder, request, supplier));
      return { outcome: 'supplier_not_ongoing' };
    }
    const errors = [
      ...(importSupplier !== null && !supplier ? [fault('unknown_import_supplier', 'import_supplier')] : []),
      ...request.errors,
    ];
    if (errors.length === 0 && supplier) {
      const accountNumberAvailable = accountNumber === null || !taken.has(accountNumber);
      errors.push(...request.foresee({ supplierMpids: supplier.supplierMpids, accountNumberAvailable }));
    }
    events.push(...told(encoder, request, supplier, errors));
    return errors.length === 0 ? { outcome: 'complete' } : { outcome: 'invalid', errors };
  });
  if (events.length > 0) await transaction.append(events);
  return ended;
}

function told(
  encoder: EventEncoder,
  request: DryRunRequest,
  supplier: SupplierFacts | undefined,
  errors: readonly FieldError[],
): EventToAppend[] {
  const { context, organisation, resourceType, externalIdentifier, failedValidation } = request;
  if (externalIdentifier === null) return [];
  // Where the payload is good by itself, the code is the one that running the import would end with.
  const isForeseen = request.errors.length === 0 && supplier !== undefined;
  const error =
    errors.length === 0
      ? null
      : {
          code: isForeseen ? (errors[0]?.code ?? failedValidation) : failedValidation,
          detail: inWords(errors),
        };
  const process = { organisation, resourceType, externalIdentifier };
  return [dryRunEnded(encoder, context, process, supplier?.importSupplier ?? null, error)];
}

function inWords(errors: readonly FieldError[]): string {
  return listed(errors)
    .map(({ attr, detail }) => (attr ? `${attr}: ${detail}` : detail))
    .join(' ');
}

function refused(encoder: EventEncoder, request: DryRunRequest, supplier: SupplierFacts): EventToAppend {
  return importRefused(encoder, request.context, {
    organisation: request.organisation,
    resourceType: request.resourceType,
    externalIdentifier: request.externalIdentifier,
    importSupplier: supplier.importSupplier,
    code: 'import_supplier_not_ongoing',
    errors: [{ code: 'import_supplier_not_ongoing', attr: 'import_supplier' }],
  });
}

async function findSuppliers(
  transaction: DryRunTransaction,
  requests: readonly DryRunRequest[],
): Promise<ReadonlyMap<string, SupplierFacts>> {
  const wanted = new Map<string, { organisation: string; importSupplier: string }>();
  for (const { organisation, importSupplier } of requests) {
    if (importSupplier === null) continue;
    wanted.set(nameOf(organisation, importSupplier), { organisation, importSupplier });
  }
  if (wanted.size === 0) return new Map();
  const found = await transaction.supplierFacts([...wanted.values()]);
  return new Map(found.map((facts) => [nameOf(facts.organisation, facts.importSupplier), facts]));
}

function nameOf(organisation: string, importSupplier: string): string {
  return JSON.stringify([organisation, importSupplier]);
}
