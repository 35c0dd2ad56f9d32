-- Passkeys of users. credential_id is the authenticator's name for the passkey, public_key a COSE key, relying_party the
-- domain that it is for, flags the byte of the authenticator data (Web Authentication, section 6.1).
CREATE TABLE passkeys (
    passkey_id    INTEGER PRIMARY KEY AUTOINCREMENT,
    credential_id BLOB NOT NULL UNIQUE,
    user_id       INTEGER NOT NULL,
    name          TEXT NOT NULL,
    relying_party TEXT NOT NULL,
    public_key    BLOB NOT NULL,
    sign_count    INTEGER NOT NULL,
    flags         INTEGER NOT NULL,
    transports    TEXT NOT NULL,
    created_on    INTEGER NOT NULL,
    last_used_on  INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- Challenges that a passkey has signed, until they expire: each is used once.
CREATE TABLE passkey_challenges (
    challenge  BLOB PRIMARY KEY,
    expires_on INTEGER NOT NULL
) WITHOUT ROWID;
