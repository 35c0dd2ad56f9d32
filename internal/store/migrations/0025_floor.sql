-- The operator's hubs, and what is scanned there.

-- Parcels that go no further until the operator lets them.
CREATE TABLE order_stops (
    account_id BIGINT NOT NULL,
    order_id   BIGINT NOT NULL,
    reason     TEXT NOT NULL,
    stopped_on BIGINT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor      TEXT NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;

-- Places where the operator sorts parcels. account_id is the operator's, which has what is scanned there and is not known.
CREATE TABLE hubs (
    hub_id      BIGINT PRIMARY KEY,
    account_id  BIGINT NOT NULL,
    name        TEXT NOT NULL UNIQUE,
    country     TEXT NOT NULL,
    timezone    TEXT NOT NULL,
    disabled_on BIGINT NOT NULL -- 0: it is used
) WITHOUT ROWID;

-- What was seen of parcels in hubs.
CREATE TABLE hub_scans (
    account_id BIGINT NOT NULL,
    scan       TEXT NOT NULL, -- names it, so that it may be sent again
    order_id   BIGINT NOT NULL,
    hub_id     BIGINT NOT NULL,
    activity   TEXT NOT NULL,
    scanned_on BIGINT NOT NULL, -- by the clock of the server
    actor_kind TEXT NOT NULL,
    actor      TEXT NOT NULL,
    weight     BIGINT NOT NULL, -- g; 0: it was not measured
    length     BIGINT NOT NULL, -- mm, as width and height
    width      BIGINT NOT NULL,
    height     BIGINT NOT NULL,
    PRIMARY KEY (account_id, scan)
) WITHOUT ROWID;
CREATE INDEX hub_scans_order ON hub_scans (account_id, order_id, scanned_on);

-- Codes that were scanned in hubs and that no order has.
CREATE TABLE unknown_scans (
    account_id BIGINT NOT NULL, -- of the hub
    scan       TEXT NOT NULL,
    code       TEXT NOT NULL,
    hub_id     BIGINT NOT NULL,
    activity   TEXT NOT NULL,
    scanned_on BIGINT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor      TEXT NOT NULL,
    PRIMARY KEY (account_id, scan)
) WITHOUT ROWID;
CREATE INDEX unknown_scans_newest ON unknown_scans (account_id, scanned_on);
