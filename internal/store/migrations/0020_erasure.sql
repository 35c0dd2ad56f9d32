-- When the personal data of the order were erased; 0: they were not.
ALTER TABLE orders ADD COLUMN erased_on BIGINT NOT NULL DEFAULT 0;

-- After how many days without a change the personal data of an order that has ended are erased, and the order deleted;
-- 0: never.
ALTER TABLE accounts ADD COLUMN erase_after_days BIGINT NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN delete_after_days BIGINT NOT NULL DEFAULT 0;

-- How many days the orders from and to a country must be kept with all their data, for its customs. country is its ISO
-- 3166-1 alpha-2 code.
CREATE TABLE customs_retention (
    country TEXT PRIMARY KEY,
    days    BIGINT NOT NULL
) WITHOUT ROWID;

-- Files of labels that an order has no longer. They are deleted after a while, unless another order has the same file.
CREATE TABLE unused_files (
    account_id BIGINT NOT NULL,
    blob       TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (account_id, blob)
) WITHOUT ROWID;
