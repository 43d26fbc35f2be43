import type { FieldError } from '../errors.js';
import type { ClaimedImport, Identifiers } from './claimed.js';
import type { AccountPayload } from './payload.js';

/** Why an accepted import can still fail. Codes are stable: clients and read models count by them. */
export const failureDetails = {
  account_number_unavailable: 'The account number belongs to another account.',
  supplier_mpid_missing: 'The import supplier has no market participant id for this market.',
  internal_import_error: 'The import failed on our side; nothing of it was kept.',
} as const;

/** Why a post-import task can fail for good. */
export const taskFailureDetails = {
  document_not_found: 'Not found below the root location of the import supplier',
  object_store_unavailable: 'The object store could not be asked; all tries are used up',
  email_rejected: 'The mail server will never deliver to',
  mail_server_unavailable: 'The mail server did not take the e-mail; all tries are used up',
  internal_task_error: 'The task failed on our side; nothing of it was kept',
} as const;

export type FailureCode = keyof typeof failureDetails;
export type TaskFailureCode = keyof typeof taskFailureDetails;

/** A fault at a field of the payload; `attr` is empty where it is no field's. */
export interface ImportFault extends FieldError {
  readonly code: FailureCode;
}

export function faultAt(attr: string, code: FailureCode): ImportFault {
  return { detail: failureDetails[code], code, attr };
}

/** What decides about a valid payload besides itself. */
export type Circumstances = Pick<ClaimedImport, 'supplierMpids'> &
  Pick<Identifiers, 'accountNumberAvailable'>;

/** Every fault that an import of a valid payload ends with, in the payload's order. */
export function faultsOf(
  payload: AccountPayload,
  { supplierMpids, accountNumberAvailable }: Circumstances,
): ImportFault[] {
  const faults: ImportFault[] = [];
  if (!accountNumberAvailable) faults.push(faultAt('account.number', 'account_number_unavailable'));
  payload.supply_points?.forEach(({ market_name, supply_start_date }, index) => {
    if (supply_start_date === undefined || mpidFor(supplierMpids, market_name) !== undefined) return;
    faults.push(faultAt(`supply_points.${index}.market_name`, 'supplier_mpid_missing'));
  });
  return faults;
}

/** Our market participant id in a market, where the operator has given one. */
export function mpidFor(mpids: Readonly<Record<string, string>>, marketName: string): string | undefined {
  return Object.hasOwn(mpids, marketName) ? mpids[marketName] : undefined;
}
