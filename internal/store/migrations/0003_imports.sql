-- Files that accounts uploaded to create orders from their rows. An account's imports are
-- numbered from 1. options, what the caller wants, and report, what was found out, are JSON.
CREATE TABLE imports (
    account_id      BIGINT NOT NULL,
    import_id       BIGINT NOT NULL,
    key_id          BIGINT NOT NULL,
    state           TEXT NOT NULL,
    cancelling      SMALLINT NOT NULL DEFAULT 0,
    idempotency_key TEXT NOT NULL,
    file_name       TEXT NOT NULL,
    file_size       BIGINT NOT NULL,
    file_hash       BYTEA NOT NULL,
    options         TEXT NOT NULL,
    report          TEXT NOT NULL DEFAULT '',
    message         TEXT NOT NULL DEFAULT '',
    groups_staged   BIGINT NOT NULL DEFAULT 0,
    has_content     SMALLINT NOT NULL DEFAULT 1,
    created_on      BIGINT NOT NULL,
    updated_on      BIGINT NOT NULL,
    PRIMARY KEY (account_id, import_id)
) WITHOUT ROWID;
CREATE INDEX imports_created ON imports (created_on);

-- One row for each account that has imported. One process at a time works on the imports of an
-- account: while the row is leased (lease_owner is not '') due_on is the end of the lease. wakes
-- counts what gave it work, so that the end of a lease does not overlook any.
CREATE TABLE import_queues (
    account_id     BIGINT PRIMARY KEY,
    last_import_id BIGINT NOT NULL,
    has_work       SMALLINT NOT NULL DEFAULT 0,
    wakes          BIGINT NOT NULL DEFAULT 0,
    due_on         BIGINT NOT NULL DEFAULT 0,
    lease_owner    TEXT NOT NULL DEFAULT '',
    lease_token    BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX import_queues_due ON import_queues (due_on) WHERE has_work = 1;

-- The uploaded file, in parts.
CREATE TABLE import_files (
    account_id BIGINT NOT NULL,
    import_id  BIGINT NOT NULL,
    part       BIGINT NOT NULL,
    content    BYTEA NOT NULL,
    PRIMARY KEY (account_id, import_id, part)
);

-- Checked orders that wait to be created, a group a row.
CREATE TABLE import_groups (
    account_id BIGINT NOT NULL,
    import_id  BIGINT NOT NULL,
    group_no   BIGINT NOT NULL,
    orders     BYTEA NOT NULL,
    PRIMARY KEY (account_id, import_id, group_no)
);

-- What became of a group. The row is written in the transaction that creates its orders, whose
-- ids are consecutive; row_nos are their rows in the file, as JSON.
CREATE TABLE import_results (
    account_id      BIGINT NOT NULL,
    import_id       BIGINT NOT NULL,
    group_no        BIGINT NOT NULL,
    upload_batch_no TEXT NOT NULL,
    first_order_id  BIGINT NOT NULL,
    orders          BIGINT NOT NULL,
    skipped         BIGINT NOT NULL,
    refused         BIGINT NOT NULL,
    row_nos         TEXT NOT NULL,
    created_on      BIGINT NOT NULL,
    PRIMARY KEY (account_id, import_id, group_no)
) WITHOUT ROWID;

-- Problems and warnings of a row of the file, as JSON. late is 1 for what was found when the
-- order was created.
CREATE TABLE import_problems (
    account_id BIGINT NOT NULL,
    import_id  BIGINT NOT NULL,
    row_no     BIGINT NOT NULL,
    late       SMALLINT NOT NULL,
    refused    SMALLINT NOT NULL,
    problems   TEXT NOT NULL,
    PRIMARY KEY (account_id, import_id, row_no, late)
);

-- How an account reads the columns of its files, as JSON, by the headings.
CREATE TABLE import_mappings (
    account_id    BIGINT NOT NULL,
    headings_hash BYTEA NOT NULL,
    mapping       TEXT NOT NULL,
    used_on       BIGINT NOT NULL,
    PRIMARY KEY (account_id, headings_hash)
) WITHOUT ROWID;
