import { defineProjection, owned } from '../../../src/projector/define.js';

interface Conversations {
  account_number: string;
  closed_at: string;
  reason: string;
  actor_type: string;
  actor_id: number;
  events: number;
}

/** The last state and the number of events of each account: an ordinary definition, nothing of it made for speed. */
export default defineProjection({
  name: 'conversations',
  version: 1,
  tables: {
    conversations: owned<Conversations>({
      key: ['account_number'],
      partitionedBy: 'account_number',
      on: {
        'ink.conversation.closed': {
          rows: ({ data }) => [{ account_number: data.account_number }],
          fold: (row, { data }) => ({
            account_number: data.account_number,
            closed_at: data.closed_at,
            reason: data.reason,
            actor_type: data.actor_type,
            actor_id: data.actor_id,
            events: (row?.events ?? 0) + 1,
          }),
        },
      },
    }),
  },
});
