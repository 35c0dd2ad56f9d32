-- An operator's account may report on the orders of all accounts.
ALTER TABLE accounts ADD COLUMN operator SMALLINT NOT NULL DEFAULT 0;

-- What was reported of an order, in the order in which it was recorded. That it was
-- created is not among it: the order's own row says so.
CREATE TABLE tracking_events (
    account_id      BIGINT NOT NULL,
    order_id        BIGINT NOT NULL,
    seq             BIGINT NOT NULL,
    status          TEXT NOT NULL,
    text            TEXT NOT NULL,
    country         TEXT NOT NULL,
    place           TEXT NOT NULL,
    occurred_on     BIGINT NOT NULL,
    recorded_on     BIGINT NOT NULL,
    source          TEXT NOT NULL,
    source_event_id TEXT NOT NULL,
    moved           SMALLINT NOT NULL,
    PRIMARY KEY (account_id, order_id, seq)
);

-- One row for each order whose partner is asked to take it back. While it is leased
-- (lease_owner is not '') due_on is the end of the lease.
CREATE TABLE cancellations (
    account_id      BIGINT NOT NULL,
    order_id        BIGINT NOT NULL,
    partner         TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    state           TEXT NOT NULL,
    attempts        INTEGER NOT NULL DEFAULT 0,
    due_on          BIGINT NOT NULL,
    lease_owner     TEXT NOT NULL DEFAULT '',
    lease_token     BIGINT NOT NULL DEFAULT 0,
    error_class     TEXT NOT NULL DEFAULT '',
    message         TEXT NOT NULL DEFAULT '',
    created_on      BIGINT NOT NULL,
    updated_on      BIGINT NOT NULL,
    PRIMARY KEY (account_id, order_id)
);
CREATE INDEX cancellations_due ON cancellations (due_on) WHERE state = 'pending';

-- Test journeys under way: the next step, and the microseconds between two.
CREATE TABLE journeys (
    account_id BIGINT NOT NULL,
    order_id   BIGINT NOT NULL,
    journey    TEXT NOT NULL,
    step       INTEGER NOT NULL,
    pause      BIGINT NOT NULL,
    due_on     BIGINT NOT NULL,
    PRIMARY KEY (account_id, order_id)
);
CREATE INDEX journeys_due ON journeys (due_on);

-- Pictures that prove deliveries: one of an order, the last.
CREATE TABLE proofs (
    account_id BIGINT NOT NULL,
    order_id   BIGINT NOT NULL,
    name       TEXT NOT NULL,
    signed_on  BIGINT NOT NULL,
    media_type TEXT NOT NULL,
    image      BYTEA NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (account_id, order_id)
);
