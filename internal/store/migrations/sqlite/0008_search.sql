-- What orders are found by. Orders of an account are numbered in the order in which they were indexed; 4096 numbers are
-- a bucket, whose terms are together, so that a search reads the newest bucket first and stops when a page is full.
CREATE TABLE search_orders (
    account_id INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    order_id   INTEGER NOT NULL,
    PRIMARY KEY (account_id, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX search_orders_order ON search_orders (account_id, order_id);

-- seqs are the places in the bucket, two bytes each, of orders that have the term. Orders that are indexed together share
-- a row, under the number of the first.
CREATE TABLE search_terms (
    account_id INTEGER NOT NULL,
    bucket     INTEGER NOT NULL,
    term       TEXT NOT NULL,
    first_seq  INTEGER NOT NULL,
    seqs       BLOB NOT NULL,
    PRIMARY KEY (account_id, bucket, term, first_seq)
) WITHOUT ROWID;

-- The numbers that are used: from first_seq up to next_seq - 1. Older orders get those before the first.
CREATE TABLE search_accounts (
    account_id INTEGER PRIMARY KEY,
    first_seq  INTEGER NOT NULL,
    next_seq   INTEGER NOT NULL
);

-- Orders to be indexed: so many from this one on. changes counts later changes of the order, so that none is lost while
-- it is indexed.
CREATE TABLE search_queue (
    order_id   INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    orders     INTEGER NOT NULL,
    changes    INTEGER NOT NULL DEFAULT 0,
    created_on INTEGER NOT NULL,
    PRIMARY KEY (order_id, account_id)
) WITHOUT ROWID;

-- The process that indexes, until due_on. Orders that an earlier version created are not in the queue. They are looked for
-- twice, the newest first, from sweep_due_on on: those from sweep_end up to sweep_from - 1, in the sweep numbered sweeps.
-- next_end is where the second one ends.
CREATE TABLE search_index (
    id           INTEGER PRIMARY KEY CHECK (id = 1),
    lease_owner  TEXT NOT NULL DEFAULT '',
    due_on       INTEGER NOT NULL DEFAULT 0,
    sweeps       INTEGER NOT NULL DEFAULT 0,
    sweep_from   INTEGER NOT NULL,
    sweep_end    INTEGER NOT NULL,
    sweep_due_on INTEGER NOT NULL DEFAULT 0,
    next_end     INTEGER NOT NULL
);
INSERT INTO search_index (id, sweep_from, sweep_end, next_end) SELECT 1, next_value, 0, next_value - 1000000 FROM counters WHERE name = 'order_id';

-- When the label of an order was printed for the last time, and by whom.
CREATE TABLE label_prints (
    account_id INTEGER NOT NULL,
    order_id   INTEGER NOT NULL,
    printed_on INTEGER NOT NULL,
    printed_by TEXT NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;
