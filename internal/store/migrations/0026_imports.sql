-- Texts of cells that people have corrected. They count instead of those of the file.
CREATE TABLE import_corrections (
    account_id BIGINT NOT NULL,
    import_id  BIGINT NOT NULL,
    row_no     BIGINT NOT NULL,
    column_no  BIGINT NOT NULL, -- from 0
    text       TEXT NOT NULL,
    PRIMARY KEY (account_id, import_id, row_no, column_no)
) WITHOUT ROWID;

-- The import that has stored a mapping; 0: it is not known.
ALTER TABLE import_mappings ADD COLUMN import_id BIGINT NOT NULL DEFAULT 0;

-- Orders without a reference of the shipper that imports created, by a hash of name, address and items: for 30 days.
CREATE TABLE import_fingerprints (
    account_id  BIGINT NOT NULL,
    order_id    BIGINT NOT NULL,
    import_id   BIGINT NOT NULL,
    fingerprint TEXT NOT NULL,
    created_on  BIGINT NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;
CREATE INDEX import_fingerprints_fingerprint ON import_fingerprints (account_id, fingerprint, created_on);
CREATE INDEX import_fingerprints_created ON import_fingerprints (created_on);
