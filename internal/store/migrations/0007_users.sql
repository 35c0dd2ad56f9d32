-- The people who use the console. email is in lower case. password_hash is '' without a password, else argon2id with its
-- parameters.
CREATE TABLE users (
    user_id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email           TEXT NOT NULL UNIQUE,
    name            TEXT NOT NULL,
    operator_role   TEXT NOT NULL,
    language        TEXT NOT NULL,
    timezone        TEXT NOT NULL,
    password_hash   TEXT NOT NULL DEFAULT '',
    password_set_on BIGINT NOT NULL DEFAULT 0,
    disabled_on     BIGINT NOT NULL DEFAULT 0,
    last_sign_in_on BIGINT NOT NULL DEFAULT 0,
    created_on      BIGINT NOT NULL
);

-- What users may do in accounts.
CREATE TABLE memberships (
    account_id BIGINT NOT NULL,
    user_id    BIGINT NOT NULL,
    role       TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (account_id, user_id)
) WITHOUT ROWID;
CREATE INDEX memberships_user ON memberships (user_id);

-- One-time links that are not used, by the SHA-256 of their token.
CREATE TABLE user_links (
    token_hash BYTEA PRIMARY KEY,
    user_id    BIGINT NOT NULL,
    purpose    TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    expires_on BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX user_links_user ON user_links (user_id);

-- Sessions of users in the console. token_hash is the SHA-256 of the token that the cookie has.
CREATE TABLE sessions (
    session_id   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    token_hash   BYTEA NOT NULL UNIQUE,
    user_id      BIGINT NOT NULL,
    address      TEXT NOT NULL,
    agent        TEXT NOT NULL,
    created_on   BIGINT NOT NULL,
    last_used_on BIGINT NOT NULL,
    expires_on   BIGINT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
