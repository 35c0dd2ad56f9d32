-- Orders by the stage of their journey.
sqlite: CREATE INDEX orders_tracker ON orders (account_id, tracker_status, created_on);
postgres: CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_tracker ON orders (account_id, tracker_status, created_on, order_id);
