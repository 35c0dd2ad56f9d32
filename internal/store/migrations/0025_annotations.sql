-- What people and keys of an account wrote about its orders.
CREATE TABLE order_notes (
    account_id BIGINT NOT NULL,
    order_id   BIGINT NOT NULL,
    note_id    BIGINT NOT NULL, -- when it was written, or the next microsecond that is free
    actor_kind TEXT NOT NULL,
    actor      TEXT NOT NULL,
    note       TEXT NOT NULL,
    PRIMARY KEY (account_id, order_id, note_id)
) WITHOUT ROWID;

-- Words in lower case by which an account sorts its orders.
CREATE TABLE order_tags (
    account_id BIGINT NOT NULL,
    order_id   BIGINT NOT NULL,
    tag        TEXT NOT NULL,
    ordered_on BIGINT NOT NULL, -- when the order was created: the orders with a tag are listed by it
    PRIMARY KEY (account_id, order_id, tag)
) WITHOUT ROWID;
CREATE INDEX order_tags_tag ON order_tags (account_id, tag, ordered_on, order_id);

-- How often orders in the queue have lost terms since they were indexed.
ALTER TABLE search_queue ADD COLUMN fewer_terms BIGINT NOT NULL DEFAULT 0;
