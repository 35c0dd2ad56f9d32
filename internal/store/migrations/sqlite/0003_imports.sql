-- Files that accounts uploaded to create orders from their rows. An account's imports are
-- numbered from 1. options, what the caller wants, and report, what was found out, are JSON.
CREATE TABLE imports (
    account_id      INTEGER NOT NULL,
    import_id       INTEGER NOT NULL,
    key_id          INTEGER NOT NULL,
    state           TEXT NOT NULL,
    cancelling      INTEGER NOT NULL DEFAULT 0,
    idempotency_key TEXT NOT NULL,
    file_name       TEXT NOT NULL,
    file_size       INTEGER NOT NULL,
    file_hash       BLOB NOT NULL,
    options         TEXT NOT NULL,
    report          TEXT NOT NULL DEFAULT '',
    message         TEXT NOT NULL DEFAULT '',
    groups_staged   INTEGER NOT NULL DEFAULT 0,
    has_content     INTEGER NOT NULL DEFAULT 1,
    created_on      INTEGER NOT NULL,
    updated_on      INTEGER NOT NULL,
    PRIMARY KEY (account_id, import_id)
) WITHOUT ROWID;
CREATE INDEX imports_created ON imports (created_on);

-- One row for each account that has imported. One process at a time works on the imports of an
-- account: while the row is leased (lease_owner is not '') due_on is the end of the lease. wakes
-- counts what gave it work, so that the end of a lease does not overlook any.
CREATE TABLE import_queues (
    account_id     INTEGER PRIMARY KEY,
    last_import_id INTEGER NOT NULL,
    has_work       INTEGER NOT NULL DEFAULT 0,
    wakes          INTEGER NOT NULL DEFAULT 0,
    due_on         INTEGER NOT NULL DEFAULT 0,
    lease_owner    TEXT NOT NULL DEFAULT '',
    lease_token    INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX import_queues_due ON import_queues (due_on) WHERE has_work = 1;

-- The uploaded file, in parts.
CREATE TABLE import_files (
    account_id INTEGER NOT NULL,
    import_id  INTEGER NOT NULL,
    part       INTEGER NOT NULL,
    content    BLOB NOT NULL,
    PRIMARY KEY (account_id, import_id, part)
);

-- Checked orders that wait to be created, a group a row.
CREATE TABLE import_groups (
    account_id INTEGER NOT NULL,
    import_id  INTEGER NOT NULL,
    group_no   INTEGER NOT NULL,
    orders     BLOB NOT NULL,
    PRIMARY KEY (account_id, import_id, group_no)
);

-- What became of a group. The row is written in the transaction that creates its orders, whose
-- ids are consecutive; row_nos are their rows in the file, as JSON.
CREATE TABLE import_results (
    account_id      INTEGER NOT NULL,
    import_id       INTEGER NOT NULL,
    group_no        INTEGER NOT NULL,
    upload_batch_no TEXT NOT NULL,
    first_order_id  INTEGER NOT NULL,
    orders          INTEGER NOT NULL,
    skipped         INTEGER NOT NULL,
    refused         INTEGER NOT NULL,
    row_nos         TEXT NOT NULL,
    created_on      INTEGER NOT NULL,
    PRIMARY KEY (account_id, import_id, group_no)
) WITHOUT ROWID;

-- Problems and warnings of a row of the file, as JSON. late is 1 for what was found when the
-- order was created.
CREATE TABLE import_problems (
    account_id INTEGER NOT NULL,
    import_id  INTEGER NOT NULL,
    row_no     INTEGER NOT NULL,
    late       INTEGER NOT NULL,
    refused    INTEGER NOT NULL,
    problems   TEXT NOT NULL,
    PRIMARY KEY (account_id, import_id, row_no, late)
);

-- How an account reads the columns of its files, as JSON, by the headings.
CREATE TABLE import_mappings (
    account_id    INTEGER NOT NULL,
    headings_hash BLOB NOT NULL,
    mapping       TEXT NOT NULL,
    used_on       INTEGER NOT NULL,
    PRIMARY KEY (account_id, headings_hash)
) WITHOUT ROWID;
