-- The labels that were printed on a day.
sqlite: CREATE INDEX label_prints_on ON label_prints (account_id, printed_on);
postgres: CREATE INDEX CONCURRENTLY IF NOT EXISTS label_prints_on ON label_prints (account_id, printed_on);
