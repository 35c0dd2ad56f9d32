-- An operator's account may report on the orders of all accounts.
ALTER TABLE accounts ADD COLUMN operator INTEGER NOT NULL DEFAULT 0;

-- What was reported of an order, in the order in which it was recorded. That it was
-- created is not among it: the order's own row says so.
CREATE TABLE tracking_events (
    account_id      INTEGER NOT NULL,
    order_id        INTEGER NOT NULL,
    seq             INTEGER NOT NULL,
    status          TEXT NOT NULL,
    text            TEXT NOT NULL,
    country         TEXT NOT NULL,
    place           TEXT NOT NULL,
    occurred_on     INTEGER NOT NULL,
    recorded_on     INTEGER NOT NULL,
    source          TEXT NOT NULL,
    source_event_id TEXT NOT NULL,
    moved           INTEGER NOT NULL,
    PRIMARY KEY (account_id, order_id, seq)
) WITHOUT ROWID;
