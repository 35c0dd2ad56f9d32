-- Whom to tell of events. The secrets sign and the password is sent, so they stand here
-- as they are: whoever reads the database can sign. They are shown to nobody again.
CREATE TABLE webhook_endpoints (
    endpoint_id      INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id       INTEGER NOT NULL REFERENCES accounts,
    url              TEXT NOT NULL,
    description      TEXT NOT NULL,
    event_types      TEXT NOT NULL,
    label_pdf        INTEGER NOT NULL,
    basic_username   TEXT NOT NULL,
    basic_password   TEXT NOT NULL,
    secret           TEXT NOT NULL,
    old_secret       TEXT NOT NULL DEFAULT '',
    old_secret_until INTEGER NOT NULL DEFAULT 0,
    disabled_on      INTEGER NOT NULL DEFAULT 0,
    disabled_reason  TEXT NOT NULL DEFAULT '',
    failing_since    INTEGER NOT NULL DEFAULT 0,
    created_on       INTEGER NOT NULL,
    updated_on       INTEGER NOT NULL
);
CREATE INDEX webhook_endpoints_account ON webhook_endpoints (account_id);

-- The last sequence number of an order's events. It outlives them, so that the numbers of
-- an order never start again. Its row also makes writers of one order's events wait for
-- each other.
CREATE TABLE event_sequences (
    account_id    INTEGER NOT NULL,
    order_id      INTEGER NOT NULL,
    last_sequence INTEGER NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;

CREATE TABLE events (
    account_id  INTEGER NOT NULL,
    order_id    INTEGER NOT NULL,
    sequence    INTEGER NOT NULL,
    type        TEXT NOT NULL,
    tracking_no TEXT NOT NULL,
    data        TEXT NOT NULL,
    created_on  INTEGER NOT NULL,
    PRIMARY KEY (account_id, order_id, sequence)
) WITHOUT ROWID;
CREATE INDEX events_created ON events (account_id, created_on, order_id, sequence);

-- One row for each event and endpoint that is to hear of it; event_on is the event's
-- created_on. While it is leased (lease_owner is not '') due_on is the end of the lease.
CREATE TABLE deliveries (
    account_id  INTEGER NOT NULL,
    endpoint_id INTEGER NOT NULL,
    order_id    INTEGER NOT NULL,
    sequence    INTEGER NOT NULL,
    state       TEXT NOT NULL,
    attempts    INTEGER NOT NULL DEFAULT 0,
    due_on      INTEGER NOT NULL,
    lease_owner TEXT NOT NULL DEFAULT '',
    lease_token INTEGER NOT NULL DEFAULT 0,
    last_status INTEGER NOT NULL DEFAULT 0,
    last_error  TEXT NOT NULL DEFAULT '',
    event_on    INTEGER NOT NULL,
    updated_on  INTEGER NOT NULL,
    PRIMARY KEY (account_id, endpoint_id, order_id, sequence)
) WITHOUT ROWID;
CREATE INDEX deliveries_due ON deliveries (endpoint_id, due_on) WHERE state = 'pending';
CREATE INDEX deliveries_event ON deliveries (account_id, event_on);
