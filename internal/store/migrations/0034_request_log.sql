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
