-- Timestamps are UTC microseconds since 1970, 0 when there is none. Decimals are
-- integers of hundredths, weights of thousandths (grams). Absent text is ''.

CREATE TABLE secrets (
    id           SMALLINT PRIMARY KEY CHECK (id = 1),
    tracking_key BYTEA NOT NULL,
    label_key    BYTEA NOT NULL
);

CREATE TABLE accounts (
    account_id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name            TEXT NOT NULL UNIQUE,
    tracking_prefix TEXT NOT NULL,
    rate_limit      INTEGER NOT NULL,
    rate_burst      INTEGER NOT NULL,
    demo            SMALLINT NOT NULL,
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

-- The next order id that no process has reserved.
CREATE TABLE counters (
    name       TEXT PRIMARY KEY,
    next_value BIGINT NOT NULL
);
INSERT INTO counters (name, next_value) VALUES ('order_id', 1);

-- The tables below grow with orders. They have no foreign keys: rows of an order are
-- written in one transaction, accounts are never deleted, and a check costs an insert
-- as much as an index.

CREATE TABLE orders (
    order_id                        BIGINT NOT NULL,
    account_id                      BIGINT NOT NULL,
    key_id                          BIGINT NOT NULL,
    upload_batch_no                 TEXT NOT NULL,
    tracking_no                     TEXT NOT NULL,
    service_id                      BIGINT NOT NULL,
    is_return                       SMALLINT NOT NULL,
    service_type                    TEXT NOT NULL,
    shipper_order_id                TEXT NOT NULL,
    forward_tracking_no             TEXT NOT NULL,
    forward_order_id                BIGINT NOT NULL,
    length                          BIGINT NOT NULL,
    width                           BIGINT NOT NULL,
    height                          BIGINT NOT NULL,
    weight                          BIGINT NOT NULL,
    payment_type                    TEXT NOT NULL,
    cod_amount                      BIGINT NOT NULL,
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
    has_label                       SMALLINT NOT NULL,
    created_on                      BIGINT NOT NULL,
    updated_on                      BIGINT NOT NULL,
    PRIMARY KEY (account_id, order_id)
);
CREATE INDEX orders_created ON orders (account_id, created_on, order_id);
CREATE INDEX orders_service ON orders (account_id, service_id, created_on, order_id);
CREATE INDEX orders_shipper_order ON orders (account_id, shipper_order_id, created_on, order_id);

CREATE TABLE order_items (
    account_id     BIGINT NOT NULL,
    order_id       BIGINT NOT NULL,
    line           SMALLINT NOT NULL,
    description    TEXT NOT NULL,
    category       TEXT NOT NULL,
    product_id     TEXT NOT NULL,
    sku            TEXT NOT NULL,
    quantity       BIGINT NOT NULL,
    price_value    BIGINT NOT NULL,
    price_currency TEXT NOT NULL,
    PRIMARY KEY (account_id, order_id, line)
);

-- The ids of a batch are consecutive, so a batch needs no index on orders.
CREATE TABLE batches (
    account_id      BIGINT NOT NULL,
    upload_batch_no TEXT NOT NULL,
    first_order_id  BIGINT NOT NULL,
    last_order_id   BIGINT NOT NULL,
    created_on      BIGINT NOT NULL,
    PRIMARY KEY (account_id, upload_batch_no)
);

CREATE TABLE tracking_numbers (
    tracking_no TEXT PRIMARY KEY,
    account_id  BIGINT NOT NULL,
    order_id    BIGINT NOT NULL
);

-- How many orders there are; the sum over the slots counts. Writers that commit at the
-- same time use different slots so as not to wait for each other.
CREATE TABLE order_counts (
    account_id BIGINT NOT NULL,
    service_id BIGINT NOT NULL,
    slot       SMALLINT NOT NULL,
    orders     BIGINT NOT NULL,
    PRIMARY KEY (account_id, service_id, slot)
);

CREATE TABLE answers (
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
CREATE INDEX answers_created ON answers (created_on);

-- One row for each order that a partner fulfils. While it is leased (lease_owner is not
-- '') due_on is the end of the lease.
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
);
CREATE INDEX submissions_due ON submissions (due_on) WHERE state IN ('pending', 'submitted', 'unknown');
