-- Orders by the stage of their journey.
CREATE INDEX orders_tracker ON orders (account_id, tracker_status, created_on);
