-- The few orders that partners do not have.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_status ON orders (account_id, status_code, created_on, order_id) WHERE status_code <> 'SUBMITTED';
