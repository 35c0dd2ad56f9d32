-- The few orders that partners do not have.
CREATE INDEX orders_status ON orders (account_id, status_code, created_on) WHERE status_code <> 'SUBMITTED';
