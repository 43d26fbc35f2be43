import type { Envelope } from '../../src/event/index.js';

/** Of which kind a process is; unknown where only `lifecycle.status-changed` names it. */
export type Kind = 'join' | 'leave' | 'unknown';

/** What a process is known by. What an event tells is kept under the name that the event has; views bring them together. */
export interface ProcessName {
  readonly kind: Kind;
  readonly known_by: 'number' | 'id';
  /** The number, or the id as text. */
  readonly reference: string;
}

export const processName = ['kind', 'known_by', 'reference'] as const;

const byNumber = (kind: Kind, number: string): ProcessName => ({
  kind,
  known_by: 'number',
  reference: number,
});

export const byId = (kind: Kind, id: number): ProcessName => ({
  kind,
  known_by: 'id',
  reference: String(id),
});

/** When a row was spoken of. */
export interface Told {
  readonly first_told_at: string | null;
  readonly last_told_at: string | null;
}

export const told = { first_told_at: 'least', last_told_at: 'greatest' } as const;

export const toldAt = ({ time }: Envelope) => ({ first_told_at: time, last_told_at: time });

/** What the events of a join process have in common; two of them name no account. */
export interface JoinData {
  readonly join_supplier_process_number: string;
  readonly join_supplier_process_id?: number;
  readonly account_number?: string;
  readonly subtype?: string;
}

/** What the events of a leave process have in common; the oldest versions of two of them name no number. */
export interface LeaveData {
  readonly leave_supplier_process_number: string | null;
  readonly leave_supplier_process_id?: number;
  readonly account_number: string;
  readonly subtype?: string;
  readonly leave_supplier_process_subtype?: string;
}

export const joinName = (data: JoinData): ProcessName => byNumber('join', data.join_supplier_process_number);

/** Under which name an event of a leave process is kept: its number, or its id where it has no number. */
export function leaveName(data: LeaveData): ProcessName {
  if (data.leave_supplier_process_number !== null)
    return byNumber('leave', data.leave_supplier_process_number);
  if (data.leave_supplier_process_id === undefined) throw new Error('a leave process without number and id');
  return byId('leave', data.leave_supplier_process_id);
}
