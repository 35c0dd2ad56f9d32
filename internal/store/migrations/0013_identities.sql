-- Who users are at an identity provider. A provider gives a subject to one person for ever.
CREATE TABLE user_identities (
    issuer    TEXT NOT NULL,
    subject   TEXT NOT NULL,
    user_id   BIGINT NOT NULL,
    linked_on BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject),
    UNIQUE (user_id, issuer)
) WITHOUT ROWID;

-- Sign-ins that wait for the response of an identity provider, by the SHA-256 of the token that the browser has.
-- next is the page that follows.
CREATE TABLE provider_sign_ins (
    token_hash BYTEA PRIMARY KEY,
    next       TEXT NOT NULL,
    expires_on BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX provider_sign_ins_expiry ON provider_sign_ins (expires_on);
