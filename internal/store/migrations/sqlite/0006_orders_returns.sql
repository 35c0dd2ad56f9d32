-- The returns of an order. Forward orders, which are most, are not in it.
CREATE INDEX orders_returns ON orders (account_id, forward_order_id) WHERE forward_order_id <> 0;
