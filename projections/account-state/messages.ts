import type { Envelope } from '../../src/event/index.js';
import type { JsonValue } from '../../src/generated/events.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface MessageRow extends Provenance {
  readonly message_relay_id: string;
  readonly conversation_relay_id: string | null;
  readonly message_id: number | null;
  readonly direction: 'inbound' | 'outbound' | null;
  readonly channel: string | null;
  readonly vendor: string | null;
  readonly vendor_id: string | null;
  readonly created_at: string | null;
  readonly ingested_at: string | null;
  readonly failed_at: string | null;
  /** `{type, reason}` */
  readonly failure: JsonValue | null;
  readonly is_spam: boolean | null;
  readonly is_phishing: boolean | null;
  readonly actions_run_at: string | null;
  readonly actions: JsonValue | null;
}

interface Message {
  readonly relay_id: string;
  readonly vendor_id: string;
  readonly channel: string;
}

const told = (conversation_relay_id: string, message: Message, envelope: Envelope) => ({
  message_relay_id: message.relay_id,
  ...provenanceOf(envelope),
  conversation_relay_id,
  channel: message.channel,
  vendor_id: message.vendor_id,
});

type Told = Pick<MessageRow, 'is_spam'> | Pick<MessageRow, 'is_phishing'>;

const reported =
  (what: Told) =>
  ({
    data,
    envelope,
  }: {
    readonly data: { readonly conversation_relay_id: string; readonly message: Message };
    readonly envelope: Envelope;
  }) => [{ ...told(data.conversation_relay_id, data.message, envelope), ...what }];

/** One row a message, by its relay id; what it says is not kept. What it is does not change: `least` sets that once. */
export const messages = shared<MessageRow, 'message_relay_id'>({
  key: ['message_relay_id'],
  merge: {
    ...provenance,
    conversation_relay_id: 'least',
    message_id: 'greatest',
    direction: 'least',
    channel: 'least',
    vendor: 'least',
    vendor_id: 'least',
    created_at: 'least',
    ingested_at: 'least',
    failed_at: 'greatest',
    failure: 'latest',
    is_spam: 'latest',
    is_phishing: 'latest',
    actions_run_at: 'greatest',
    actions: 'latest',
  },
  on: {
    'ink.messages.inbound-message-ingested': ({ data, envelope }) => [
      {
        message_relay_id: data.message_relay_id,
        ...provenanceOf(envelope),
        direction: 'inbound',
        channel: data.channel,
        vendor: data.vendor,
        vendor_id: data.vendor_id,
        ingested_at: envelope.time,
      },
    ],
    'ink.messages.inbound-message-created': ({ data, envelope }) => [
      {
        ...told(data.conversation_relay_id, data.message, envelope),
        direction: 'inbound',
        created_at: envelope.time,
      },
    ],
    'ink.messages.outbound-message-created': ({ data, envelope }) => [
      {
        ...told(data.conversation_relay_id, data.message, envelope),
        direction: 'outbound',
        created_at: envelope.time,
      },
    ],
    'ink.messages.outbound-message-failed': ({ data, envelope }) => [
      {
        ...told(data.conversation_relay_id, data.message, envelope),
        direction: 'outbound',
        vendor: data.message.vendor,
        failed_at: envelope.time,
        failure: { type: data.failure.type, reason: data.failure.reason },
      },
    ],
    'ink.live-chat.initiated': ({ data: { live_chat_conversation: chat }, envelope }) => [
      told(chat.conversation_relay_id, chat.message, envelope),
    ],
    'ink.live-chat.messages.outbound-message-created': ({
      data: { live_chat_conversation: chat },
      envelope,
    }) => [
      {
        ...told(chat.conversation_relay_id, chat.message, envelope),
        direction: 'outbound',
        created_at: envelope.time,
      },
    ],
    'ink.messages.reported-spam': reported({ is_spam: true }),
    'ink.messages.spam-report-dismissed': reported({ is_spam: false }),
    'ink.messages.reported-phishing': reported({ is_phishing: true }),
    'ink.messages.phishing-report-dismissed': reported({ is_phishing: false }),
    'ink.conversation.priority.changed': ({ data, envelope }) => [
      {
        message_relay_id: data.message_relay_id,
        ...provenanceOf(envelope),
        conversation_relay_id: data.conversation_relay_id,
        message_id: data.message_id,
      },
    ],
    'ink.actions.run': ({ data, envelope }) => [
      {
        message_relay_id: data.message_relay_id,
        ...provenanceOf(envelope),
        conversation_relay_id: data.conversation_relay_id,
        actions_run_at: envelope.time,
        actions: data.actions_results,
      },
    ],
  },
});

export interface MessageTagsRow {
  readonly conversation_relay_id: string;
  readonly message_id: number;
  readonly tags: readonly string[] | null;
}

/** One row a message that was tagged. Its event knows only the message's id: what tells both id and relay id joins them. */
export const messageTags = shared<MessageTagsRow, 'conversation_relay_id' | 'message_id'>({
  key: ['conversation_relay_id', 'message_id'],
  merge: { tags: 'latest' },
  on: {
    'ink.content.inbound-message-tagged': ({ data }) => [
      {
        conversation_relay_id: data.conversation_relay_id,
        message_id: data.message.message_id,
        tags: data.message.content.tags,
      },
    ],
  },
});
