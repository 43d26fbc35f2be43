import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface DunningPathRow extends Provenance {
  readonly dunning_process_id: string;
  readonly account_number: string | null;
  readonly dunning_path_name: string | null;
  readonly started_at: string | null;
  readonly start_date: string | null;
  readonly start_note: string | null;
  readonly is_paused: boolean | null;
  readonly paused_at: string | null;
  readonly pause_start_date: string | null;
  readonly pause_end_date: string | null;
  readonly pause_note: string | null;
  readonly unpaused_at: string | null;
  readonly withdrawn_at: string | null;
  readonly withdrawn_date: string | null;
  readonly withdrawn_note: string | null;
}

interface DunningData {
  readonly dunning_process_id: string;
  readonly account_number: string;
  readonly dunning_path_name: string;
}

const told = (data: DunningData, envelope: Envelope) => ({
  dunning_process_id: data.dunning_process_id,
  ...provenanceOf(envelope),
  account_number: data.account_number,
  dunning_path_name: data.dunning_path_name,
});

/** One row a dunning path of an account. */
export const dunningPaths = shared<DunningPathRow, 'dunning_process_id'>({
  key: ['dunning_process_id'],
  merge: {
    ...provenance,
    account_number: 'latest',
    dunning_path_name: 'latest',
    started_at: 'least',
    start_date: 'latest',
    start_note: 'latest',
    is_paused: 'latest',
    paused_at: 'greatest',
    pause_start_date: 'latest',
    pause_end_date: 'latest',
    pause_note: 'latest',
    unpaused_at: 'greatest',
    withdrawn_at: 'greatest',
    withdrawn_date: 'latest',
    withdrawn_note: 'latest',
  },
  on: {
    dunning_path_started: ({ data, envelope }) => [
      {
        ...told(data, envelope),
        started_at: envelope.time,
        start_date: data.start_date,
        start_note: data.created_note,
      },
    ],
    dunning_path_paused: ({ data, envelope }) => [
      {
        ...told(data, envelope),
        is_paused: true,
        paused_at: envelope.time,
        pause_start_date: data.pause_start_date,
        pause_end_date: data.pause_end_date,
        pause_note: data.created_note,
      },
    ],
    dunning_path_unpaused: ({ data, envelope }) => [
      { ...told(data, envelope), is_paused: false, unpaused_at: envelope.time },
    ],
    dunning_path_withdrawn: ({ data, envelope }) => [
      {
        ...told(data, envelope),
        withdrawn_at: envelope.time,
        withdrawn_date: data.withdrawn_date,
        withdrawn_note: data.withdrawn_note,
      },
    ],
  },
});
