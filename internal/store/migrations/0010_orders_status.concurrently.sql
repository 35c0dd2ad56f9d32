-- The few orders that partners do not have.
sqlite: CREATE INDEX orders_status ON orders (account_id, status_code, created_on) WHERE status_code <> 'SUBMITTED';
postgres: CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_status ON orders (account_id, status_code, created_on, order_id) WHERE status_code <> 'SUBMITTED';
