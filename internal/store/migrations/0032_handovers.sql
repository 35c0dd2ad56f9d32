-- Lists of parcels that a driver takes over.
CREATE TABLE handovers (
    account_id  BIGINT NOT NULL,
    handover_id BIGINT NOT NULL,
    service_id  BIGINT NOT NULL,
    place       TEXT NOT NULL,
    state       TEXT NOT NULL, -- open, closing or closed
    opened_on   BIGINT NOT NULL,
    opened_by   TEXT NOT NULL,
    reason      TEXT NOT NULL, -- why it was opened again, '' if it was not
    closed_on   BIGINT NOT NULL,
    closed_by   TEXT NOT NULL,
    given_by    TEXT NOT NULL,
    taken_by    TEXT NOT NULL,
    signature   TEXT NOT NULL, -- lines, as in the path of an SVG of 600 by 200
    parcels     BIGINT NOT NULL, -- when it was closed
    weight      BIGINT NOT NULL,
    PRIMARY KEY (account_id, handover_id)
) WITHOUT ROWID;
CREATE INDEX handovers_closing ON handovers (closed_on) WHERE state = 'closing';

-- The parcels of lists. A parcel is on one list at most.
CREATE TABLE handover_parcels (
    account_id  BIGINT NOT NULL,
    order_id    BIGINT NOT NULL,
    handover_id BIGINT NOT NULL,
    tracking_no TEXT NOT NULL,
    weight      BIGINT NOT NULL,
    scanned_on  BIGINT NOT NULL,
    scanned_by  TEXT NOT NULL,
    scan        TEXT NOT NULL, -- names the scan, which may be sent again
    carried     BIGINT NOT NULL, -- 1: the parcel is picked up because the list was closed
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;
CREATE INDEX handover_parcels_list ON handover_parcels (account_id, handover_id, scanned_on);
CREATE INDEX handover_parcels_left ON handover_parcels (account_id, handover_id, order_id) WHERE carried = 0;
