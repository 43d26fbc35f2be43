CREATE TABLE conversations (
  conversation_relay_id text COLLATE "C" NOT NULL,
  conversation_id bigint,
  account_number text COLLATE "C",
  account_number_stamp text COLLATE "C",
  user_number text COLLATE "C",
  user_number_stamp text COLLATE "C",
  state text,
  state_stamp text COLLATE "C",
  open_status text,
  open_status_stamp text COLLATE "C",
  priority double precision,
  priority_stamp text COLLATE "C",
  snoozed_to text,
  snoozed_to_stamp text COLLATE "C",
  close_reason text,
  close_reason_stamp text COLLATE "C",
  first_opened_at timestamptz,
  opened_at timestamptz,
  closed_at timestamptz,
  last_inbound_at timestamptz,
  last_outbound_at timestamptz,
  live_chat_initiated_at timestamptz,
  live_chat_closed_at timestamptz,
  live_chat_close_reason text,
  live_chat_close_reason_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (conversation_relay_id)
) WITH (fillfactor = 70);
CREATE INDEX conversations_account ON conversations (account_number, conversation_relay_id);
COMMENT ON TABLE conversations IS 'Conversations with customers. Some of their events do not name the account: they stand here until one does.';
COMMENT ON COLUMN conversations.conversation_relay_id IS 'Relay id of the conversation.';
COMMENT ON COLUMN conversations.conversation_id IS 'Id of the conversation; null while no event has told it.';
COMMENT ON COLUMN conversations.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN conversations.account_number_stamp IS 'Time and id of the event that told account_number.';
COMMENT ON COLUMN conversations.user_number IS 'Number of the customer who was last in contact.';
COMMENT ON COLUMN conversations.user_number_stamp IS 'Time and id of the event that told user_number.';
COMMENT ON COLUMN conversations.state IS 'open, closed, snoozed or awaiting_customer, whichever was told last; null where none was.';
COMMENT ON COLUMN conversations.state_stamp IS 'Time and id of the event that told state.';
COMMENT ON COLUMN conversations.open_status IS 'Status of an open conversation, in the words of the event that told it.';
COMMENT ON COLUMN conversations.open_status_stamp IS 'Time and id of the event that told open_status.';
COMMENT ON COLUMN conversations.priority IS 'Its priority.';
COMMENT ON COLUMN conversations.priority_stamp IS 'Time and id of the event that told priority.';
COMMENT ON COLUMN conversations.snoozed_to IS 'Until when it was last snoozed, as told.';
COMMENT ON COLUMN conversations.snoozed_to_stamp IS 'Time and id of the event that told snoozed_to.';
COMMENT ON COLUMN conversations.close_reason IS 'Why it was last closed.';
COMMENT ON COLUMN conversations.close_reason_stamp IS 'Time and id of the event that told close_reason.';
COMMENT ON COLUMN conversations.first_opened_at IS 'When it was first opened; null where that was not told.';
COMMENT ON COLUMN conversations.opened_at IS 'When it was last opened.';
COMMENT ON COLUMN conversations.closed_at IS 'When it was last closed; null where it was not.';
COMMENT ON COLUMN conversations.last_inbound_at IS 'When the customers last message was told.';
COMMENT ON COLUMN conversations.last_outbound_at IS 'When the last message to the customer was told.';
COMMENT ON COLUMN conversations.live_chat_initiated_at IS 'When a live chat began in it; null where none did.';
COMMENT ON COLUMN conversations.live_chat_closed_at IS 'When its live chat was last closed; null where it was not.';
COMMENT ON COLUMN conversations.live_chat_close_reason IS 'Why its live chat was closed.';
COMMENT ON COLUMN conversations.live_chat_close_reason_stamp IS 'Time and id of the event that told live_chat_close_reason.';
COMMENT ON COLUMN conversations.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN conversations.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN conversations.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN conversations.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN conversations.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE conversation_places (
  conversation_relay_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  place_relay_id text COLLATE "C" NOT NULL,
  is_assigned boolean,
  is_assigned_stamp text COLLATE "C",
  PRIMARY KEY (conversation_relay_id, kind, place_relay_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE conversation_places IS 'Buckets and timelines of conversations, kept when a conversation is taken from them.';
COMMENT ON COLUMN conversation_places.conversation_relay_id IS 'Relay id of the conversation.';
COMMENT ON COLUMN conversation_places.kind IS 'bucket or timeline.';
COMMENT ON COLUMN conversation_places.place_relay_id IS 'Relay id of the bucket or timeline.';
COMMENT ON COLUMN conversation_places.is_assigned IS 'False once it is taken from there.';
COMMENT ON COLUMN conversation_places.is_assigned_stamp IS 'Time and id of the event that told is_assigned.';

CREATE TABLE messages (
  message_relay_id text COLLATE "C" NOT NULL,
  conversation_relay_id text COLLATE "C",
  message_id bigint,
  direction text COLLATE "C",
  channel text COLLATE "C",
  vendor text COLLATE "C",
  vendor_id text COLLATE "C",
  created_at timestamptz,
  ingested_at timestamptz,
  failed_at timestamptz,
  failure jsonb,
  failure_stamp text COLLATE "C",
  is_spam boolean,
  is_spam_stamp text COLLATE "C",
  is_phishing boolean,
  is_phishing_stamp text COLLATE "C",
  actions_run_at timestamptz,
  actions jsonb,
  actions_stamp text COLLATE "C",
  imported_by text COLLATE "C",
  published_by_least text COLLATE "C",
  published_by_greatest text COLLATE "C",
  first_told_at timestamptz,
  last_told_at timestamptz,
  PRIMARY KEY (message_relay_id)
) WITH (fillfactor = 70);
CREATE INDEX messages_conversation ON messages (conversation_relay_id, message_relay_id);
COMMENT ON TABLE messages IS 'Messages of conversations. What they say is not kept.';
COMMENT ON COLUMN messages.message_relay_id IS 'Relay id of the message.';
COMMENT ON COLUMN messages.conversation_relay_id IS 'Conversation it belongs to; null while no event has named it.';
COMMENT ON COLUMN messages.message_id IS 'Id of the message; null while no event has told it.';
COMMENT ON COLUMN messages.direction IS 'inbound or outbound; null while unknown.';
COMMENT ON COLUMN messages.channel IS 'Channel of the message.';
COMMENT ON COLUMN messages.vendor IS 'Vendor of the channel; null where not told.';
COMMENT ON COLUMN messages.vendor_id IS 'The vendor''s id of the message.';
COMMENT ON COLUMN messages.created_at IS 'When it was made; null where that was not told.';
COMMENT ON COLUMN messages.ingested_at IS 'When it was taken in from the vendor; null where that was not told.';
COMMENT ON COLUMN messages.failed_at IS 'When sending it last failed; null where it did not.';
COMMENT ON COLUMN messages.failure IS '{type, reason} of that failure.';
COMMENT ON COLUMN messages.failure_stamp IS 'Time and id of the event that told failure.';
COMMENT ON COLUMN messages.is_spam IS 'Whether it is reported as spam; null where it never was.';
COMMENT ON COLUMN messages.is_spam_stamp IS 'Time and id of the event that told is_spam.';
COMMENT ON COLUMN messages.is_phishing IS 'Whether it is reported as phishing; null where it never was.';
COMMENT ON COLUMN messages.is_phishing_stamp IS 'Time and id of the event that told is_phishing.';
COMMENT ON COLUMN messages.actions_run_at IS 'When actions were last run on it; null where none were.';
COMMENT ON COLUMN messages.actions IS 'Results of those actions: [{code, succeeded, stop_further_evaluation}].';
COMMENT ON COLUMN messages.actions_stamp IS 'Time and id of the event that told actions.';
COMMENT ON COLUMN messages.imported_by IS 'Organisation that our own importer made it for; null where none did.';
COMMENT ON COLUMN messages.published_by_least IS 'Least organisation among all others that told of it.';
COMMENT ON COLUMN messages.published_by_greatest IS 'Greatest organisation among all others that told of it: where it differs from the least, it belongs to none.';
COMMENT ON COLUMN messages.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN messages.last_told_at IS 'Time of the latest event that tells of it.';

CREATE TABLE message_tags (
  conversation_relay_id text COLLATE "C" NOT NULL,
  message_id bigint NOT NULL,
  tags jsonb,
  tags_stamp text COLLATE "C",
  PRIMARY KEY (conversation_relay_id, message_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE message_tags IS 'Tags of inbound messages. Their events know only the id of a message, not its relay id.';
COMMENT ON COLUMN message_tags.conversation_relay_id IS 'Relay id of the conversation.';
COMMENT ON COLUMN message_tags.message_id IS 'Id of the message.';
COMMENT ON COLUMN message_tags.tags IS 'Its tags: a list.';
COMMENT ON COLUMN message_tags.tags_stamp IS 'Time and id of the event that told tags.';
