-- The events of an order by what a repeated report has.
sqlite: CREATE INDEX tracking_events_repeat ON tracking_events (account_id, order_id, source, source_event_id, occurred_on, stated_on);
postgres: CREATE INDEX CONCURRENTLY IF NOT EXISTS tracking_events_repeat ON tracking_events (account_id, order_id, source, source_event_id, occurred_on, stated_on);
