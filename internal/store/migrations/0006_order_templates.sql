-- Fields of orders that accounts keep to begin new orders with, as JSON.
CREATE TABLE order_templates (
    account_id BIGINT NOT NULL,
    name       TEXT NOT NULL,
    template   TEXT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (account_id, name)
) WITHOUT ROWID;
