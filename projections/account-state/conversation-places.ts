import { shared } from '../../src/projector/define.js';

export interface ConversationPlaceRow {
  readonly conversation_relay_id: string;
  readonly kind: 'bucket' | 'timeline';
  readonly place_relay_id: string;
  readonly is_assigned: boolean | null;
}

const inBucket = (data: { conversation_relay_id: string; bucket_relay_id: string }) => ({
  conversation_relay_id: data.conversation_relay_id,
  kind: 'bucket' as const,
  place_relay_id: data.bucket_relay_id,
});

const onTimeline = (data: { conversation_relay_id: string; timeline_relay_id: string }) => ({
  conversation_relay_id: data.conversation_relay_id,
  kind: 'timeline' as const,
  place_relay_id: data.timeline_relay_id,
});

/** One row a conversation and bucket or timeline that it was ever assigned to or taken from. */
export const conversationPlaces = shared<
  ConversationPlaceRow,
  'conversation_relay_id' | 'kind' | 'place_relay_id'
>({
  key: ['conversation_relay_id', 'kind', 'place_relay_id'],
  merge: { is_assigned: 'latest' },
  on: {
    'ink.conversation.assigned_to_bucket': ({ data }) => [{ ...inBucket(data), is_assigned: true }],
    'ink.conversation.unassigned_from_bucket': ({ data }) => [{ ...inBucket(data), is_assigned: false }],
    'ink.conversation.assigned_to_timeline': ({ data }) => [{ ...onTimeline(data), is_assigned: true }],
    'ink.conversation.unassigned_from_timeline': ({ data }) => [{ ...onTimeline(data), is_assigned: false }],
  },
});
