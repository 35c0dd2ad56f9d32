-- How often the order was changed after it was created.
ALTER TABLE orders ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
-- When something changed that is on the label or a customs paper; 0: nothing did. Labels that were printed before are stale.
ALTER TABLE orders ADD COLUMN label_changed_on BIGINT NOT NULL DEFAULT 0;

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
