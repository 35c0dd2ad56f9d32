-- What was done to hand an order over, in the order in which it was done: calls to the
-- partner, and what the operator decided by hand (attempt 0). ended_on is 0 while a call is
-- under way, and stays so when its process died.
CREATE TABLE submission_attempts (
    account_id BIGINT NOT NULL,
    order_id   BIGINT NOT NULL,
    seq        BIGINT NOT NULL,
    attempt    BIGINT NOT NULL,
    kind       TEXT NOT NULL,
    started_on BIGINT NOT NULL,
    ended_on   BIGINT NOT NULL,
    outcome    TEXT NOT NULL,
    message    TEXT NOT NULL,
    request    TEXT NOT NULL,
    answer     TEXT NOT NULL,
    PRIMARY KEY (account_id, order_id, seq)
);

-- What an operator looks for: the few that are neither confirmed nor cancelled.
CREATE INDEX submissions_unconfirmed ON submissions (created_on) WHERE state NOT IN ('confirmed', 'cancelled');

-- Couriers that are reached through an adapter. The secret signs, so it stands here as it
-- is: whoever reads the database can sign.
CREATE TABLE partners (
    name            TEXT PRIMARY KEY,
    base_url        TEXT NOT NULL,
    secret          TEXT NOT NULL,
    concurrency     BIGINT NOT NULL,
    call_timeout_ms BIGINT NOT NULL,
    private_network SMALLINT NOT NULL,
    disabled_on     BIGINT NOT NULL DEFAULT 0,
    created_on      BIGINT NOT NULL
);

-- Nonces of callbacks, kept while their time would be accepted again.
CREATE TABLE partner_nonces (
    partner TEXT NOT NULL,
    nonce   TEXT NOT NULL,
    seen_on BIGINT NOT NULL,
    PRIMARY KEY (partner, nonce)
);
CREATE INDEX partner_nonces_seen ON partner_nonces (seen_on);
