-- What orders are found by. Orders of an account are numbered in the order in which they were indexed; 4096 numbers are
-- a bucket, whose terms are together, so that a search reads the newest bucket first and stops when a page is full.
CREATE TABLE search_orders (
    account_id BIGINT NOT NULL,
    seq        BIGINT NOT NULL,
    order_id   BIGINT NOT NULL,
    PRIMARY KEY (account_id, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX search_orders_order ON search_orders (account_id, order_id);

-- seqs are the places in the bucket, two bytes each, of orders that have the term. Orders that are indexed together share
-- a row, under the number of the first.
CREATE TABLE search_terms (
    account_id BIGINT NOT NULL,
    bucket     BIGINT NOT NULL,
sqlite:     term       TEXT NOT NULL,
postgres:     term       TEXT COLLATE "C" NOT NULL,
    first_seq  BIGINT NOT NULL,
    seqs       BYTEA NOT NULL,
    PRIMARY KEY (account_id, bucket, term, first_seq)
) WITHOUT ROWID;

-- The numbers that are used: from first_seq up to next_seq - 1. Older orders get those before the first.
CREATE TABLE search_accounts (
    account_id BIGINT PRIMARY KEY,
    first_seq  BIGINT NOT NULL,
    next_seq   BIGINT NOT NULL
);

-- Orders to be indexed: so many from this one on. changes counts later changes of the order, so that none is lost while
-- it is indexed.
CREATE TABLE search_queue (
    order_id   BIGINT NOT NULL,
    account_id BIGINT NOT NULL,
    orders     BIGINT NOT NULL,
    changes    BIGINT NOT NULL DEFAULT 0,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (order_id, account_id)
) WITHOUT ROWID;

-- The process that indexes, until due_on. Orders that an earlier version created are not in the queue. They are looked for
-- twice, the newest first, from sweep_due_on on: those from sweep_end up to sweep_from - 1, in the sweep numbered sweeps.
-- next_end is where the second one ends.
CREATE TABLE search_index (
    id           SMALLINT PRIMARY KEY CHECK (id = 1),
    lease_owner  TEXT NOT NULL DEFAULT '',
    due_on       BIGINT NOT NULL DEFAULT 0,
    sweeps       BIGINT NOT NULL DEFAULT 0,
    sweep_from   BIGINT NOT NULL,
    sweep_end    BIGINT NOT NULL,
    sweep_due_on BIGINT NOT NULL DEFAULT 0,
    next_end     BIGINT NOT NULL
);
INSERT INTO search_index (id, sweep_from, sweep_end, next_end) SELECT 1, next_value, 0, next_value - 1000000 FROM counters WHERE name = 'order_id';

-- When the label of an order was printed for the last time, and by whom.
CREATE TABLE label_prints (
    account_id BIGINT NOT NULL,
    order_id   BIGINT NOT NULL,
    printed_on BIGINT NOT NULL,
    printed_by TEXT NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;
