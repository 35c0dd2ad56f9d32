-- What came after release 0.1.0.

-- How often the order was changed after it was created.
ALTER TABLE orders ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
-- When something changed that is on the label or a customs paper; 0: nothing did. Labels that were printed before are stale.
ALTER TABLE orders ADD COLUMN label_changed_on BIGINT NOT NULL DEFAULT 0;
-- How often the addresses of labels and documents of the order were revoked. Their signatures contain it.
ALTER TABLE orders ADD COLUMN address_revision BIGINT NOT NULL DEFAULT 0;

-- The standing of an order follows from the last tracking event that moved it. tracker_resume is the status that it continues from after
-- an exception; '': no event moved it since version 0.1.0, which stored the events alone.
ALTER TABLE orders ADD COLUMN tracker_resume TEXT NOT NULL DEFAULT '';
-- When that event occurred, and when by the clock of its source; 0: the source stated no time.
ALTER TABLE orders ADD COLUMN tracker_since BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN tracker_stated BIGINT NOT NULL DEFAULT 0;
-- The clock of its source: that of a partner, a key, a user or a file; '': that of the server, or a correction.
ALTER TABLE orders ADD COLUMN tracker_clock TEXT NOT NULL DEFAULT '';
-- When the operator confirmed that the parcel is lost; 0: it is not.
ALTER TABLE orders ADD COLUMN lost_on BIGINT NOT NULL DEFAULT 0;

-- The time that the source of an event stated, if it was in the future; else 0.
ALTER TABLE tracking_events ADD COLUMN stated_on BIGINT NOT NULL DEFAULT 0;
-- Whose key, partner or user reported it; '': the server itself, or version 0.1.0.
ALTER TABLE tracking_events ADD COLUMN actor_kind TEXT NOT NULL DEFAULT '';
ALTER TABLE tracking_events ADD COLUMN actor TEXT NOT NULL DEFAULT '';
-- Of a correction: the seq of the event that it corrects, and why; 0: the order had none.
ALTER TABLE tracking_events ADD COLUMN corrects BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tracking_events ADD COLUMN reason TEXT NOT NULL DEFAULT '';

-- Orders with a failure, an exception, a return, a release or a delivery that did not move them. seq is its number in tracking_events.
CREATE TABLE unmoved_events (
    account_id BIGINT NOT NULL,
    order_id   BIGINT NOT NULL,
    seq        BIGINT NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;

-- Who changed an order, and what. changes is a JSON array of the fields with their old and new values.
CREATE TABLE order_changes (
    account_id BIGINT NOT NULL,
    order_id   BIGINT NOT NULL,
    version    BIGINT NOT NULL, -- of the order after the change
    changed_on BIGINT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor      TEXT NOT NULL,
    changes    TEXT NOT NULL,
    refusal    TEXT NOT NULL, -- why the partner had refused the order before; '': it had not
    PRIMARY KEY (account_id, order_id, version)
) WITHOUT ROWID;

-- Which order was created in the place of a cancelled one.
CREATE TABLE order_replacements (
    account_id     BIGINT NOT NULL,
    order_id       BIGINT NOT NULL, -- the cancelled one
    replacement_id BIGINT NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX order_replacements_replacement ON order_replacements (account_id, replacement_id);

-- Orders that are not submitted and not handed over until they are released, and who holds them.
CREATE TABLE order_holds (
    account_id BIGINT NOT NULL,
    order_id   BIGINT NOT NULL,
    reason     TEXT NOT NULL,
    rule_id    TEXT NOT NULL, -- of the rule that holds the order; '': a person does
    held_on    BIGINT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor      TEXT NOT NULL,
    PRIMARY KEY (account_id, order_id)
) WITHOUT ROWID;

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

-- Work on many orders of an account, and how far it is.
CREATE TABLE jobs (
    account_id  BIGINT NOT NULL,
    job_id      BIGINT NOT NULL, -- when it was started, in microseconds since 1970, or the next number that is free
    kind        TEXT NOT NULL,
    state       TEXT NOT NULL, -- choosing, running, done, stopped or failed
    stopping    BIGINT NOT NULL, -- 1: it is to end before the next part
    parameters  TEXT NOT NULL, -- JSON, '' after its end
    progress    TEXT NOT NULL, -- JSON
    message     TEXT NOT NULL, -- why it failed
    actor_kind  TEXT NOT NULL,
    actor       TEXT NOT NULL,
    due_on      BIGINT NOT NULL, -- the next turn; while it is leased, the end of the lease
    lease_owner TEXT NOT NULL,
    lease_token BIGINT NOT NULL,
    PRIMARY KEY (account_id, job_id)
) WITHOUT ROWID;
CREATE INDEX jobs_due ON jobs (due_on) WHERE state IN ('choosing', 'running');

-- The orders of jobs in parts, and what came of each part.
CREATE TABLE job_parts (
    account_id BIGINT NOT NULL,
    job_id     BIGINT NOT NULL,
    part       BIGINT NOT NULL, -- from 0
    first_id   BIGINT NOT NULL, -- the lowest id of its orders
    last_id    BIGINT NOT NULL, -- the highest one
    numbers    TEXT NOT NULL, -- tracking numbers, as a JSON list
    result     BYTEA NOT NULL, -- compressed JSON: the rows of a file, or why orders were not changed
    PRIMARY KEY (account_id, job_id, part)
) WITHOUT ROWID;

-- How often orders in the queue have lost terms since they were indexed.
ALTER TABLE search_queue ADD COLUMN fewer_terms BIGINT NOT NULL DEFAULT 0;

-- The version of the terms that the index gets, and the id before which orders may have those of another one; 0: none have.
ALTER TABLE search_index ADD COLUMN terms_version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE search_index ADD COLUMN anew_from BIGINT NOT NULL DEFAULT 0;

-- Whether phone numbers without a country code are completed: 0 no, 1 yes, 2 no and a request was refused for them, 3 no by decision.
ALTER TABLE accounts ADD COLUMN phones BIGINT NOT NULL DEFAULT 0;
-- How far the weight on a scale may be from the stated one without a warning, in g and in percent: the greater of both.
ALTER TABLE accounts ADD COLUMN weight_tolerance BIGINT NOT NULL DEFAULT 50;
ALTER TABLE accounts ADD COLUMN weight_tolerance_percent BIGINT NOT NULL DEFAULT 5;

-- After how many hours a parcel that was handed over and that nobody scanned since is a problem; 0: 24.
ALTER TABLE accounts ADD COLUMN unscanned_hours BIGINT NOT NULL DEFAULT 0;

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

-- The import that has stored a mapping; 0: it is not known.
ALTER TABLE import_mappings ADD COLUMN import_id BIGINT NOT NULL DEFAULT 0;

-- Texts of cells that people have corrected. They count instead of those of the file.
CREATE TABLE import_corrections (
    account_id BIGINT NOT NULL,
    import_id  BIGINT NOT NULL,
    row_no     BIGINT NOT NULL,
    column_no  BIGINT NOT NULL, -- from 0
    text       TEXT NOT NULL,
    PRIMARY KEY (account_id, import_id, row_no, column_no)
) WITHOUT ROWID;

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

-- How many orders each rule refused or held on a day, since 1970-01-01 in UTC.
CREATE TABLE rule_hits (
    rule_id TEXT NOT NULL,
    day     BIGINT NOT NULL,
    orders  BIGINT NOT NULL,
    PRIMARY KEY (rule_id, day)
) WITHOUT ROWID;

-- The exchange rates that rules use, as JSON; '': none are loaded.
ALTER TABLE deployment ADD COLUMN rates TEXT NOT NULL DEFAULT '';
-- The codes of the Harmonized System that the operator loaded; '': those of the program.
ALTER TABLE deployment ADD COLUMN hs_codes TEXT NOT NULL DEFAULT '';
-- The lists of sanctions that the operator loaded.
CREATE TABLE sanctions_lists (
    list  TEXT NOT NULL PRIMARY KEY, -- of whom
    names TEXT NOT NULL -- what the list is, as JSON, then a line for each name with the id of its entry; '': it is not loaded
);
INSERT INTO sanctions_lists (list, names) VALUES ('eu', ''), ('ofac', ''), ('un', '');

-- The newest time that the clock of a server had, and up to which time work was made due because a clock was behind; 0: none.
ALTER TABLE deployment ADD COLUMN clock_on BIGINT NOT NULL DEFAULT 0;
ALTER TABLE deployment ADD COLUMN clock_swept_on BIGINT NOT NULL DEFAULT 0;

-- Whether orders without the facts for customs that the partner of the service declares it needs are refused; otherwise they wait.
ALTER TABLE services ADD COLUMN refuses_missing BIGINT NOT NULL DEFAULT 0;
-- Whether orders of the service are cleared by their invoice: they have no CN 22 and no CN 23.
ALTER TABLE services ADD COLUMN invoice_only BIGINT NOT NULL DEFAULT 0;

-- Whether an endpoint gets labels alone, in the form of the original's label webhook.
ALTER TABLE webhook_endpoints ADD COLUMN label_webhook BIGINT NOT NULL DEFAULT 0;

-- What a key may do: the names of its scopes with spaces between; '': those of keys of earlier versions.
ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT '';
-- From which networks it may be used, with spaces between; '': all.
ALTER TABLE api_keys ADD COLUMN networks TEXT NOT NULL DEFAULT '';

-- The SHA-256 hashes of a user's recovery codes that are not used yet, in hexadecimal, with spaces between them.
ALTER TABLE users ADD COLUMN recovery_codes TEXT NOT NULL DEFAULT '';

-- The name that an account gave a person who had a user already and has not accepted the invitation; '': the role is in force.
ALTER TABLE memberships ADD COLUMN invited_as TEXT NOT NULL DEFAULT '';

-- The key with which addresses of labels and documents were signed before, and until when it is accepted; '' is none. console_key is the
-- secret of the console, which was label_key until that was first replaced; '': it is still label_key.
ALTER TABLE secrets ADD COLUMN console_key BYTEA NOT NULL DEFAULT '';
ALTER TABLE secrets ADD COLUMN previous_label_key BYTEA NOT NULL DEFAULT '';
ALTER TABLE secrets ADD COLUMN previous_until BIGINT NOT NULL DEFAULT 0;

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
    address_no  BIGINT NOT NULL DEFAULT 0, -- how often the address of the driver's page was withdrawn
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

-- Printers that agents offer.
CREATE TABLE printers (
    account_id BIGINT NOT NULL,
    name       TEXT NOT NULL,
    seen_on    BIGINT NOT NULL,
    weight     BIGINT NOT NULL DEFAULT 0, -- g, on the scale beside it, as its agent said last; 0: nothing
    weighed_on BIGINT NOT NULL DEFAULT 0, -- 0: it has no scale
    PRIMARY KEY (account_id, name)
) WITHOUT ROWID;

-- Labels that agents print. A job is printed once at most without a person's answer.
CREATE TABLE print_jobs (
    account_id   BIGINT NOT NULL,
    request_key  TEXT NOT NULL, -- of the request that queued it
    order_id     BIGINT NOT NULL,
    printer      TEXT NOT NULL,
    state        TEXT NOT NULL, -- queued, sent, started, printed, failed or unknown
    lease        TEXT NOT NULL, -- of the agent that has it, '' if none had it
    leased_until BIGINT NOT NULL,
    queued_on    BIGINT NOT NULL,
    queued_by    TEXT NOT NULL,
    taken_on     BIGINT NOT NULL,
    ended_on     BIGINT NOT NULL,
    note         TEXT NOT NULL, -- of the agent
    answered_by  TEXT NOT NULL, -- who said whether the label came out
    run_id       BIGINT NOT NULL, -- the run that has it: when it was made; 0: none has
    number       BIGINT NOT NULL, -- of the label in the run, from 1; else 0
    PRIMARY KEY (account_id, request_key)
) WITHOUT ROWID;
CREATE INDEX print_jobs_queue ON print_jobs (account_id, printer, queued_on) WHERE state IN ('queued', 'sent');
CREATE INDEX print_jobs_unknown ON print_jobs (account_id, queued_on) WHERE state IN ('started', 'unknown');
CREATE INDEX print_jobs_newest ON print_jobs (account_id, queued_on);
CREATE UNIQUE INDEX print_jobs_run ON print_jobs (account_id, run_id, number) WHERE run_id > 0;
CREATE INDEX print_jobs_order ON print_jobs (account_id, order_id);

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

-- Partners that take nothing at present: since when, and when a call to them failed last.
CREATE TABLE partner_outages (
    partner TEXT PRIMARY KEY,
    since   BIGINT NOT NULL,
    seen_on BIGINT NOT NULL
) WITHOUT ROWID;

-- Requests to the API, without personal data.
CREATE TABLE request_log (
    account_id   BIGINT NOT NULL,
    request_no   BIGINT NOT NULL, -- when it ended, in microseconds since 1970, times 4096, and the process that served it
    key_id       BIGINT NOT NULL,
    request_id   TEXT NOT NULL,
    method       TEXT NOT NULL,
    route        TEXT NOT NULL, -- the pattern of its path
    status       BIGINT NOT NULL,
    took         BIGINT NOT NULL, -- microseconds
    errors       TEXT NOT NULL, -- JSON, '' if there are none
    warnings     TEXT NOT NULL, -- JSON, '' if there are none
    body         TEXT NOT NULL, -- JSON without the values of personal fields, '' if there was none
    not_recorded BIGINT NOT NULL, -- 0, or the number of requests that this row stands for; it has nothing else then
    bytes        BIGINT NOT NULL,
    PRIMARY KEY (account_id, request_no)
) WITHOUT ROWID;
CREATE INDEX request_log_newest ON request_log (request_no);

-- The bytes of each account in request_log.
CREATE TABLE request_log_sizes (
    account_id BIGINT PRIMARY KEY,
    bytes      BIGINT NOT NULL
) WITHOUT ROWID;

-- Services whose parcels may leave with Waybill's own label, before the partner gives its label. An order that has the own label has 2 in
-- has_label.
ALTER TABLE services ADD COLUMN own_label BIGINT NOT NULL DEFAULT 0;

-- Pickup runs: what a van takes from shippers. Few rows, which are written seldom, never once a scan.
CREATE TABLE pickup_runs (
    run_id     BIGINT PRIMARY KEY,
    van        TEXT NOT NULL,
    driver     TEXT NOT NULL,
    place      TEXT NOT NULL, -- where the lists are handed over whose stop has no place
    run_date   TEXT NOT NULL, -- such as 2026-11-30
    state      TEXT NOT NULL, -- open, counting, counted, signed or carried
    opened_on  BIGINT NOT NULL,
    opened_by  TEXT NOT NULL,
    signed_on  BIGINT NOT NULL,
    signed_by  TEXT NOT NULL,
    given_by   TEXT NOT NULL,
    taken_by   TEXT NOT NULL,
    signature  TEXT NOT NULL,
    parcels    BIGINT NOT NULL, -- when it was counted
    weight     BIGINT NOT NULL  -- g, likewise
) WITHOUT ROWID;
CREATE INDEX pickup_runs_moving ON pickup_runs (state) WHERE state <> 'carried';

-- The shippers of runs. The row of one is locked while a parcel of the shipper is put on the run, and while its lists are counted: it is
-- beside them, and the state of the run is carried to it.
CREATE TABLE pickup_stops (
    account_id BIGINT NOT NULL,
    run_id     BIGINT NOT NULL,
    place      TEXT NOT NULL,
    state      TEXT NOT NULL, -- open, counted or signed
    PRIMARY KEY (account_id, run_id)
) WITHOUT ROWID;
CREATE INDEX pickup_stops_run ON pickup_stops (run_id, account_id);

ALTER TABLE handovers ADD COLUMN run_id BIGINT NOT NULL DEFAULT 0; -- 0: of no run
CREATE UNIQUE INDEX handovers_run ON handovers (run_id, account_id, service_id) WHERE run_id > 0;

-- Numbers of hand-over lists and of runs are unique in the deployment.
INSERT INTO counters (name, next_value) VALUES ('handover_id', 1), ('run_id', 1);

-- How many days are usual between two events of a parcel on a lane: 19 of 20 times it is not longer. A nightly job measures it by the newest
-- parcels that were delivered.
CREATE TABLE lane_times (
    service_id  BIGINT NOT NULL,
    origin      TEXT NOT NULL, -- country of the pickup
    destination TEXT NOT NULL, -- country of the consignee
    days        BIGINT NOT NULL,
    parcels     BIGINT NOT NULL, -- that it was measured by
    measured_on BIGINT NOT NULL,
    PRIMARY KEY (service_id, origin, destination)
) WITHOUT ROWID;

-- The end of unknown codes: closed_on is 0 while one is open, and tracking_no '' if its parcel is not known. Those that are closed are deleted
-- after 30 days.
ALTER TABLE unknown_scans ADD COLUMN closed_on BIGINT NOT NULL DEFAULT 0;
ALTER TABLE unknown_scans ADD COLUMN closed_by TEXT NOT NULL DEFAULT '';
ALTER TABLE unknown_scans ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE unknown_scans ADD COLUMN tracking_no TEXT NOT NULL DEFAULT '';
CREATE INDEX unknown_scans_open ON unknown_scans (scanned_on, scan) WHERE closed_on = 0;

-- Finds the parcels that were scanned in a hub, the newest first.
CREATE INDEX hub_scans_hub ON hub_scans (hub_id, order_id);

-- Bags: what parcels of all shippers fly in. Few rows, which are written seldom, never once a scan.
CREATE TABLE bags (
    bag_id         BIGINT PRIMARY KEY,
    consignment_id BIGINT NOT NULL, -- 0: none
    state          TEXT NOT NULL, -- open, closing, closed, received or emptied
    behind         BIGINT NOT NULL, -- since when it is closing, or emptied, and not carried to all its accounts; 0: it is
    parcels        BIGINT NOT NULL, -- when it was closed
    weight         BIGINT NOT NULL, -- g of its parcels, likewise
    details        TEXT NOT NULL -- JSON: hubs, service, seal, weights, who opened it
) WITHOUT ROWID;
CREATE INDEX bags_consignment ON bags (consignment_id, bag_id);
CREATE INDEX bags_behind ON bags (bag_id) WHERE behind > 0;

-- The shippers of bags. The row of one, which is beside its parcels, is locked while one is put into the bag, and while they are counted.
CREATE TABLE bag_accounts (
    account_id BIGINT NOT NULL,
    bag_id     BIGINT NOT NULL,
    parcels    BIGINT NOT NULL, -- when it was closed
    weight     BIGINT NOT NULL,
    PRIMARY KEY (account_id, bag_id)
) WITHOUT ROWID;
CREATE INDEX bag_accounts_bag ON bag_accounts (bag_id, account_id);

-- Parcels that are, or were until it was emptied, in a bag.
CREATE TABLE bag_parcels (
    account_id BIGINT NOT NULL,
    order_id   BIGINT NOT NULL,
    bag_id     BIGINT NOT NULL,
    weight     BIGINT NOT NULL, -- g, of the order when it was scanned
    scanned_on BIGINT NOT NULL,
    scanned_by TEXT NOT NULL,
    scan       TEXT NOT NULL, -- names it, so that it may be sent again
    emptied    BIGINT NOT NULL, -- 1: it was taken out with all others
    PRIMARY KEY (account_id, order_id, bag_id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX bag_parcels_in ON bag_parcels (account_id, order_id) WHERE emptied = 0;
CREATE INDEX bag_parcels_bag ON bag_parcels (bag_id, account_id, order_id);

-- Consignments: bags under one air waybill, or on one truck.
CREATE TABLE consignments (
    consignment_id BIGINT PRIMARY KEY,
    awb            TEXT NOT NULL, -- 11 digits; '': it goes by truck
    opened_on      BIGINT NOT NULL,
    handed_over    BIGINT NOT NULL, -- 1: it is at its end
    details        TEXT NOT NULL -- JSON: destination, broker, state, legs with their times, who opened it
) WITHOUT ROWID;
CREATE UNIQUE INDEX consignments_awb ON consignments (awb) WHERE awb <> '' AND handed_over = 0;
CREATE INDEX consignments_by_awb ON consignments (awb);

-- Which bags are on the legs of consignments.
CREATE TABLE leg_bags (
    consignment_id BIGINT NOT NULL,
    leg_no         BIGINT NOT NULL,
    bag_id         BIGINT NOT NULL,
    PRIMARY KEY (consignment_id, leg_no, bag_id)
) WITHOUT ROWID;
CREATE INDEX leg_bags_bag ON leg_bags (bag_id);

-- What happened to consignments. Each becomes a tracking event of the parcels that were in the bags then, account by account.
CREATE TABLE consignment_events (
    consignment_id BIGINT NOT NULL,
    event_no       BIGINT NOT NULL,
    state          TEXT NOT NULL, -- carrying or carried
    recorded_on    BIGINT NOT NULL,
    details        TEXT NOT NULL, -- JSON: what, where and when, which bags and parcels, who recorded it
    PRIMARY KEY (consignment_id, event_no)
) WITHOUT ROWID;
CREATE INDEX consignment_events_carrying ON consignment_events (consignment_id, event_no) WHERE state = 'carrying';

-- How far an event is carried to the parcels of an account: the row changes in the transaction that carries it.
CREATE TABLE event_carries (
    account_id     BIGINT NOT NULL,
    consignment_id BIGINT NOT NULL,
    event_no       BIGINT NOT NULL,
    last_order_id  BIGINT NOT NULL,
    done           BIGINT NOT NULL,
    PRIMARY KEY (account_id, consignment_id, event_no)
) WITHOUT ROWID;

-- What customs answered about parcels before they are loaded, and what they decided then.
CREATE TABLE parcel_customs (
    account_id     BIGINT NOT NULL,
    order_id       BIGINT NOT NULL,
    consignment_id BIGINT NOT NULL,
    answer         TEXT NOT NULL, -- do_not_load, screening, information or assessed; '': none
    reason         TEXT NOT NULL,
    answered_on    BIGINT NOT NULL,
    actor_kind     TEXT NOT NULL,
    actor          TEXT NOT NULL,
    stopped_on     BIGINT NOT NULL DEFAULT 0, -- of the stop that the answer made; 0: it made none
    status         TEXT NOT NULL DEFAULT '', -- such as released; '': none
    details        TEXT NOT NULL DEFAULT '{}', -- JSON: the status, its time and source, number of the entry, duty, tax and currency
    PRIMARY KEY (account_id, order_id, consignment_id)
) WITHOUT ROWID;
CREATE INDEX parcel_customs_answer ON parcel_customs (answer, order_id);
CREATE INDEX parcel_customs_status ON parcel_customs (status, order_id);

INSERT INTO counters (name, next_value) VALUES ('bag_id', 1), ('consignment_id', 1);

-- Versions of the manifests of consignments: sums, and what tells whether a parcel is another one in the next version. The rows are made of
-- the orders.
CREATE TABLE manifests (
    consignment_id BIGINT NOT NULL,
    version        BIGINT NOT NULL,
    parcels        TEXT NOT NULL, -- lines of a tracking number and the digest of its rows; '-' once an order of them was erased
    details        TEXT NOT NULL, -- JSON: digest of all rows, sums, differences to the version before, who made it
    PRIMARY KEY (consignment_id, version)
) WITHOUT ROWID;

-- Which columns brokers want in manifests.
CREATE TABLE broker_templates (
    broker  TEXT PRIMARY KEY, -- in lower case
    details TEXT NOT NULL -- JSON: the name, columns, and what is a row
) WITHOUT ROWID;

-- What is scanned where consignments are received. A parcel is a row of its account; a bag, and a code that no order has, is one of the
-- operator's account.
CREATE TABLE inbound_scans (
    account_id     BIGINT NOT NULL,
    consignment_id BIGINT NOT NULL,
    scan           TEXT NOT NULL, -- names it, so that it may be sent again
    order_id       BIGINT NOT NULL, -- 0: it is no parcel of an account
    bag_id         BIGINT NOT NULL, -- the bag, or the one in which the parcel is; 0: none
    home_id        BIGINT NOT NULL, -- the consignment of that bag; 0: none
    code           TEXT NOT NULL, -- the tracking number, the number of the bag, or what was scanned
    state          TEXT NOT NULL, -- received, damaged, surplus or unknown
    found          BIGINT NOT NULL, -- 1: the parcel had been recorded as missing
    note           TEXT NOT NULL,
    weight         BIGINT NOT NULL, -- g; 0: it was not weighed
    scanned_on     BIGINT NOT NULL,
    actor_kind     TEXT NOT NULL,
    actor          TEXT NOT NULL,
    PRIMARY KEY (account_id, consignment_id, scan)
) WITHOUT ROWID;
CREATE UNIQUE INDEX inbound_scans_of ON inbound_scans (account_id, order_id, consignment_id, code, state);
CREATE INDEX inbound_scans_surplus ON inbound_scans (consignment_id) WHERE state IN ('surplus', 'unknown');
CREATE INDEX inbound_scans_elsewhere ON inbound_scans (home_id) WHERE state = 'surplus';

-- Without these numbers SQLite takes an account to have 10 rows of a table, and may read all of them in place of what an index finds.
-- They are the rows of a table, and those with the same first columns of the index. PostgreSQL counts them.
sqlite: ANALYZE accounts;
sqlite: DELETE FROM sqlite_stat1;
sqlite: INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
sqlite:     ('audit_log', 'audit_log', '10000000 1000000 1'),
sqlite:     ('audit_log', 'audit_log_account', '10000000 1000000 1 1'),
sqlite:     ('bag_parcels', 'bag_parcels', '10000000 1000000 2 1'),
sqlite:     ('deliveries', 'deliveries', '10000000 1000000 300000 10 1'),
sqlite:     ('deliveries', 'deliveries_event', '10000000 1000000 10'),
sqlite:     ('events', 'events', '10000000 1000000 2 1'),
sqlite:     ('events', 'events_created', '10000000 1000000 1'),
sqlite:     ('handover_parcels', 'handover_parcels', '10000000 1000000 1'),
sqlite:     ('handovers', 'handovers', '100000 10000 1'),
sqlite:     ('inbound_scans', 'inbound_scans', '10000000 1000000 1000 1'),
sqlite:     ('packings', 'packings', '10000000 1000000 1'),
sqlite:     ('print_jobs', 'print_jobs', '1000000 100000 1'),
sqlite:     ('tracking_events', 'tracking_events', '100000000 10000000 10 1'),
sqlite:     ('tracking_events', 'tracking_events_repeat', '100000000 10000000 10 1 1 1 1');
sqlite: ANALYZE sqlite_schema;
