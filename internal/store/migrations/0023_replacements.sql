-- Which order was created in the place of a cancelled one.
CREATE TABLE order_replacements (
    account_id     BIGINT NOT NULL,
    order_id       BIGINT NOT NULL, -- the cancelled one
    replacement_id BIGINT NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX order_replacements_replacement ON order_replacements (account_id, replacement_id);
