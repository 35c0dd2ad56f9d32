-- Parcels that are being packed, or were packed.
CREATE TABLE packings (
    account_id BIGINT NOT NULL,
    order_id   BIGINT NOT NULL,
    packed_on  BIGINT NOT NULL, -- 0: it is being packed
    packed_by  TEXT NOT NULL,
    ticked     TEXT NOT NULL, -- how many pieces of each item were ticked, by spaces
    weight     BIGINT NOT NULL, -- g, on the scale; 0: it was not weighed
    scan       TEXT NOT NULL, -- names the last scan, which may be sent again
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;
CREATE INDEX packings_by ON packings (account_id, packed_by, packed_on);
CREATE INDEX packings_on ON packings (account_id, packed_on);
