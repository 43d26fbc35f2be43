-- Made where they are missing, also beside tables that have rows: a new one needs no new version. One that is to be another
-- needs another name.

CREATE INDEX minute_counts_minute ON minute_counts (minute);
