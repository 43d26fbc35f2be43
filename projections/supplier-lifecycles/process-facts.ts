import type { Envelope } from '../../src/event/index.js';
import { IMPORTER } from '../provenance.js';
import { byId, type JoinData, joinName, type LeaveData, leaveName, toldAt } from './names.js';
import type { ProcessRow } from './processes.js';

type ProcessFact = Pick<ProcessRow, 'kind' | 'known_by' | 'reference'> & Partial<ProcessRow>;

/** That a process was spoken of, and with which account. */
export function accountTold(account: string | undefined, envelope: Envelope) {
  if (account === undefined) return toldAt(envelope);
  return {
    ...toldAt(envelope),
    imported_account_number: envelope.source === IMPORTER ? account : null,
    account_number_least: account,
    account_number_greatest: account,
  };
}

/** What an event of a join process tells of it; one that knows its id too tells that both are one. */
export function joinFacts(
  data: JoinData,
  envelope: Envelope,
  facts: Partial<ProcessRow>,
): readonly ProcessFact[] {
  const account = accountTold(data.account_number, envelope);
  const id = data.join_supplier_process_id;
  const row = { ...joinName(data), ...account, subtype: data.subtype ?? null, ...facts };
  if (id === undefined) return [row];
  return [
    { ...row, process_id: id },
    { ...byId('join', id), ...account, process_number: data.join_supplier_process_number },
  ];
}

/** The same of a leave process; an event without a number tells it of the id. */
export function leaveFacts(
  data: LeaveData,
  envelope: Envelope,
  facts: Partial<ProcessRow>,
): readonly ProcessFact[] {
  const account = accountTold(data.account_number, envelope);
  const { leave_supplier_process_number: number, leave_supplier_process_id: id } = data;
  const subtype = data.subtype ?? data.leave_supplier_process_subtype ?? null;
  const row = { ...leaveName(data), ...account, subtype, ...facts };
  if (id === undefined) return [row];
  if (number === null) return [{ ...row, process_id: id }];
  return [
    { ...row, process_id: id },
    { ...byId('leave', id), ...account, process_number: number },
  ];
}
