-- What was done to hand an order over, in the order in which it was done: calls to the
-- partner, and what the operator decided by hand (attempt 0). ended_on is 0 while a call is
-- under way, and stays so when its process died.
CREATE TABLE submission_attempts (
    account_id INTEGER NOT NULL,
    order_id   INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    attempt    INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    started_on INTEGER NOT NULL,
    ended_on   INTEGER NOT NULL,
    outcome    TEXT NOT NULL,
    message    TEXT NOT NULL,
    request    TEXT NOT NULL,
    answer     TEXT NOT NULL,
    PRIMARY KEY (account_id, order_id, seq)
) WITHOUT ROWID;

-- What an operator looks for: the few that are neither confirmed nor cancelled.
CREATE INDEX submissions_unconfirmed ON submissions (created_on) WHERE state NOT IN ('confirmed', 'cancelled');

-- Couriers that are reached through an adapter. The secret signs, so it stands here as it
-- is: whoever reads the database can sign.
CREATE TABLE partners (
    name            TEXT PRIMARY KEY,
    base_url        TEXT NOT NULL,
    secret          TEXT NOT NULL,
    concurrency     INTEGER NOT NULL,
    call_timeout_ms INTEGER NOT NULL,
    private_network INTEGER NOT NULL,
    disabled_on     INTEGER NOT NULL DEFAULT 0,
    created_on      INTEGER NOT NULL
) WITHOUT ROWID;

-- Nonces of callbacks, kept while their time would be accepted again.
CREATE TABLE partner_nonces (
    partner TEXT NOT NULL,
    nonce   TEXT NOT NULL,
    seen_on INTEGER NOT NULL,
    PRIMARY KEY (partner, nonce)
) WITHOUT ROWID;
CREATE INDEX partner_nonces_seen ON partner_nonces (seen_on);
