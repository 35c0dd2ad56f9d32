-- Timestamps are UTC microseconds since 1970, 0 when there is none. Decimals are
-- integers of hundredths, weights of thousandths (grams). Absent text is ''.

CREATE TABLE secrets (
    id           INTEGER PRIMARY KEY CHECK (id = 1),
    tracking_key BLOB NOT NULL,
    label_key    BLOB NOT NULL
);

CREATE TABLE accounts (
    account_id      INTEGER PRIMARY KEY AUTOINCREMENT,
    name            TEXT NOT NULL UNIQUE,
    tracking_prefix TEXT NOT NULL,
    rate_limit      INTEGER NOT NULL,
    rate_burst      INTEGER NOT NULL,
    demo            INTEGER NOT NULL,
    suspended_on    INTEGER NOT NULL DEFAULT 0,
    created_on      INTEGER NOT NULL
);
CREATE UNIQUE INDEX accounts_demo ON accounts (demo) WHERE demo = 1;

CREATE TABLE api_keys (
    key_id       INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id   INTEGER NOT NULL REFERENCES accounts,
    name         TEXT NOT NULL,
    secret_hash  BLOB NOT NULL UNIQUE,
    created_on   INTEGER NOT NULL,
    last_used_on INTEGER NOT NULL DEFAULT 0,
    expires_on   INTEGER NOT NULL,
    revoked_on   INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX api_keys_account ON api_keys (account_id);

CREATE TABLE services (
    service_id  INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    origin      TEXT NOT NULL,
    destination TEXT NOT NULL,
    category    TEXT NOT NULL,
    cod         INTEGER NOT NULL,
    partner     TEXT NOT NULL,
    disabled    INTEGER NOT NULL
);

-- The next order id that no process has reserved.
CREATE TABLE counters (
    name       TEXT PRIMARY KEY,
    next_value INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO counters (name, next_value) VALUES ('order_id', 1);

-- The tables below grow with orders. They have no foreign keys: rows of an order are
-- written in one transaction, accounts are never deleted, and a check costs an insert
-- as much as an index.

-- An order's rowid is its id; every index ends with it.
CREATE TABLE orders (
    order_id                        INTEGER PRIMARY KEY,
    account_id                      INTEGER NOT NULL,
    key_id                          INTEGER NOT NULL,
    upload_batch_no                 TEXT NOT NULL,
    tracking_no                     TEXT NOT NULL,
    service_id                      INTEGER NOT NULL,
    is_return                       INTEGER NOT NULL,
    service_type                    TEXT NOT NULL,
    shipper_order_id                TEXT NOT NULL,
    forward_tracking_no             TEXT NOT NULL,
    forward_order_id                INTEGER NOT NULL,
    length                          INTEGER NOT NULL,
    width                           INTEGER NOT NULL,
    height                          INTEGER NOT NULL,
    weight                          INTEGER NOT NULL,
    payment_type                    TEXT NOT NULL,
    cod_amount                      INTEGER NOT NULL,
    incoterm                        TEXT NOT NULL,
    identification_document_name    TEXT NOT NULL,
    consignee_identification_number TEXT NOT NULL,
    consignee_name                  TEXT NOT NULL,
    consignee_number                TEXT NOT NULL,
    consignee_email                 TEXT NOT NULL,
    consignee_country               TEXT NOT NULL,
    consignee_address               TEXT NOT NULL,
    consignee_postal                TEXT NOT NULL,
    consignee_state                 TEXT NOT NULL,
    consignee_city                  TEXT NOT NULL,
    consignee_province              TEXT NOT NULL,
    pickup_name                     TEXT NOT NULL,
    pickup_number                   TEXT NOT NULL,
    pickup_email                    TEXT NOT NULL,
    pickup_country                  TEXT NOT NULL,
    pickup_address                  TEXT NOT NULL,
    pickup_postal                   TEXT NOT NULL,
    pickup_state                    TEXT NOT NULL,
    pickup_city                     TEXT NOT NULL,
    pickup_province                 TEXT NOT NULL,
    pickup_date                     TEXT NOT NULL,
    pickup_notes                    TEXT NOT NULL,
    delivery_note                   TEXT NOT NULL,
    hawb_no                         TEXT NOT NULL,
    status_code                     TEXT NOT NULL,
    tracker_status                  TEXT NOT NULL,
    has_label                       INTEGER NOT NULL,
    created_on                      INTEGER NOT NULL,
    updated_on                      INTEGER NOT NULL
);
CREATE INDEX orders_created ON orders (account_id, created_on);
CREATE INDEX orders_service ON orders (account_id, service_id, created_on);
CREATE INDEX orders_shipper_order ON orders (account_id, shipper_order_id, created_on);

CREATE TABLE order_items (
    account_id     INTEGER NOT NULL,
    order_id       INTEGER NOT NULL,
    line           INTEGER NOT NULL,
    description    TEXT NOT NULL,
    category       TEXT NOT NULL,
    product_id     TEXT NOT NULL,
    sku            TEXT NOT NULL,
    quantity       INTEGER NOT NULL,
    price_value    INTEGER NOT NULL,
    price_currency TEXT NOT NULL,
    PRIMARY KEY (account_id, order_id, line)
) WITHOUT ROWID;

-- The ids of a batch are consecutive, so a batch needs no index on orders.
CREATE TABLE batches (
    account_id      INTEGER NOT NULL,
    upload_batch_no TEXT NOT NULL,
    first_order_id  INTEGER NOT NULL,
    last_order_id   INTEGER NOT NULL,
    created_on      INTEGER NOT NULL,
    PRIMARY KEY (account_id, upload_batch_no)
) WITHOUT ROWID;

CREATE TABLE tracking_numbers (
    tracking_no TEXT PRIMARY KEY,
    account_id  INTEGER NOT NULL,
    order_id    INTEGER NOT NULL
) WITHOUT ROWID;

-- How many orders there are; the sum over the slots counts. Writers that commit at the
-- same time use different slots so as not to wait for each other.
CREATE TABLE order_counts (
    account_id INTEGER NOT NULL,
    service_id INTEGER NOT NULL,
    slot       INTEGER NOT NULL,
    orders     INTEGER NOT NULL,
    PRIMARY KEY (account_id, service_id, slot)
) WITHOUT ROWID;

CREATE TABLE answers (
    account_id      INTEGER NOT NULL,
    idempotency_key TEXT NOT NULL,
    request_hash    BLOB NOT NULL,
    upload_batch_no TEXT NOT NULL,
    finished        INTEGER NOT NULL,
    status          INTEGER NOT NULL,
    body            BLOB NOT NULL,
    runs_until      INTEGER NOT NULL,
    created_on      INTEGER NOT NULL,
    PRIMARY KEY (account_id, idempotency_key)
);
CREATE INDEX answers_created ON answers (created_on);

-- One row for each order that a partner fulfils. While it is leased (lease_owner is not
-- '') due_on is the end of the lease.
CREATE TABLE submissions (
    account_id      INTEGER NOT NULL,
    order_id        INTEGER NOT NULL,
    partner         TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    state           TEXT NOT NULL,
    attempts        INTEGER NOT NULL DEFAULT 0,
    due_on          INTEGER NOT NULL,
    lease_owner     TEXT NOT NULL,
    lease_token     INTEGER NOT NULL,
    error_class     TEXT NOT NULL DEFAULT '',
    message         TEXT NOT NULL DEFAULT '',
    hawb_no         TEXT NOT NULL DEFAULT '',
    created_on      INTEGER NOT NULL,
    updated_on      INTEGER NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;
CREATE INDEX submissions_due ON submissions (due_on) WHERE state IN ('pending', 'submitted', 'unknown');
