import { accountEvents } from './account-events.js';
import type { ClaimedImport, Identifiers, WaitingProcess } from './claimed.js';
import { aboutProcess, type NewEvent } from './events.js';
import { type FailureCode, faultAt, faultsOf, type ImportFault } from './faults.js';
import { type PlannedTask, planTasks } from './tasks.js';

/** How an import ended. `events` are all it leads to, in order; nothing else of it is told. */
export type Outcome = CompleteOutcome | ErrorOutcome;

export interface CompleteOutcome {
  readonly state: 'complete';
  readonly accountNumber: string;
  readonly events: readonly NewEvent[];
  /** Tasks with the event, among `events`, that tells of each. */
  readonly tasks: readonly { readonly plan: PlannedTask; readonly toldBy: NewEvent }[];
}

export interface ErrorOutcome {
  readonly state: 'error';
  /** The code of the first fault. */
  readonly code: FailureCode;
  /** All that is wrong, for a person. */
  readonly detail: string;
  readonly errors: readonly ImportFault[];
  readonly events: readonly NewEvent[];
}

/** What becomes of an accepted import. Pure: the same import and identifiers always end alike. */
export function decide(claimed: ClaimedImport, identifiers: Identifiers): Outcome {
  const { supplierMpids } = claimed;
  const { accountNumberAvailable } = identifiers;
  const [first, ...others] = faultsOf(claimed.payload, { supplierMpids, accountNumberAvailable });
  return first ? fail(claimed, [first, ...others]) : complete(claimed, identifiers);
}

function complete(claimed: ClaimedImport, identifiers: Identifiers): CompleteOutcome {
  const { organisation, resourceType, externalIdentifier, importSupplier } = claimed;
  const { accountNumber } = identifiers;
  const about = aboutProcess(claimed);
  const named = { resource_type: resourceType, external_identifier: externalIdentifier };
  const tasks = planTasks(claimed).map((plan) => ({
    plan,
    toldBy: about('post_import.planned', 'v1', {
      organisation,
      ...named,
      import_supplier: importSupplier,
      task: plan.task,
    }),
  }));
  const completion = about('data_import.import_process.complete', 'v1', {
    ...named,
    identifier: accountNumber,
  });
  const events = [...accountEvents(claimed, identifiers), ...tasks.map((task) => task.toldBy), completion];
  return { state: 'complete', accountNumber, events, tasks };
}

/** The outcome of an import or order that could not be decided: a fault of ours, which must not hold up the others. */
export function undecidable(claimed: WaitingProcess): ErrorOutcome {
  return fail(claimed, [faultAt('', 'internal_import_error')]);
}

function fail(claimed: WaitingProcess, errors: readonly [ImportFault, ...ImportFault[]]): ErrorOutcome {
  const { organisation, resourceType, externalIdentifier, importSupplier, attempt } = claimed;
  const named = { resource_type: resourceType, external_identifier: externalIdentifier };
  const about = aboutProcess(claimed);
  const code = errors[0].code;
  const detail = errors
    .map((error) => (error.attr ? `${error.attr}: ${error.detail}` : error.detail))
    .join(' ');
  return {
    state: 'error',
    code,
    detail,
    errors,
    events: [
      resourceType === 'order'
        ? about('data_import.order_process.error', 'v1', {
            external_order_id: externalIdentifier,
            error_code: code,
            error_detail: detail,
          })
        : about('data_import.import_process.error', 'v1', {
            ...named,
            error_code: code,
            error_detail: detail,
          }),
      about('import.failed', 'v1', {
        organisation,
        ...named,
        import_supplier: importSupplier,
        attempt,
        code,
        errors: errors.map((error) => ({ code: error.code, attr: error.attr })),
      }),
    ],
  };
}
