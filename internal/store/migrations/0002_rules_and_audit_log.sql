-- The rules for orders that the operator set, each as JSON. A row takes the place of the built-in rule with its id.
CREATE TABLE rules (
    rule_id    TEXT PRIMARY KEY,
    rule       TEXT NOT NULL,
    updated_on BIGINT NOT NULL
) WITHOUT ROWID;

-- Who changed what, when, and from what to what. account_id is the account that the subject belongs to, 0 for what
-- is the operator's own. old_value and new_value are JSON without secrets, '' for what was or is not there.
CREATE TABLE audit_log (
    account_id   BIGINT NOT NULL,
    seq          BIGINT NOT NULL,
    created_on   BIGINT NOT NULL,
    actor_kind   TEXT NOT NULL,
    actor        TEXT NOT NULL,
    action       TEXT NOT NULL,
    subject_kind TEXT NOT NULL,
    subject      TEXT NOT NULL,
    old_value    TEXT NOT NULL,
    new_value    TEXT NOT NULL,
    PRIMARY KEY (account_id, seq)
) WITHOUT ROWID;
CREATE INDEX audit_log_created ON audit_log (created_on, account_id, seq);
CREATE INDEX audit_log_account ON audit_log (account_id, created_on, seq);
CREATE INDEX audit_log_subject ON audit_log (subject_kind, subject, created_on, account_id, seq);

-- The last number of an account's entries. Its row makes writers of one account's entries wait for each other, so
-- that no entry becomes visible after a later one, and none is missing without a gap in the numbers.
CREATE TABLE audit_sequences (
    account_id BIGINT PRIMARY KEY,
    last_seq   BIGINT NOT NULL
);
INSERT INTO audit_sequences (account_id, last_seq) VALUES (0, 0);
