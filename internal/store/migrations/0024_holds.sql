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
