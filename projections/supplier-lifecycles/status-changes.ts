import { shared } from '../../src/projector/define.js';

export interface StatusChangeRow {
  readonly source: string;
  readonly event_id: string;
  readonly process_number: string | null;
  readonly account_number: string | null;
  readonly new_status: string | null;
  readonly previous_status: string | null;
  readonly changed_at: string | null;
}

/** One row a change of status that was reported, in the words of the report; `least` sets each column once. */
export const statusChanges = shared<StatusChangeRow, 'source' | 'event_id'>({
  key: ['source', 'event_id'],
  merge: {
    process_number: 'least',
    account_number: 'least',
    new_status: 'least',
    previous_status: 'least',
    changed_at: 'least',
  },
  on: {
    'lifecycle.status-changed': ({ data, envelope }) => [
      {
        source: envelope.source,
        event_id: envelope.id,
        process_number: data.process_number,
        account_number: data.account_number,
        new_status: data.new_status,
        previous_status: data.previous_status,
        changed_at: envelope.time,
      },
    ],
  },
});
