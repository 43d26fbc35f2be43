import { shared } from '../../src/projector/define.js';
import { joinProcesses } from './join-processes.js';
import { leaveProcesses } from './leave-processes.js';
import { type ProcessName, processName, type Told, told } from './names.js';
import { accountTold } from './process-facts.js';
import { type ProcessStepTimes, processSteps } from './steps.js';

export interface ProcessRow extends ProcessName, Told, ProcessStepTimes {
  /** The number, told beside the id: the link from a process known by its id. */
  readonly process_number: string | null;
  readonly process_id: number | null;
  /** The account that our own importer named. */
  readonly imported_account_number: string | null;
  /** Least and greatest account among all that were named: where they differ, it is nobody's. */
  readonly account_number_least: string | null;
  readonly account_number_greatest: string | null;
  readonly subtype: string | null;
  /** When it was asked for, in the words of the request. */
  readonly requested_at_told: string | null;
  /** Its stamp is that of the newest list of supply points. */
  readonly points_listed: boolean | null;
  readonly updated_at: string | null;
  readonly requested_supply_end_at: string | null;
  readonly requested_supply_end_date: string | null;
  readonly is_passive: boolean | null;
  readonly passive_loss_instigated_supply_point_id: number | null;
  readonly loyalty_qualified_at: string | null;
  readonly loyalty_reversed_at: string | null;
}

/** One row a process and name: what the events that call it so tell of it. */
export const processes = shared<ProcessRow, keyof ProcessName>({
  key: processName,
  merge: {
    ...told,
    ...processSteps,
    process_number: 'latest',
    process_id: 'latest',
    imported_account_number: 'least',
    account_number_least: 'least',
    account_number_greatest: 'greatest',
    subtype: 'latest',
    requested_at_told: 'latest',
    points_listed: 'latest',
    updated_at: 'greatest',
    requested_supply_end_at: 'latest',
    requested_supply_end_date: 'latest',
    is_passive: 'latest',
    passive_loss_instigated_supply_point_id: 'latest',
    loyalty_qualified_at: 'greatest',
    loyalty_reversed_at: 'greatest',
  },
  on: {
    ...joinProcesses,
    ...leaveProcesses,
    'lifecycle.status-changed': ({ data, envelope }) => [
      {
        kind: 'unknown',
        known_by: 'number',
        reference: data.process_number,
        ...accountTold(data.account_number, envelope),
      },
    ],
  },
});
