-- Labels that partners draw themselves: one row for each order that has, or is to get, one.
-- The file is in the blob store, under the name in blob. While the row is leased
-- (lease_owner is not '') due_on is the end of the lease.
CREATE TABLE courier_labels (
    account_id      BIGINT NOT NULL,
    order_id        BIGINT NOT NULL,
    partner         TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    state           TEXT NOT NULL,
    attempts        INTEGER NOT NULL DEFAULT 0,
    due_on          BIGINT NOT NULL,
    lease_owner     TEXT NOT NULL DEFAULT '',
    lease_token     BIGINT NOT NULL DEFAULT 0,
    error_class     TEXT NOT NULL DEFAULT '',
    message         TEXT NOT NULL DEFAULT '',
    format          TEXT NOT NULL DEFAULT '',
    blob            TEXT NOT NULL DEFAULT '',
    created_on      BIGINT NOT NULL,
    updated_on      BIGINT NOT NULL,
    PRIMARY KEY (account_id, order_id)
);
CREATE INDEX courier_labels_missing ON courier_labels (partner, due_on) WHERE state <> 'stored';

-- What the label is written in when it is a partner's own; '' is one that we draw.
ALTER TABLE orders ADD COLUMN courier_label TEXT NOT NULL DEFAULT '';

-- Couriers that call back by their own number. It is looked up for any account.
CREATE INDEX submissions_hawb ON submissions (partner, hawb_no) WHERE hawb_no <> '';

-- Work is claimed by partner: what waits for one must not slow another's.
DROP INDEX submissions_due;
CREATE INDEX submissions_of_partner_due ON submissions (partner, due_on) WHERE state IN ('pending', 'submitted', 'unknown');
DROP INDEX cancellations_due;
CREATE INDEX cancellations_of_partner_due ON cancellations (partner, due_on) WHERE state = 'pending';
