-- Printers that agents offer.
CREATE TABLE printers (
    account_id BIGINT NOT NULL,
    name       TEXT NOT NULL,
    seen_on    BIGINT NOT NULL,
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
    PRIMARY KEY (account_id, request_key)
) WITHOUT ROWID;
CREATE INDEX print_jobs_queue ON print_jobs (account_id, printer, queued_on) WHERE state IN ('queued', 'sent');
CREATE INDEX print_jobs_unknown ON print_jobs (account_id, queued_on) WHERE state IN ('started', 'unknown');
CREATE INDEX print_jobs_newest ON print_jobs (account_id, queued_on);
CREATE INDEX print_jobs_order ON print_jobs (account_id, order_id);
