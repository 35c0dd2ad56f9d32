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

-- One row for each order whose partner is asked to take it back. While it is leased
-- (lease_owner is not '') due_on is the end of the lease.
CREATE TABLE cancellations (
    account_id      INTEGER NOT NULL,
    order_id        INTEGER NOT NULL,
    partner         TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    state           TEXT NOT NULL,
    attempts        INTEGER NOT NULL DEFAULT 0,
    due_on          INTEGER NOT NULL,
    lease_owner     TEXT NOT NULL DEFAULT '',
    lease_token     INTEGER NOT NULL DEFAULT 0,
    error_class     TEXT NOT NULL DEFAULT '',
    message         TEXT NOT NULL DEFAULT '',
    created_on      INTEGER NOT NULL,
    updated_on      INTEGER NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;
CREATE INDEX cancellations_due ON cancellations (due_on) WHERE state = 'pending';

-- Test journeys under way: the next step, and the microseconds between two.
CREATE TABLE journeys (
    account_id INTEGER NOT NULL,
    order_id   INTEGER NOT NULL,
    journey    TEXT NOT NULL,
    step       INTEGER NOT NULL,
    pause      INTEGER NOT NULL,
    due_on     INTEGER NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;
CREATE INDEX journeys_due ON journeys (due_on);

-- Pictures that prove deliveries: one of an order, the last.
CREATE TABLE proofs (
    account_id INTEGER NOT NULL,
    order_id   INTEGER NOT NULL,
    name       TEXT NOT NULL,
    signed_on  INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    image      BLOB NOT NULL,
    created_on INTEGER NOT NULL,
    PRIMARY KEY (account_id, order_id)
);
