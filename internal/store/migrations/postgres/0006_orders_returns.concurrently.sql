-- The returns of an order. Forward orders, which are most, are not in it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_returns ON orders (account_id, forward_order_id, order_id) WHERE forward_order_id <> 0;
