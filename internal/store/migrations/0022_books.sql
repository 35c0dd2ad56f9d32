-- The books of accounts: addresses, goods and others that they keep for later orders, by name, as JSON.
CREATE TABLE book_entries (
    account_id BIGINT NOT NULL,
    kind       TEXT NOT NULL,
postgres:     name       TEXT COLLATE "C" NOT NULL,
sqlite:     name       TEXT NOT NULL,
    entry      TEXT NOT NULL,
    search     TEXT NOT NULL, -- the words by which it is found
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (account_id, kind, name)
) WITHOUT ROWID;
