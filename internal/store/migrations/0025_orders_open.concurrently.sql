-- The orders of all accounts that have not ended, by id: the newest first.
sqlite: CREATE INDEX orders_open ON orders (order_id) WHERE tracker_status NOT IN ('SUCCESS', 'RETURNED', 'CANCELLED');
postgres: CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_open ON orders (order_id) WHERE tracker_status NOT IN ('SUCCESS', 'RETURNED', 'CANCELLED');
