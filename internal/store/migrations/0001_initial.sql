-- Timestamps are UTC microseconds since 1970, 0 when there is none. Decimals are
-- integers of hundredths, weights of thousandths (grams). Absent text is ''.

CREATE TABLE secrets (
    id           SMALLINT PRIMARY KEY CHECK (id = 1),
    tracking_key BYTEA NOT NULL,
    label_key    BYTEA NOT NULL
);

-- What the data is for. There is no row before the first start of a server.
CREATE TABLE environment (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL CHECK (name IN ('development', 'production'))
);

-- An operator's account may report on the orders of all accounts.
CREATE TABLE accounts (
    account_id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name            TEXT NOT NULL UNIQUE,
    tracking_prefix TEXT NOT NULL,
    rate_limit      INTEGER NOT NULL,
    rate_burst      INTEGER NOT NULL,
    demo            SMALLINT NOT NULL,
    operator        SMALLINT NOT NULL DEFAULT 0,
    suspended_on    BIGINT NOT NULL DEFAULT 0,
    created_on      BIGINT NOT NULL
);
CREATE UNIQUE INDEX accounts_demo ON accounts (demo) WHERE demo = 1;

CREATE TABLE api_keys (
    key_id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id   BIGINT NOT NULL REFERENCES accounts,
    name         TEXT NOT NULL,
    secret_hash  BYTEA NOT NULL UNIQUE,
    created_on   BIGINT NOT NULL,
    last_used_on BIGINT NOT NULL DEFAULT 0,
    expires_on   BIGINT NOT NULL,
    revoked_on   BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX api_keys_account ON api_keys (account_id);

CREATE TABLE services (
    service_id  BIGINT PRIMARY KEY,
    name        TEXT NOT NULL,
    origin      TEXT NOT NULL,
    destination TEXT NOT NULL,
    category    TEXT NOT NULL,
    cod         SMALLINT NOT NULL,
    partner     TEXT NOT NULL,
    disabled    SMALLINT NOT NULL
);

-- Partners that are reached through an adapter. The secret signs, so it is not hashed: who can
-- read the database can sign.
CREATE TABLE partners (
    name            TEXT PRIMARY KEY,
    base_url        TEXT NOT NULL,
    secret          TEXT NOT NULL,
    concurrency     BIGINT NOT NULL,
    call_timeout_ms BIGINT NOT NULL,
    private_network SMALLINT NOT NULL,
    disabled_on     BIGINT NOT NULL DEFAULT 0,
    created_on      BIGINT NOT NULL
) WITHOUT ROWID;

-- Nonces of callbacks, kept while their time would be accepted again.
CREATE TABLE partner_nonces (
    partner TEXT NOT NULL,
    nonce   TEXT NOT NULL,
    seen_on BIGINT NOT NULL,
    PRIMARY KEY (partner, nonce)
) WITHOUT ROWID;
CREATE INDEX partner_nonces_seen ON partner_nonces (seen_on);

-- Receivers of events. The secrets sign and the password is sent, so they are not hashed: who can
-- read the database can sign. They are shown once, when they are made.
CREATE TABLE webhook_endpoints (
    endpoint_id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id       BIGINT NOT NULL REFERENCES accounts,
    url              TEXT NOT NULL,
    description      TEXT NOT NULL,
    event_types      TEXT NOT NULL,
    label_pdf        SMALLINT NOT NULL,
    basic_username   TEXT NOT NULL,
    basic_password   TEXT NOT NULL,
    secret           TEXT NOT NULL,
    old_secret       TEXT NOT NULL DEFAULT '',
    old_secret_until BIGINT NOT NULL DEFAULT 0,
    disabled_on      BIGINT NOT NULL DEFAULT 0,
    disabled_reason  TEXT NOT NULL DEFAULT '',
    failing_since    BIGINT NOT NULL DEFAULT 0,
    created_on       BIGINT NOT NULL,
    updated_on       BIGINT NOT NULL
);
CREATE INDEX webhook_endpoints_account ON webhook_endpoints (account_id);

-- The next order id that no process has reserved.
CREATE TABLE counters (
    name       TEXT PRIMARY KEY,
    next_value BIGINT NOT NULL
) WITHOUT ROWID;
INSERT INTO counters (name, next_value) VALUES ('order_id', 1);

-- The tables below grow with orders. They have no foreign keys: rows of an order are
-- written in one transaction, accounts are never deleted, and a check costs an insert
-- as much as an index.

-- No index has a key at a random place: tracking numbers that the service issues and batch numbers
-- are found by the order id that they are made of. batch_size is how many orders the batch has;
-- their ids are consecutive. What never changes is in three documents, which the view order_fields
-- shows as columns: record is the part of the interface's order record that never changes, as it is
-- shown; rest is what the record does not show, without what is absent; items is an array.
CREATE TABLE orders (
sqlite:     order_id         INTEGER PRIMARY KEY,
postgres:     order_id         BIGINT NOT NULL,
    account_id       BIGINT NOT NULL,
    key_id           BIGINT NOT NULL,
    upload_batch_no  TEXT NOT NULL,
    batch_size       BIGINT NOT NULL,
    tracking_no      TEXT NOT NULL,
    service_id       BIGINT NOT NULL,
    is_return        SMALLINT NOT NULL,
    shipper_order_id TEXT NOT NULL,
    forward_order_id BIGINT NOT NULL,
    hawb_no          TEXT NOT NULL DEFAULT '',
    status_code      TEXT NOT NULL,
    tracker_status   TEXT NOT NULL,
    has_label        SMALLINT NOT NULL,
    partner_label    TEXT NOT NULL DEFAULT '',
    created_on       BIGINT NOT NULL,
    updated_on       BIGINT NOT NULL,
    record           JSON NOT NULL,
    rest             JSON NOT NULL,
sqlite:     items            TEXT NOT NULL
postgres:     items            JSON NOT NULL,
postgres:     PRIMARY KEY (order_id, account_id)
);
sqlite: -- Every index ends with the order id.
sqlite: CREATE INDEX orders_created ON orders (account_id, created_on);
sqlite: CREATE INDEX orders_service ON orders (account_id, service_id, created_on);
sqlite: CREATE INDEX orders_shipper_order ON orders (account_id, shipper_order_id, created_on);
sqlite: CREATE INDEX orders_updated ON orders (account_id, updated_on);
postgres: CREATE INDEX orders_created ON orders (account_id, created_on, order_id);
postgres: CREATE INDEX orders_service ON orders (account_id, service_id, created_on, order_id);
postgres: CREATE INDEX orders_shipper_order ON orders (account_id, shipper_order_id, created_on, order_id);
postgres: CREATE INDEX orders_updated ON orders (account_id, updated_on, order_id);
-- The returns of an order. Forward orders, which are most, are not in it.
CREATE INDEX orders_returns ON orders (account_id, forward_order_id) WHERE forward_order_id <> 0;

-- All fields of orders as columns, for operators. The server does not read it.
CREATE VIEW order_fields AS SELECT
    order_id, account_id, key_id, service_id, tracking_no, upload_batch_no, shipper_order_id, hawb_no, status_code,
    tracker_status, is_return, forward_order_id, has_label, partner_label,
    coalesce(CAST(record->>'consignee_name' AS TEXT), '') AS consignee_name,
    coalesce(CAST(record->>'consignee_number' AS TEXT), '') AS consignee_number,
    coalesce(CAST(record->>'consignee_country' AS TEXT), '') AS consignee_country,
    coalesce(CAST(record->>'consignee_address' AS TEXT), '') AS consignee_address,
    coalesce(CAST(record->>'consignee_postal' AS TEXT), '') AS consignee_postal,
    coalesce(CAST(record->>'consignee_state' AS TEXT), '') AS consignee_state,
    coalesce(CAST(record->>'consignee_city' AS TEXT), '') AS consignee_city,
    coalesce(CAST(record->>'consignee_province' AS TEXT), '') AS consignee_province,
    coalesce(CAST(record->>'consignee_email' AS TEXT), '') AS consignee_email,
    CAST(record->>'order_length' AS NUMERIC) AS order_length,
    CAST(record->>'order_width' AS NUMERIC) AS order_width,
    CAST(record->>'order_height' AS NUMERIC) AS order_height,
    CAST(record->>'order_weight' AS NUMERIC) AS order_weight,
    coalesce(record->>'pickup_contact_name', '') AS pickup_contact_name,
    coalesce(record->>'pickup_contact_number', '') AS pickup_contact_number,
    coalesce(record->>'pickup_country', '') AS pickup_country,
    coalesce(record->>'pickup_address', '') AS pickup_address,
    coalesce(record->>'pickup_postal', '') AS pickup_postal,
    coalesce(record->>'pickup_state', '') AS pickup_state,
    coalesce(record->>'pickup_city', '') AS pickup_city,
    coalesce(record->>'pickup_province', '') AS pickup_province,
    coalesce(record->>'payment_type', '') AS payment_type,
    coalesce(record->>'delivery_note', '') AS delivery_note,
    CAST(record->>'cod_amt_to_collect' AS NUMERIC) AS cod_amt_to_collect,
    coalesce(rest->>'incoterm', '') AS incoterm,
    coalesce(rest->>'identification_document_name', '') AS identification_document_name,
    coalesce(rest->>'consignee_identifcation_number', '') AS consignee_identification_number,
    coalesce(rest->>'pickup_contact_email', '') AS pickup_contact_email,
    coalesce(rest->>'pickup_date', '') AS pickup_date,
    coalesce(rest->>'pickup_notes', '') AS pickup_notes,
    coalesce(rest->>'service_type', '') AS service_type,
    coalesce(rest->>'forward_tracking_no', '') AS forward_tracking_no,
    coalesce(rest->>'export_reason', '') AS export_reason,
    coalesce(rest->>'invoice_no', '') AS invoice_no,
    coalesce(rest->>'invoice_date', '') AS invoice_date,
sqlite:     CAST(coalesce(rest->>'freight_amount', 0) AS NUMERIC) AS freight_amount,
sqlite:     CAST(coalesce(rest->>'insurance_amount', 0) AS NUMERIC) AS insurance_amount,
postgres:     CAST(coalesce(rest->>'freight_amount', '0') AS NUMERIC) AS freight_amount,
postgres:     CAST(coalesce(rest->>'insurance_amount', '0') AS NUMERIC) AS insurance_amount,
    coalesce(rest->>'amount_currency', '') AS amount_currency,
    coalesce(rest->'tax_ids', '[]') AS tax_ids, coalesce(rest->'metadata', '{}') AS metadata,
    coalesce(rest->'items', '[]') AS item_trade,
    json_array_length(items) AS item_count, items,
sqlite:     strftime('%Y-%m-%dT%H:%M:%fZ', created_on / 1000000.0, 'unixepoch') AS created_on,
sqlite:     strftime('%Y-%m-%dT%H:%M:%fZ', updated_on / 1000000.0, 'unixepoch') AS updated_on
postgres:     to_timestamp(created_on / 1000000.0) AS created_on,
postgres:     to_timestamp(updated_on / 1000000.0) AS updated_on
FROM orders;

-- The tracking numbers that shippers brought. Those that the service issued have no row.
CREATE TABLE tracking_numbers (
    tracking_no TEXT PRIMARY KEY,
    account_id  BIGINT NOT NULL,
    order_id    BIGINT NOT NULL
) WITHOUT ROWID;

-- The prefixes of tracking numbers of the form that the service issues: such a number is either
-- issued or brought by a shipper, by its prefix. A brought one with an issued prefix sets 2, which
-- the check refuses.
CREATE TABLE tracking_prefixes (
    prefix TEXT PRIMARY KEY,
    issued BIGINT NOT NULL CHECK (issued IN (0, 1))
) WITHOUT ROWID;
INSERT INTO tracking_prefixes (prefix, issued) VALUES ('WB', 1);

-- How many orders there are; the sum over the slots counts. Writers that commit at the
-- same time use different slots so as not to wait for each other.
CREATE TABLE order_counts (
    account_id BIGINT NOT NULL,
    service_id BIGINT NOT NULL,
    slot       SMALLINT NOT NULL,
    orders     BIGINT NOT NULL,
    PRIMARY KEY (account_id, service_id, slot)
) WITHOUT ROWID;

CREATE TABLE idempotent_responses (
    account_id      BIGINT NOT NULL,
    idempotency_key TEXT NOT NULL,
    request_hash    BYTEA NOT NULL,
    upload_batch_no TEXT NOT NULL,
    finished        SMALLINT NOT NULL,
    status          INTEGER NOT NULL,
    body            BYTEA NOT NULL,
    runs_until      BIGINT NOT NULL,
    created_on      BIGINT NOT NULL,
    PRIMARY KEY (account_id, idempotency_key)
);
CREATE INDEX idempotent_responses_created ON idempotent_responses (created_on);

-- One row for each order that a partner fulfils. While it is leased (lease_owner is not
-- '') due_on is the end of the lease. Work is claimed by partner, so that orders that wait for one
-- do not slow down another.
CREATE TABLE submissions (
    account_id      BIGINT NOT NULL,
    order_id        BIGINT NOT NULL,
    partner         TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    state           TEXT NOT NULL,
    attempts        INTEGER NOT NULL DEFAULT 0,
    due_on          BIGINT NOT NULL,
    lease_owner     TEXT NOT NULL,
    lease_token     BIGINT NOT NULL,
    error_class     TEXT NOT NULL DEFAULT '',
    message         TEXT NOT NULL DEFAULT '',
    hawb_no         TEXT NOT NULL DEFAULT '',
    created_on      BIGINT NOT NULL,
    updated_on      BIGINT NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;
CREATE INDEX submissions_of_partner_due ON submissions (partner, due_on) WHERE state IN ('pending', 'submitted', 'unknown');
-- What an operator looks for: the few that are neither confirmed nor cancelled.
CREATE INDEX submissions_unconfirmed ON submissions (created_on) WHERE state NOT IN ('confirmed', 'cancelled');
-- Partners may call back by their own number. It is looked up for any account.
CREATE INDEX submissions_hawb ON submissions (partner, hawb_no) WHERE hawb_no <> '';

-- What was done to submit an order, in the order in which it was done: calls to the
-- partner, and what the operator decided by hand (attempt 0). ended_on is 0 during a call, and stays 0
-- if its process died.
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
    response   TEXT NOT NULL,
    PRIMARY KEY (account_id, order_id, seq)
) WITHOUT ROWID;

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
) WITHOUT ROWID;
CREATE INDEX cancellations_of_partner_due ON cancellations (partner, due_on) WHERE state = 'pending';

-- Labels that partners draw themselves: one row for each order that has, or is to get, one.
-- The file is in the blob store, under the name in blob. While the row is leased
-- (lease_owner is not '') due_on is the end of the lease.
CREATE TABLE partner_labels (
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
    format          TEXT NOT NULL DEFAULT '',
    blob            TEXT NOT NULL DEFAULT '',
    created_on      BIGINT NOT NULL,
    updated_on      BIGINT NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;
CREATE INDEX partner_labels_missing ON partner_labels (partner, due_on) WHERE state <> 'stored';

-- What was reported of an order, in the order in which it was recorded. Its creation is not
-- among it: the order's own row has the time.
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
) WITHOUT ROWID;

-- Test journeys that go on: the next step, and the microseconds between two.
CREATE TABLE journeys (
    account_id BIGINT NOT NULL,
    order_id   BIGINT NOT NULL,
    journey    TEXT NOT NULL,
    step       INTEGER NOT NULL,
    pause      BIGINT NOT NULL,
    due_on     BIGINT NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;
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

-- The last sequence number of an order's events. It outlives them, so that the numbers of
-- an order never start again. Its row also makes writers of one order's events wait for
-- each other.
CREATE TABLE event_sequences (
    account_id    BIGINT NOT NULL,
    order_id      BIGINT NOT NULL,
    last_sequence BIGINT NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;

CREATE TABLE events (
    account_id  BIGINT NOT NULL,
    order_id    BIGINT NOT NULL,
    sequence    BIGINT NOT NULL,
    type        TEXT NOT NULL,
    tracking_no TEXT NOT NULL,
    data        TEXT NOT NULL,
    created_on  BIGINT NOT NULL,
    PRIMARY KEY (account_id, order_id, sequence)
) WITHOUT ROWID;
CREATE INDEX events_created ON events (account_id, created_on, order_id, sequence);

-- One row for each event and endpoint that receives it; event_on is the event's
-- created_on. While it is leased (lease_owner is not '') due_on is the end of the lease.
CREATE TABLE deliveries (
    account_id  BIGINT NOT NULL,
    endpoint_id BIGINT NOT NULL,
    order_id    BIGINT NOT NULL,
    sequence    BIGINT NOT NULL,
    state       TEXT NOT NULL,
    attempts    INTEGER NOT NULL DEFAULT 0,
    due_on      BIGINT NOT NULL,
    lease_owner TEXT NOT NULL DEFAULT '',
    lease_token BIGINT NOT NULL DEFAULT 0,
    last_status INTEGER NOT NULL DEFAULT 0,
    last_error  TEXT NOT NULL DEFAULT '',
    last_took   BIGINT NOT NULL DEFAULT 0, -- microseconds
    event_on    BIGINT NOT NULL,
    updated_on  BIGINT NOT NULL,
    PRIMARY KEY (account_id, endpoint_id, order_id, sequence)
) WITHOUT ROWID;
CREATE INDEX deliveries_due ON deliveries (endpoint_id, due_on) WHERE state = 'pending';
CREATE INDEX deliveries_event ON deliveries (account_id, event_on);
