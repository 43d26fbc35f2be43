import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface ConversationRow extends Provenance {
  readonly conversation_relay_id: string;
  readonly conversation_id: number | null;
  readonly account_number: string | null;
  readonly user_number: string | null;
  /** Its stamp is that of the newest event that opened, closed, snoozed or left it to the customer. */
  readonly state: 'open' | 'closed' | 'snoozed' | 'awaiting_customer' | null;
  readonly open_status: string | null;
  readonly priority: number | null;
  readonly snoozed_to: string | null;
  readonly close_reason: string | null;
  readonly first_opened_at: string | null;
  readonly opened_at: string | null;
  readonly closed_at: string | null;
  readonly last_inbound_at: string | null;
  readonly last_outbound_at: string | null;
  readonly live_chat_initiated_at: string | null;
  readonly live_chat_closed_at: string | null;
  readonly live_chat_close_reason: string | null;
}

interface Named {
  readonly conversation_relay_id: string;
  readonly conversation_id?: number;
  readonly account_number?: string;
  readonly latest_contacted_account_user_number?: string;
}

/** What any event that names a conversation tells of it. */
const told = (data: Named, envelope: Envelope) => ({
  conversation_relay_id: data.conversation_relay_id,
  ...provenanceOf(envelope),
  conversation_id: data.conversation_id ?? null,
  account_number: data.account_number ?? null,
  user_number: data.latest_contacted_account_user_number ?? null,
});

const spokenOf = ({ data, envelope }: { readonly data: Named; readonly envelope: Envelope }) => [
  told(data, envelope),
];

/** One row a conversation. Some of its events do not name the account: they stand here until one does. */
export const conversations = shared<ConversationRow, 'conversation_relay_id'>({
  key: ['conversation_relay_id'],
  merge: {
    ...provenance,
    conversation_id: 'greatest',
    account_number: 'latest',
    user_number: 'latest',
    state: 'latest',
    open_status: 'latest',
    priority: 'latest',
    snoozed_to: 'latest',
    close_reason: 'latest',
    first_opened_at: 'least',
    opened_at: 'greatest',
    closed_at: 'greatest',
    last_inbound_at: 'greatest',
    last_outbound_at: 'greatest',
    live_chat_initiated_at: 'least',
    live_chat_closed_at: 'greatest',
    live_chat_close_reason: 'latest',
  },
  on: {
    'ink.conversation.opened': ({ data, envelope }) => [
      { ...told(data, envelope), state: 'open', first_opened_at: envelope.time, opened_at: envelope.time },
    ],
    'ink.conversation.closed': ({ data, envelope }) => [
      { ...told(data, envelope), state: 'closed', closed_at: envelope.time, close_reason: data.reason },
    ],
    'ink.conversation.snoozed': ({ data, envelope }) => [
      { ...told(data, envelope), state: 'snoozed', snoozed_to: data.snoozed_to },
    ],
    'ink.conversation.await_customer_reply': ({ data, envelope }) => [
      { ...told(data, envelope), state: 'awaiting_customer' },
    ],
    'ink.conversation.open_status_changed': ({ data, envelope }) => [
      { ...told(data, envelope), open_status: data.new_status },
    ],
    'ink.conversation.priority.changed': ({ data, envelope }) => [
      { ...told(data, envelope), priority: data.new_priority },
    ],
    'ink.conversation.assigned_to_bucket': spokenOf,
    'ink.conversation.unassigned_from_bucket': spokenOf,
    'ink.conversation.assigned_to_timeline': spokenOf,
    'ink.conversation.unassigned_from_timeline': spokenOf,
    'ink.messages.inbound-message-created': ({ data, envelope }) => [
      { ...told(data, envelope), last_inbound_at: envelope.time },
    ],
    'ink.messages.outbound-message-created': ({ data, envelope }) => [
      { ...told(data, envelope), last_outbound_at: envelope.time },
    ],
    'ink.messages.outbound-message-failed': spokenOf,
    'ink.messages.reported-spam': spokenOf,
    'ink.messages.spam-report-dismissed': spokenOf,
    'ink.messages.reported-phishing': spokenOf,
    'ink.messages.phishing-report-dismissed': spokenOf,
    'ink.content.inbound-message-tagged': spokenOf,
    'ink.actions.run': spokenOf,
    'ink.live-chat.initiated': ({ data: { live_chat_conversation }, envelope }) => [
      { ...told(live_chat_conversation, envelope), live_chat_initiated_at: envelope.time },
    ],
    'ink.live-chat.messages.outbound-message-created': ({ data: { live_chat_conversation }, envelope }) => [
      { ...told(live_chat_conversation, envelope), last_outbound_at: envelope.time },
    ],
    'ink.live-chat.closed': ({ data, envelope }) => [
      {
        conversation_relay_id: data.live_chat_conversation_relay_id,
        ...provenanceOf(envelope),
        account_number: data.account_number,
        live_chat_closed_at: envelope.time,
        live_chat_close_reason: data.close_reason,
      },
    ],
  },
});
