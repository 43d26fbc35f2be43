CREATE VIEW read_model.conversations AS
SELECT
  c.conversation_relay_id, c.account_number,
  CASE WHEN c.imported_by IS NULL AND c.published_by_least IS NULL THEN coalesce(a.imported_by, CASE WHEN a.published_by_least = a.published_by_greatest THEN a.published_by_least END) ELSE coalesce(c.imported_by, CASE WHEN c.published_by_least = c.published_by_greatest THEN c.published_by_least END) END AS organisation,
  CASE WHEN c.state IS NULL THEN 'unknown' ELSE c.state END AS status, c.open_status, c.conversation_id, c.user_number, c.priority,
  (
    SELECT jsonb_agg(p.place_relay_id ORDER BY p.place_relay_id) FROM conversation_places p
    WHERE p.conversation_relay_id = c.conversation_relay_id AND p.kind = 'bucket' AND p.is_assigned
  ) AS buckets,
  (
    SELECT jsonb_agg(p.place_relay_id ORDER BY p.place_relay_id) FROM conversation_places p
    WHERE p.conversation_relay_id = c.conversation_relay_id AND p.kind = 'timeline' AND p.is_assigned
  ) AS timelines,
  c.snoozed_to, c.close_reason, c.first_opened_at, c.opened_at, c.closed_at, c.last_inbound_at, c.last_outbound_at,
  c.live_chat_initiated_at, c.live_chat_closed_at, c.live_chat_close_reason, c.first_told_at, c.last_told_at
FROM conversations c
LEFT JOIN accounts a ON a.account_number = c.account_number;
COMMENT ON VIEW read_model.conversations IS 'Conversations with customers, as now. One row a conversation.';
COMMENT ON COLUMN read_model.conversations.conversation_relay_id IS 'Relay id of the conversation.';
COMMENT ON COLUMN read_model.conversations.account_number IS 'Account it belongs to; null while no event has named it.';
COMMENT ON COLUMN read_model.conversations.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.conversations.status IS 'open, closed, snoozed or awaiting_customer, whichever was told last; or unknown.';
COMMENT ON COLUMN read_model.conversations.open_status IS 'Status of an open conversation, in the words of the event that told it.';
COMMENT ON COLUMN read_model.conversations.conversation_id IS 'Id of the conversation; null while no event has told it.';
COMMENT ON COLUMN read_model.conversations.user_number IS 'Number of the customer who was last in contact.';
COMMENT ON COLUMN read_model.conversations.priority IS 'Its priority; null where none was told.';
COMMENT ON COLUMN read_model.conversations.buckets IS 'Buckets it is in: a list of relay ids; null where none.';
COMMENT ON COLUMN read_model.conversations.timelines IS 'Timelines it is on: a list of relay ids; null where none.';
COMMENT ON COLUMN read_model.conversations.snoozed_to IS 'Until when it was last snoozed, as told.';
COMMENT ON COLUMN read_model.conversations.close_reason IS 'Why it was last closed.';
COMMENT ON COLUMN read_model.conversations.first_opened_at IS 'When it was first opened; null where that was not told.';
COMMENT ON COLUMN read_model.conversations.opened_at IS 'When it was last opened.';
COMMENT ON COLUMN read_model.conversations.closed_at IS 'When it was last closed; null where it was not.';
COMMENT ON COLUMN read_model.conversations.last_inbound_at IS 'When the customer''s last message was told.';
COMMENT ON COLUMN read_model.conversations.last_outbound_at IS 'When the last message to the customer was told.';
COMMENT ON COLUMN read_model.conversations.live_chat_initiated_at IS 'When a live chat began in it; null where none did.';
COMMENT ON COLUMN read_model.conversations.live_chat_closed_at IS 'When its live chat was last closed; null where it was not.';
COMMENT ON COLUMN read_model.conversations.live_chat_close_reason IS 'Why its live chat was closed.';
COMMENT ON COLUMN read_model.conversations.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.conversations.last_told_at IS 'Time of the latest event that tells of it.';

CREATE VIEW read_model.messages AS
SELECT
  m.message_relay_id, m.conversation_relay_id, c.account_number,
  CASE WHEN m.imported_by IS NULL AND m.published_by_least IS NULL THEN c.organisation ELSE coalesce(m.imported_by, CASE WHEN m.published_by_least = m.published_by_greatest THEN m.published_by_least END) END AS organisation,
  CASE
    WHEN m.failed_at >= coalesce(m.created_at, m.failed_at) THEN 'failed'
    WHEN m.created_at IS NOT NULL THEN 'created'
    WHEN m.ingested_at IS NOT NULL THEN 'ingested'
    ELSE 'unknown'
  END AS status,
  m.direction, m.channel, m.vendor, m.vendor_id, m.message_id, g.tags, m.is_spam, m.is_phishing,
  m.failure ->> 'type' AS failure_type, m.failure ->> 'reason' AS failure_reason, m.actions, m.created_at,
  m.ingested_at, m.failed_at, m.actions_run_at, m.first_told_at, m.last_told_at
FROM messages m
LEFT JOIN read_model.conversations c ON c.conversation_relay_id = m.conversation_relay_id
LEFT JOIN message_tags g ON g.conversation_relay_id = m.conversation_relay_id AND g.message_id = m.message_id;
COMMENT ON VIEW read_model.messages IS 'Messages of conversations; what they say is in the event history only. One row a message.';
COMMENT ON COLUMN read_model.messages.message_relay_id IS 'Relay id of the message.';
COMMENT ON COLUMN read_model.messages.conversation_relay_id IS 'Conversation it belongs to; null while no event has named it.';
COMMENT ON COLUMN read_model.messages.account_number IS 'Account of the conversation; null while unknown.';
COMMENT ON COLUMN read_model.messages.organisation IS 'Whose it is; null where unknown or in dispute.';
COMMENT ON COLUMN read_model.messages.status IS 'failed, created, ingested or unknown.';
COMMENT ON COLUMN read_model.messages.direction IS 'inbound or outbound; null while unknown.';
COMMENT ON COLUMN read_model.messages.channel IS 'Channel of the message.';
COMMENT ON COLUMN read_model.messages.vendor IS 'Vendor of the channel; null where not told.';
COMMENT ON COLUMN read_model.messages.vendor_id IS 'The vendor''s id of the message.';
COMMENT ON COLUMN read_model.messages.message_id IS 'Id of the message; null while no event has told it.';
COMMENT ON COLUMN read_model.messages.tags IS 'Its tags: a list; null where none were told, or its id is not known.';
COMMENT ON COLUMN read_model.messages.is_spam IS 'Whether it is reported as spam; null where it never was.';
COMMENT ON COLUMN read_model.messages.is_phishing IS 'Whether it is reported as phishing; null where it never was.';
COMMENT ON COLUMN read_model.messages.failure_type IS 'Kind of the failure to send it.';
COMMENT ON COLUMN read_model.messages.failure_reason IS 'Why it could not be sent.';
COMMENT ON COLUMN read_model.messages.actions IS 'Results of the actions run on it: [{code, succeeded, stop_further_evaluation}].';
COMMENT ON COLUMN read_model.messages.created_at IS 'When it was made; null where that was not told.';
COMMENT ON COLUMN read_model.messages.ingested_at IS 'When it was taken in from the vendor; null where that was not told.';
COMMENT ON COLUMN read_model.messages.failed_at IS 'When sending it last failed; null where it did not.';
COMMENT ON COLUMN read_model.messages.actions_run_at IS 'When actions were last run on it; null where none were.';
COMMENT ON COLUMN read_model.messages.first_told_at IS 'Time of the earliest event that tells of it.';
COMMENT ON COLUMN read_model.messages.last_told_at IS 'Time of the latest event that tells of it.';
