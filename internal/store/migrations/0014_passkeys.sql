-- Passkeys of users. credential_id is the authenticator's name for the passkey, public_key a COSE key, relying_party the
-- domain that it is for, flags the byte of the authenticator data (Web Authentication, section 6.1).
CREATE TABLE passkeys (
    passkey_id    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    credential_id BYTEA NOT NULL UNIQUE,
    user_id       BIGINT NOT NULL,
    name          TEXT NOT NULL,
    relying_party TEXT NOT NULL,
    public_key    BYTEA NOT NULL,
    sign_count    BIGINT NOT NULL,
    flags         BIGINT NOT NULL,
    transports    TEXT NOT NULL,
    created_on    BIGINT NOT NULL,
    last_used_on  BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- Challenges that a passkey has signed, until they expire: each is used once.
CREATE TABLE passkey_challenges (
    challenge  BYTEA PRIMARY KEY,
    expires_on BIGINT NOT NULL
) WITHOUT ROWID;
