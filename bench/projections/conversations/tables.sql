-- Each row is written many times: free space in its page lets an update stay there, without touching the index.
CREATE TABLE conversations (
  account_number text PRIMARY KEY,
  closed_at text NOT NULL,
  reason text NOT NULL,
  actor_type text NOT NULL,
  actor_id bigint NOT NULL,
  events bigint NOT NULL
) WITH (fillfactor = 45);
