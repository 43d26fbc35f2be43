import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const id = { conversation_relay_id: 'C-1' };
const acted = { support_user_id: 4, organisation_id: 1, actor_type: 'support', actor_id: 4 };
const known = {
  ...id,
  conversation_id: 10,
  account_number: 'A-1',
  latest_contacted_account_user_number: 'U-7',
  support_user_id: 4,
  organisation_id: 1,
};
const conversation = { ...known, ...acted };
const message = { relay_id: 'M-1', vendor_id: 'V-1', channel: 'email', occurred_at: '2026-01-01' };
const ofAccount = { ...id, account_number: 'A-1', message };

describe('account-state on conversations', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given a conversation that was closed, when older events come, then the newest word holds, and each time is kept', () =>
    spec
      .given(
        told('ink.conversation.closed', 'v1', 9, { ...conversation, closed_at: 'then', reason: 'solved' }),
      )
      .when(
        told('ink.conversation.opened', 'v1', 1, conversation),
        told('ink.conversation.opened', 'v1', 3, conversation),
        told('ink.conversation.await_customer_reply', 'v1', 4, conversation),
        told('ink.conversation.snoozed', 'v1', 5, {
          ...conversation,
          snoozed_to: '2026-02-01',
          ink_note_relay_id: 'N-1',
        }),
        told('ink.conversation.open_status_changed', 'v1', 6, {
          ...conversation,
          new_status: 'WAITING',
          previous_status: 'NEW',
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        accounts: [],
        conversations: [
          {
            conversation_relay_id: 'C-1',
            conversation_id: 10,
            account_number: 'A-1',
            user_number: 'U-7',
            state: 'closed',
            open_status: 'WAITING',
            close_reason: 'solved',
            snoozed_to: '2026-02-01',
            first_opened_at: at(1),
            opened_at: at(3),
            closed_at: at(9),
          },
        ],
      }));

  it.each([
    ['open', told('ink.conversation.opened', 'v1', 2, conversation)],
    ['awaiting_customer', told('ink.conversation.await_customer_reply', 'v1', 2, conversation)],
    [
      'snoozed',
      told('ink.conversation.snoozed', 'v1', 2, {
        ...conversation,
        snoozed_to: 'then',
        ink_note_relay_id: 'N-1',
      }),
    ],
  ] as const)('given a closed conversation, when a newer event tells so, then it is %s', (state, event) =>
    spec
      .given(told('ink.conversation.closed', 'v1', 1, { ...conversation, closed_at: 'then', reason: '' }))
      .when(event)
      .thenRows({ conversations: [{ state, closed_at: at(1) }] }),
  );

  it('given a bucket it was moved to, when it is taken from the one before, then it is still in that', () => {
    const bucket = (bucket_relay_id: string) => ({ ...id, ...acted, bucket_relay_id });
    const timeline = { ...id, support_user_id: 4, timeline_relay_id: 'T-1' };
    return spec
      .given(
        told('ink.conversation.assigned_to_bucket', 'v1', 1, bucket('B-1')),
        told('ink.conversation.assigned_to_timeline', 'v1', 1, timeline),
        told('ink.conversation.assigned_to_bucket', 'v1', 2, bucket('B-2')),
      )
      .when(
        told('ink.conversation.unassigned_from_bucket', 'v1', 3, bucket('B-1')),
        told('ink.conversation.unassigned_from_timeline', 'v1', 3, timeline),
      )
      .numberOfTimes(2)
      .thenRows({
        conversations: [{ conversation_relay_id: 'C-1', last_told_at: at(3) }],
        conversation_places: [
          { kind: 'bucket', place_relay_id: 'B-1', is_assigned: false },
          { kind: 'bucket', place_relay_id: 'B-2', is_assigned: true },
          { kind: 'timeline', place_relay_id: 'T-1', is_assigned: false },
        ],
      });
  });

  it('given tags told by id, when another event tells id and relay id, then the message has both', () =>
    spec
      .given(
        told('ink.content.inbound-message-tagged', 'v1', 1, {
          ...id,
          conversation_id: 10,
          account_number: 'A-1',
          message: {
            message_id: 20,
            occurred_at: 'then',
            channel: 'email',
            content: { from_address: 'a@example.com', subject: 'x', to_addresses: null, tags: ['bill'] },
          },
        }),
      )
      .when(
        told('ink.conversation.priority.changed', 'v1', 2, {
          ...known,
          old_priority: 1,
          new_priority: 2.5,
          prioritized_at: 'then',
          message_id: 20,
          message_relay_id: 'M-1',
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        conversations: [{ account_number: 'A-1', conversation_id: 10, priority: 2.5 }],
        messages: [{ message_relay_id: 'M-1', message_id: 20, conversation_relay_id: 'C-1' }],
        message_tags: [{ conversation_relay_id: 'C-1', message_id: 20, tags: ['bill'] }],
      }));

  it('given a message from a customer, then it is told how it was taken in, reported and acted on', () =>
    spec
      .given(told('ink.messages.inbound-message-created', 'v1', 2, ofAccount))
      .when(
        told('ink.messages.inbound-message-ingested', 'v1', 1, {
          channel: 'email',
          vendor: 'post',
          vendor_id: 'V-1',
          message_relay_id: 'M-1',
        }),
        told('ink.messages.reported-spam', 'v1', 3, ofAccount),
        told('ink.messages.spam-report-dismissed', 'v1', 4, ofAccount),
        told('ink.messages.reported-phishing', 'v1', 6, ofAccount),
        told('ink.messages.phishing-report-dismissed', 'v1', 5, ofAccount),
        told('ink.actions.run', 'v1', 7, {
          ...id,
          message_relay_id: 'M-1',
          actions_results: [{ code: 'route', succeeded: true, stop_further_evaluation: false }],
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        conversations: [{ account_number: 'A-1', last_inbound_at: at(2) }],
        messages: [
          {
            message_relay_id: 'M-1',
            conversation_relay_id: 'C-1',
            direction: 'inbound',
            channel: 'email',
            vendor: 'post',
            vendor_id: 'V-1',
            created_at: at(2),
            ingested_at: at(1),
            is_spam: false,
            is_phishing: true,
            actions: [{ code: 'route', succeeded: true, stop_further_evaluation: false }],
            actions_run_at: at(7),
          },
        ],
      }));

  it('given a message to a customer, when sending it fails, then it says why', () =>
    spec
      .given(told('ink.messages.outbound-message-created', 'v1', 1, ofAccount))
      .when(
        told('ink.messages.outbound-message-failed', 'v1', 2, {
          ...id,
          message: { ...message, vendor: 'post' },
          failure: { type: 'bounce', reason: 'no such box', occurred_at: 'then' },
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        conversations: [{ last_outbound_at: at(1) }],
        messages: [
          {
            direction: 'outbound',
            vendor: 'post',
            created_at: at(1),
            failed_at: at(2),
            failure: { type: 'bounce', reason: 'no such box' },
          },
        ],
      }));

  it('given a live chat, then its conversation has its beginning, its end and its messages', () => {
    const live_chat_conversation = ofAccount;
    return spec
      .given(
        told('ink.live-chat.closed', 'v1', 3, {
          live_chat_conversation_relay_id: 'C-1',
          close_reason: 'left',
          account_number: null,
        }),
      )
      .when(
        told('ink.live-chat.initiated', 'v1', 1, { live_chat_conversation }),
        told('ink.live-chat.messages.outbound-message-created', 'v1', 2, {
          live_chat_conversation: { ...ofAccount, message: { ...message, relay_id: 'M-2' } },
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        conversations: [
          {
            account_number: 'A-1',
            live_chat_initiated_at: at(1),
            live_chat_closed_at: at(3),
            live_chat_close_reason: 'left',
            last_outbound_at: at(2),
          },
        ],
        messages: [
          { message_relay_id: 'M-1', conversation_relay_id: 'C-1' },
          { message_relay_id: 'M-2', direction: 'outbound', created_at: at(2) },
        ],
      });
  });
});
