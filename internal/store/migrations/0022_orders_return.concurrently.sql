-- The returns of an account, which are few of its orders.
sqlite: CREATE INDEX orders_return ON orders (account_id, created_on) WHERE is_return = 1;
postgres: CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_return ON orders (account_id, created_on, order_id) WHERE is_return = 1;
